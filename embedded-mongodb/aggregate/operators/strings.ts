import { BSONRegExp } from 'bson';
import { isNumeric, typeName } from '../../bson/types';
import type { Value } from '../../bson/values';
import { locationError } from '../../errors';
import { compileRegex } from '../../query/regex';
import {
  integerOf,
  isNullish,
  type Operator,
  type Operators,
  type Result,
  stringOf,
  takes,
  takesMembers,
  takesPresent,
} from '../operator';
import { formatValue } from './conversions';

/** Null counts as the empty string, as it does for the operators that coerce. */
function coerced(value: Result, name: string): string {
  if (isNullish(value)) return '';
  if (typeof value === 'string') return value;
  if (isNumeric(value) || value instanceof Date) return formatValue(value);
  throw locationError(16007, `${name} cannot convert ${typeName(value)} to a string`);
}

/** By code points. */
function substring(name: string, value: Result, start: Result, length: Result): Result {
  const from = integerOf(start, 34450, `${name}: starting index`);
  const count = integerOf(length, 34452, `${name}: length`);
  if (from < 0)
    throw locationError(34455, `${name}: the starting index must be non-negative integer`);
  if (count < 0) throw locationError(34454, `${name}: the length must be a nonnegative integer`);
  return Array.from(coerced(value, name))
    .slice(from, from + count)
    .join('');
}

function split(name: string, text: Value, separator: Value): Result {
  const by = stringOf(separator, 40086, `${name} second argument`);
  if (by === '') throw locationError(40087, `${name} requires a non-empty separator`);
  return stringOf(text, 40085, `${name} first argument`).split(by);
}

function concat(name: string, ...values: Value[]): Result {
  return values.map((value) => stringOf(value, 16702, `an argument of ${name}`)).join('');
}

const whitespace =
  '\0 \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a';

function trim(atStart: boolean, atEnd: boolean): Operator {
  return takesMembers(['input'], ['chars'], ({ input, chars = whitespace }, name) => {
    if (isNullish(input) || chars === null) return null;
    const units = Array.from(stringOf(input, 50699, `${name} input`));
    const gone = new Set(stringOf(chars, 50700, `${name} chars`));
    let [start, end] = [0, units.length];
    while (atStart && start < end && gone.has(units[start]!)) start += 1;
    while (atEnd && end > start && gone.has(units[end - 1]!)) end -= 1;
    return units.slice(start, end).join('');
  });
}

const matches: Operator = takesMembers(['input', 'regex'], ['options'], (given, name) => {
  const { input, regex, options } = given;
  if (!isNullish(options) && typeof options !== 'string')
    throw locationError(51106, `${name} needs 'options' to be a string`);
  if (isNullish(input) || isNullish(regex)) return false;
  const { pattern, options: own } =
    regex instanceof BSONRegExp
      ? regex
      : { pattern: stringOf(regex, 51105, `${name} regex`), options: '' };
  return compileRegex(pattern, own || (options ?? '')).test(
    stringOf(input, 51104, `${name} input`),
  );
});

export const stringOperators: Operators = {
  $concat: takesPresent([0, Infinity], concat),
  $toLower: takes(1, (name, value) =>
    coerced(value, name).replace(/[A-Z]+/g, (part) => part.toLowerCase()),
  ),
  $toUpper: takes(1, (name, value) =>
    coerced(value, name).replace(/[a-z]+/g, (part) => part.toUpperCase()),
  ),
  $strLenCP: takes(
    1,
    (name, value) => Array.from(stringOf(value, 34471, `${name} argument`)).length,
  ),
  $substrCP: takes(3, substring),
  $split: takesPresent(2, split),
  $trim: trim(true, true),
  $ltrim: trim(true, false),
  $rtrim: trim(false, true),
  $regexMatch: matches,
};
