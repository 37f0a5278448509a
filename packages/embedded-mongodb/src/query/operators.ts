import { BSONRegExp } from 'bson';
import { compareValues } from '../bson/compare';
import { isNan, toFinite, toInteger, toWhole } from '../bson/numbers';
import { bsonType, typeBracket, typeOf } from '../bson/types';
import type { Doc, Value } from '../bson/values';
import { badValue, failedToParse, typeMismatch } from '../errors';
import type { Matcher } from './path';
import { compileRegex } from './regex';

/** Everything that an operator builds the matcher of its field from. */
export interface OperatorContext {
  /** Applies a test where the field's path leads; `whole` does not look into an array there. */
  readonly at: (test: Matcher, leaf?: 'each' | 'whole') => Matcher;
  /** All operators of the field. */
  readonly siblings: Doc;
  /** Compiles operators for the same field again, for `$not`. */
  readonly compileOperators: (operators: Doc) => Matcher;
  /** Compiles what `$elemMatch` demands of one element. */
  readonly compileElement: (condition: Doc) => Matcher;
}

type Operator = (operand: Value, context: OperatorContext) => Matcher;

export function refuse(message: string): never {
  throw badValue(message);
}

export function not(matcher: Matcher): Matcher {
  return (value) => !matcher(value);
}

export function every(matchers: readonly Matcher[]): Matcher {
  const [only, ...others] = matchers;
  if (only && others.length === 0) return only;
  return (value, details) => matchers.every((matcher) => matcher(value, details));
}

/** Says that a document holds operators, `{ $gt: 1 }`, and is not a value to compare with. */
export function isOperators(value: Value | undefined): value is Doc {
  const [first] = value instanceof Map ? value.keys() : [];
  return first?.startsWith('$') === true && !['$ref', '$id', '$db'].includes(first);
}

/** Equality as queries mean it: null also matches a missing field. */
export function equalTo(operand: Value): Matcher {
  if (operand instanceof BSONRegExp) return regexTest(operand);
  if (typeof operand === 'string' || typeof operand === 'boolean') {
    return (value) => value === operand;
  }
  if (operand === null) return (value) => value === null || value === undefined;
  return (value) => value !== undefined && compareValues(value, operand) === 0;
}

function regexTest(regex: BSONRegExp): Matcher {
  const compiled = compileRegex(regex.pattern, regex.options);
  return (value) =>
    typeof value === 'string'
      ? compiled.test(value)
      : value instanceof BSONRegExp && compareValues(value, regex) === 0;
}

/** Order within the operand's type only; MinKey and MaxKey compare with every type. */
function comparison(name: string, accepts: (order: number) => boolean): Operator {
  return (operand, { at }) => {
    if (operand instanceof BSONRegExp) refuse(`Can't have RegEx as arg to ${name}`);
    if (isNan(operand)) return at((value) => isNan(value) && accepts(0));
    const bracket = typeBracket(operand);
    const isBracketed = ![bsonType.minKey, bsonType.maxKey].some(
      (type) => type === typeOf(operand),
    );
    return at((found) => {
      const value = found ?? null;
      if (!isBracketed) return accepts(compareValues(value, operand));
      return (
        typeBracket(value) === bracket && !isNan(value) && accepts(compareValues(value, operand))
      );
    });
  };
}

function arrayOf(operand: Value, name: string): readonly Value[] {
  return Array.isArray(operand) ? operand : refuse(`${name} needs an array`);
}

/** Regular expressions are matched, everything else is found by binary search. */
function isIn(operand: Value, { at }: OperatorContext): Matcher {
  const list = arrayOf(operand, '$in');
  if (list.some(isOperators)) refuse('cannot nest $ under $in');
  const regexes = list.filter((value) => value instanceof BSONRegExp).map(regexTest);
  const sorted = list.toSorted(compareValues);
  return at((found) => {
    const value = found ?? null;
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = compareValues(sorted[middle], value);
      if (order === 0) return true;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return regexes.some((matches) => matches(value));
  });
}

function matchesRegex(operand: Value, { at, siblings }: OperatorContext): Matcher {
  const options = siblings.get('$options') ?? '';
  if (typeof options !== 'string') return refuse('$options has to be a string');
  if (typeof operand === 'string') return at(regexTest(toRegex(operand, options)));
  if (!(operand instanceof BSONRegExp)) return refuse('$regex has to be a string');
  if (options !== '' && operand.options !== '') refuse('options set in both $regex and $options');
  return at(regexTest(toRegex(operand.pattern, options || operand.options)));
}

function toRegex(pattern: string, options: string): BSONRegExp {
  try {
    return new BSONRegExp(pattern, options);
  } catch (error) {
    return refuse(
      `invalid flag in regex options: ${error instanceof Error ? error.message : options}`,
    );
  }
}

/** The types that an operand of `$type` names; the alias `number` is four of them. */
function typeCodes(operand: Value): readonly number[] {
  if (Array.isArray(operand)) {
    if (operand.length === 0) throw failedToParse('$type must match at least one type');
    return operand.flatMap(typeCodes);
  }
  if (operand === 'number') return [bsonType.double, bsonType.int, bsonType.long, bsonType.decimal];
  const code = toInteger(operand) === -1 ? bsonType.minKey : toInteger(operand);
  const found = Object.entries(bsonType).find(([name, byte]) => name === operand || byte === code);
  if (found && found[1] !== bsonType.missing) return [found[1]];
  if (typeof operand === 'string') return refuse(`Unknown type name alias: ${operand}`);
  if (code === undefined) {
    throw typeMismatch('type must be represented as a number or a string');
  }
  return refuse(`Invalid numerical type code: ${code}`);
}

function modulo(operand: Value, { at }: OperatorContext): Matcher {
  const [divisor, remainder] = arrayOf(operand, 'malformed mod,').map(toWhole);
  if (arrayOf(operand, '$mod').length !== 2) refuse('malformed mod, needs exactly two elements');
  if (divisor === undefined || remainder === undefined) refuse('malformed mod, not a number');
  if (divisor === 0n) refuse('divisor cannot be 0');
  return at((value) => {
    const number = toWhole(value);
    return number !== undefined && number % divisor === remainder;
  });
}

function hasSize(operand: Value, { at }: OperatorContext): Matcher {
  const size = toInteger(operand);
  if (size === undefined || size < 0) {
    return refuse('Failed to parse $size. Expected a non-negative integer');
  }
  return at((value) => Array.isArray(value) && value.length === size, 'whole');
}

function elementMatches(operand: Value, { at, compileElement }: OperatorContext): Matcher {
  if (!(operand instanceof Map)) return refuse('$elemMatch needs an Object');
  const matches = compileElement(operand);
  return at((value, details) => {
    if (!Array.isArray(value)) return false;
    const position = value.findIndex((element) => matches(element));
    if (position >= 0 && details) details.position = position;
    return position >= 0;
  }, 'whole');
}

/** Each member must be found; members that are `$elemMatch` are conditions, all must be or none. */
function hasAll(operand: Value, context: OperatorContext): Matcher {
  const matchers = arrayOf(operand, '$all').map((member) => {
    if (!isOperators(member)) return context.at(equalTo(member));
    const condition = member.get('$elemMatch');
    if (condition === undefined) return refuse('no $ expressions in $all');
    return elementMatches(condition, context);
  });
  return matchers.length === 0 ? () => false : every(matchers);
}

function exists(operand: Value, { at }: OperatorContext): Matcher {
  const isPresent = at((value) => value !== undefined, 'whole');
  const isWanted = operand !== null && operand !== false && toFinite(operand) !== 0;
  return isWanted ? isPresent : not(isPresent);
}

function negation(operand: Value, { at, compileOperators }: OperatorContext): Matcher {
  if (operand instanceof BSONRegExp) return not(at(regexTest(operand)));
  if (!(operand instanceof Map)) return refuse('$not needs a regex or a document');
  if (operand.size === 0) return refuse('$not cannot be empty');
  return not(compileOperators(operand));
}

function equality(operand: Value, { at }: OperatorContext): Matcher {
  return at(
    operand instanceof BSONRegExp
      ? (value) => compareValues(value, operand) === 0
      : equalTo(operand),
  );
}

/** Every operator that can stand under a field. */
export const operators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['$eq', equality],
  [
    '$ne',
    (operand, context) =>
      operand instanceof BSONRegExp
        ? refuse("Can't have regex as arg to $ne.")
        : not(equality(operand, context)),
  ],
  ['$gt', comparison('$gt', (order) => order > 0)],
  ['$gte', comparison('$gte', (order) => order >= 0)],
  ['$lt', comparison('$lt', (order) => order < 0)],
  ['$lte', comparison('$lte', (order) => order <= 0)],
  ['$in', isIn],
  ['$nin', (operand, context) => not(isIn(operand, context))],
  ['$exists', exists],
  ['$not', negation],
  ['$regex', matchesRegex],
  ['$size', hasSize],
  ['$elemMatch', elementMatches],
  ['$all', hasAll],
  ['$mod', modulo],
  [
    '$type',
    (operand, { at }) => {
      const codes = new Set(typeCodes(operand));
      return at((value) => codes.has(typeOf(value)));
    },
  ],
  [
    '$options',
    (_operand, { siblings }) =>
      siblings.has('$regex') ? () => true : refuse('$options needs a $regex'),
  ],
]);
