import {
  type Binary,
  type BSONRegExp,
  Decimal128,
  Double,
  type ObjectId,
  type Timestamp,
} from 'bson';
import { compareNumbers, plainNumber } from './numbers';
import { bsonType, typeBracket, typeOf, type ValuesByType } from './types';
import type { Doc, Value } from './value';

/** Order of the UTF-8 bytes: that of code points, which UTF-16 breaks above U+D800. */
function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) {
      const swapped = left >= 0xd800 && right >= 0xd800 && left < 0xe000 !== right < 0xe000;
      return left < right !== swapped ? -1 : 1;
    }
  }
  return a.length - b.length;
}

function compareBinary(a: Binary, b: Binary): number {
  return (
    a.position - b.position ||
    a.sub_type - b.sub_type ||
    Buffer.compare(a.buffer.subarray(0, a.position), b.buffer.subarray(0, b.position))
  );
}

function compareDocs(a: Doc, b: Doc): number {
  const others = b.entries();
  for (const [name, value] of a) {
    const other = others.next();
    if (other.done) return 1;
    const [otherName, otherValue] = other.value;
    const order =
      typeBracket(value) - typeBracket(otherValue) ||
      compareStrings(name, otherName) ||
      compareValues(value, otherValue);
    if (order !== 0) return order;
  }
  return a.size - b.size;
}

function compareArrays(a: readonly Value[], b: readonly Value[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const order = compareValues(a[i], b[i]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareRegexes(a: BSONRegExp, b: BSONRegExp): number {
  return compareStrings(a.pattern, b.pattern) || compareStrings(a.options, b.options);
}

function compareObjectIds(a: ObjectId, b: ObjectId): number {
  return a.equals(b) ? 0 : Buffer.compare(a.id, b.id);
}

function compareTimestamps(a: Timestamp, b: Timestamp): number {
  return a.t - b.t || a.i - b.i;
}

const compareAnyNumbers = (a: Value, b: Value): number =>
  compareNumbers(plainNumber(a), plainNumber(b));

type Comparers = {
  readonly [Type in keyof ValuesByType]: (a: ValuesByType[Type], b: ValuesByType[Type]) => number;
};

const comparersOfTypes: Comparers = {
  [bsonType.double]: compareAnyNumbers,
  [bsonType.int]: compareAnyNumbers,
  [bsonType.long]: compareAnyNumbers,
  [bsonType.decimal]: compareAnyNumbers,
  [bsonType.string]: compareStrings,
  [bsonType.object]: compareDocs,
  [bsonType.array]: compareArrays,
  [bsonType.binData]: compareBinary,
  [bsonType.objectId]: compareObjectIds,
  [bsonType.bool]: (a, b) => Number(a) - Number(b),
  [bsonType.date]: (a, b) => a.getTime() - b.getTime(),
  [bsonType.timestamp]: compareTimestamps,
  [bsonType.regex]: compareRegexes,
  [bsonType.javascript]: (a, b) => compareStrings(a.code, b.code),
};

// The type byte is computed from the first value, and both values are of one bracket.
const comparers = comparersOfTypes as Readonly<Record<number, (a: Value, b: Value) => number>>;

/**
 * MongoDB's order of any two values, negative, zero or positive: first by type, then by value.
 * Numbers compare exactly across types, strings by their UTF-8 bytes, documents field by field
 * (type, name, value). Missing (`undefined`) is between MinKey and null; a caller that wants missing
 * to equal null, as a query or a sort does, passes null.
 *
 * @see MongoDB manual, "Comparison/Sort Order"
 */
export function compareValues(a: Value | undefined, b: Value | undefined): number {
  if (a === b) return 0;
  if (typeof a === 'number' && typeof b === 'number') {
    if (a < b) return -1;
    if (a > b) return 1;
  }
  const order = typeBracket(a) - typeBracket(b);
  if (order !== 0 || a === undefined || b === undefined) return order;
  return comparers[typeOf(a)]?.(a, b) ?? 0;
}

/** Says that two values would be stored as the same bytes: 1, 1n and a double 1.0 are not. */
export function isIdentical(a: Value | undefined, b: Value | undefined): boolean {
  if (Object.is(a, b)) return true;
  if (typeOf(a) !== typeOf(b) || compareValues(a, b) !== 0) return false;
  if (a instanceof Map && b instanceof Map) {
    return [...a].every(([name, value]) => isIdentical(value, b.get(name)));
  }
  if (Array.isArray(a) && Array.isArray(b)) return a.every((value, i) => isIdentical(value, b[i]));
  if (a instanceof Decimal128 && b instanceof Decimal128) return a.toString() === b.toString();
  return !(a instanceof Double && b instanceof Double) || Object.is(a.value, b.value);
}
