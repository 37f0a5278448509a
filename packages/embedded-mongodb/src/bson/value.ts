import {
  type BSONRegExp,
  type Binary,
  type Code,
  type Decimal128,
  type Double,
  type MaxKey,
  type MinKey,
  type ObjectId,
  type Timestamp,
} from 'bson';

/**
 * A BSON value in memory.
 *
 * | BSON | here |
 * |---|---|
 * | int32 | `number`, integral and in int32 range |
 * | double | `number` when that cannot be mistaken for an int32, else `Double` (5.0, -0) |
 * | int64 | `bigint` |
 * | document, array | `Doc`, `Value[]` |
 * | UUID | `Binary` of subtype 4 |
 *
 * A missing value is `undefined`, which is never stored. Values are never changed in place: to
 * change a document, build a new one around the parts that stay.
 */
export type Value =
  | null
  | boolean
  | string
  | number
  | bigint
  | Double
  | Decimal128
  | Date
  | ObjectId
  | Binary
  | Timestamp
  | BSONRegExp
  | Code
  | MinKey
  | MaxKey
  | Value[]
  | Doc;

/** A Map, so that a key such as "10" keeps its place and `__proto__` is a key like any other. */
export type Doc = Map<string, Value>;

/**
 * A member of what this server has made itself, such as an event or an index specification: the member is a document.
 *
 * @throws {Error} when it is none, which is a bug.
 */
export function documentMember(doc: Doc, name: string): Doc {
  const member = doc.get(name);
  if (member instanceof Map) return member;
  throw new Error(`the member '${name}' is no document`);
}

/** The same of a member that is a string. */
export function stringMember(doc: Doc, name: string): string {
  const member = doc.get(name);
  if (typeof member === 'string') return member;
  throw new Error(`the member '${name}' is no string`);
}

/** A document from the members of a literal. */
export function toDoc(members: Readonly<Record<string, Value | undefined>>): Doc {
  const doc: Doc = new Map();
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined) doc.set(name, value);
  }
  return doc;
}
