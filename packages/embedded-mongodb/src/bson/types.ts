import type { Binary, BSONRegExp, Code, Decimal128, Double, ObjectId, Timestamp } from 'bson';
import { assertPresent } from '../present';
import type { Doc, Value } from './value';

/** MongoDB's limit of nesting, `maxBSONDepth`. */
export const maxDepth = 200;

/** BSON type bytes, also the numbers of `$type`; `missing` is the absence of a value. */
export const bsonType = {
  missing: 0,
  double: 1,
  string: 2,
  object: 3,
  array: 4,
  binData: 5,
  objectId: 7,
  bool: 8,
  date: 9,
  null: 10,
  regex: 11,
  javascript: 13,
  int: 16,
  timestamp: 17,
  long: 18,
  decimal: 19,
  maxKey: 127,
  minKey: 255,
} as const;

export type TypeName = keyof typeof bsonType;

/** The values in memory of each type byte, but for those that are alike. */
export interface ValuesByType {
  [bsonType.double]: number | Double;
  [bsonType.string]: string;
  [bsonType.object]: Doc;
  [bsonType.array]: Value[];
  [bsonType.binData]: Binary;
  [bsonType.objectId]: ObjectId;
  [bsonType.bool]: boolean;
  [bsonType.date]: Date;
  [bsonType.regex]: BSONRegExp;
  [bsonType.javascript]: Code;
  [bsonType.int]: number;
  [bsonType.timestamp]: Timestamp;
  [bsonType.long]: bigint;
  [bsonType.decimal]: Decimal128;
}

type BsonClass = Extract<Value, { readonly _bsontype: string }>['_bsontype'];

const classTypes: Readonly<Record<BsonClass, number>> = {
  Double: bsonType.double,
  Binary: bsonType.binData,
  ObjectId: bsonType.objectId,
  BSONRegExp: bsonType.regex,
  Code: bsonType.javascript,
  Timestamp: bsonType.timestamp,
  Decimal128: bsonType.decimal,
  MinKey: bsonType.minKey,
  MaxKey: bsonType.maxKey,
};

/** Says that a double would come back as an int32 if it were kept as a bare `number`. */
export function looksLikeInt32(value: number): boolean {
  return (value | 0) === value && !Object.is(value, -0);
}

/** The BSON type byte of a value; 0 when it is missing. */
export function typeOf(value: Value | undefined): number {
  switch (typeof value) {
    case 'undefined':
      return bsonType.missing;
    case 'boolean':
      return bsonType.bool;
    case 'string':
      return bsonType.string;
    case 'number':
      return looksLikeInt32(value) ? bsonType.int : bsonType.double;
    case 'bigint':
      return bsonType.long;
    default:
      if (value === null) return bsonType.null;
      if (value instanceof Map) return bsonType.object;
      if (Array.isArray(value)) return bsonType.array;
      if (value instanceof Date) return bsonType.date;
      return classTypes[value._bsontype];
  }
}

const names = new Map<number, TypeName>();
// `Object.entries` forgets the names that it is given.
for (const [name, code] of Object.entries(bsonType)) names.set(code, name as TypeName);

/** MongoDB's name of a value's type, as `$type` answers it. */
export function typeName(value: Value | undefined): TypeName {
  return assertPresent(names.get(typeOf(value)), 'every type has a name');
}

/** MongoDB's order of types: equal numbers compare by value, the smaller one sorts first. */
const orderedTypes: readonly (readonly number[])[] = [
  [bsonType.minKey],
  [bsonType.missing],
  [bsonType.null],
  [bsonType.int, bsonType.long, bsonType.double, bsonType.decimal],
  [bsonType.string],
  [bsonType.object],
  [bsonType.array],
  [bsonType.binData],
  [bsonType.objectId],
  [bsonType.bool],
  [bsonType.date],
  [bsonType.timestamp],
  [bsonType.regex],
  [bsonType.javascript],
  [bsonType.maxKey],
];
const brackets = new Uint8Array(256);
orderedTypes.forEach((codes, order) => {
  for (const code of codes) brackets[code] = order + 1;
});

/** The rank, from 1, of a value's type in MongoDB's comparison order; all numbers share one. */
export function typeBracket(value: Value | undefined): number {
  return brackets[typeOf(value)] ?? 0;
}

/** Says that the value is an int32, int64, double or Decimal128. */
export function isNumeric(value: Value | undefined): boolean {
  const type = typeOf(value);
  return (
    type === bsonType.int ||
    type === bsonType.double ||
    type === bsonType.long ||
    type === bsonType.decimal
  );
}
