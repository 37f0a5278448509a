import { compareStrings } from '../../bson/compare';
import { toInteger } from '../../bson/numbers';
import { isNumeric, typeName } from '../../bson/types';
import type { Value } from '../../bson/values';
import { locationError } from '../../errors';
import { compileRegex } from '../../query/regex';
import {
  isNullish,
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
  throw locationError(
    16007,
    `can't convert from BSON type ${typeName(value)} to String in ${name}`,
  );
}

function requireIndex(value: Result, code: number, what: string): number {
  const index = toInteger(value);
  if (index === undefined)
    throw locationError(code, `${what} must be integral, but was ${typeName(value)}`);
  return index;
}

/** By code points; a length below 0 means the rest. */
function substring(name: string, value: Result, start: Result, length: Result): Result {
  const from = requireIndex(start, 34450, `${name}: starting index`);
  const count = requireIndex(length, 34452, `${name}: length`);
  if (from < 0)
    throw locationError(34455, `${name}: the starting index must be non-negative integer`);
  if (count < 0) throw locationError(34454, `${name}: the length must be a nonnegative integer`);
  return Array.from(coerced(value, name))
    .slice(from, from + count)
    .join('');
}

function substringBytes(name: string, value: Result, start: Result, length: Result): Result {
  const bytes = Buffer.from(coerced(value, name));
  const from = requireIndex(start, 16034, `${name}: starting index`);
  const count = requireIndex(length, 16035, `${name}: length`);
  if (from < 0) throw locationError(50752, `${name}: starting index must be non-negative`);
  const end = count < 0 ? bytes.length : from + count;
  const splits = (at: number): boolean => ((bytes[at] ?? 0) & 0xc0) === 0x80;
  if (splits(from))
    throw locationError(
      28656,
      `${name}: Invalid range, starting index is a UTF-8 continuation byte.`,
    );
  if (splits(end))
    throw locationError(
      28657,
      `${name}: Invalid range, ending index is in the middle of a UTF-8 character.`,
    );
  return bytes.toString('utf8', from, end);
}

function indexOf(name: string, ...values: Result[]): Result {
  const [text, sought, start, end] = values;
  if (isNullish(text)) return null;
  const units = Array.from(stringOf(text, 40093, `${name} first argument`));
  const from = start === undefined ? 0 : requireIndex(start, 40096, `${name} starting index`);
  const to = end === undefined ? units.length : requireIndex(end, 40096, `${name} ending index`);
  if (from < 0 || to < 0) throw locationError(40097, `${name} indexes must be nonnegative`);
  const target = stringOf(sought, 40094, `${name} second argument`);
  if (from > Math.min(to, units.length)) return -1;
  const found = units.slice(from, to).join('').indexOf(target);
  return found < 0 ? -1 : from + Array.from(units.slice(from, to).join('').slice(0, found)).length;
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

function trim(atStart: boolean, atEnd: boolean): Operators[string] {
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

function replace(every: boolean): Operators[string] {
  return takesMembers(['input', 'find', 'replacement'], [], (given, name) => {
    const parts = [given['input'], given['find'], given['replacement']];
    if (parts.some(isNullish)) return null;
    const [input, find, by] = parts.map((part, i) =>
      stringOf(part, 51746 - i, `an argument of ${name}`),
    ) as [string, string, string];
    return every ? input.replaceAll(find, () => by) : input.replace(find, () => by);
  });
}

interface Regex {
  readonly input: string | undefined;
  readonly regex: RegExp | undefined;
}

function readRegex(given: Readonly<Record<string, Result>>, name: string): Regex {
  const { input, regex, options } = given;
  if (!isNullish(options) && typeof options !== 'string')
    throw locationError(51106, `${name} needs 'options' to be a string`);
  const isPattern = typeof regex === 'object' && regex !== null && 'pattern' in regex;
  const pattern = isPattern
    ? regex.pattern
    : isNullish(regex)
      ? undefined
      : stringOf(regex, 51105, `${name} regex`);
  const flags = isPattern && regex.options !== '' ? regex.options : (options ?? '');
  return {
    input: isNullish(input) ? undefined : stringOf(input, 51104, `${name} input`),
    regex: pattern === undefined ? undefined : compileRegex(pattern, flags),
  };
}

function toMatch(found: RegExpExecArray): Value {
  const captures = found.slice(1).map((capture: string | undefined) => capture ?? null);
  const index = Array.from(found.input.slice(0, found.index)).length;
  return new Map<string, Value>([
    ['match', found[0]],
    ['idx', index],
    ['captures', captures],
  ]);
}

function regexOperator(
  apply: (input: string | undefined, regex: RegExp | undefined) => Result,
): Operators[string] {
  return takesMembers(['input', 'regex'], ['options'], (given, name) => {
    const { input, regex } = readRegex(given, name);
    return apply(input, regex);
  });
}

export const stringOperators: Operators = {
  $concat: takesPresent([0, Infinity], concat),
  $toLower: takes(1, (name, value) =>
    coerced(value, name).replace(/[A-Z]+/g, (part) => part.toLowerCase()),
  ),
  $toUpper: takes(1, (name, value) =>
    coerced(value, name).replace(/[a-z]+/g, (part) => part.toUpperCase()),
  ),
  $strcasecmp: takes(2, (name, a, b) =>
    Math.sign(compareStrings(coerced(a, name).toUpperCase(), coerced(b, name).toUpperCase())),
  ),
  $strLenCP: takes(
    1,
    (name, value) => Array.from(stringOf(value, 34471, `${name} argument`)).length,
  ),
  $strLenBytes: takes(1, (name, value) =>
    Buffer.byteLength(stringOf(value, 34473, `${name} argument`)),
  ),
  $substr: takes(3, substringBytes),
  $substrBytes: takes(3, substringBytes),
  $substrCP: takes(3, substring),
  $indexOfCP: takes([2, 4], indexOf),
  $split: takesPresent(2, split),
  $trim: trim(true, true),
  $ltrim: trim(true, false),
  $rtrim: trim(false, true),
  $replaceOne: replace(false),
  $replaceAll: replace(true),
  $regexMatch: regexOperator((input, regex) => input !== undefined && regex?.test(input) === true),
  $regexFind: regexOperator((input, regex) => {
    const found = input === undefined ? null : regex?.exec(input);
    return found ? toMatch(found) : null;
  }),
  $regexFindAll: regexOperator((input, regex) => {
    if (input === undefined || !regex) return [];
    return Array.from(input.matchAll(new RegExp(regex, `${regex.flags}g`)), toMatch);
  }),
};
