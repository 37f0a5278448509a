import type { Binary } from 'bson';
import { badValue, mongoError } from '../errors';
import { ByteWriter } from './bytes';
import { bsonType, maxDepth, typeOf, type ValuesByType } from './types';
import type { Doc, Value } from './value';

const out = new ByteWriter();

function int32(value: number): void {
  const start = out.room(4);
  out.bytes.writeInt32LE(value, start);
}

function int64(value: bigint): void {
  const start = out.room(8);
  out.bytes.writeBigInt64LE(value, start);
}

function double(value: number): void {
  const start = out.room(8);
  out.bytes.writeDoubleLE(value, start);
}

function cstring(text: string): void {
  if (text.includes('\0')) throw badValue('a field name contains a null byte');
  out.utf8(text);
  out.byte(0);
}

function string(text: string): void {
  const start = out.room(4);
  out.utf8(text);
  out.byte(0);
  out.bytes.writeInt32LE(out.at - start - 4, start);
}

function binary({ buffer, position, sub_type: subtype }: Binary): void {
  int32(position);
  out.byte(subtype);
  out.copy(buffer.subarray(0, position));
}

function members(entries: Iterable<readonly [string | number, Value]>, depth: number): void {
  if (depth > maxDepth) throw mongoError('Overflow', `nested deeper than ${maxDepth} levels`);
  const start = out.room(4);
  for (const [name, value] of entries) {
    const type = typeOf(value);
    out.byte(type);
    cstring(String(name));
    writers[type]?.(value, depth + 1);
  }
  out.byte(0);
  out.bytes.writeInt32LE(out.at - start, start);
}

type Writers = {
  readonly [Type in keyof ValuesByType]: (value: ValuesByType[Type], depth: number) => void;
};

const writersOfTypes: Writers = {
  [bsonType.double]: (value) => double(typeof value === 'number' ? value : value.value),
  [bsonType.string]: (value) => string(value),
  [bsonType.object]: (value, depth) => members(value, depth),
  [bsonType.array]: (value, depth) => members(value.entries(), depth),
  [bsonType.binData]: (value) => binary(value),
  [bsonType.objectId]: (value) => out.copy(value.id),
  [bsonType.bool]: (value) => out.byte(Number(value)),
  [bsonType.date]: (value) => int64(BigInt(value.getTime())),
  [bsonType.regex]: (value) => {
    cstring(value.pattern);
    cstring(value.options);
  },
  [bsonType.javascript]: (value) => string(value.code),
  [bsonType.int]: (value) => int32(value),
  [bsonType.timestamp]: (value) => {
    int32(value.i | 0);
    int32(value.t | 0);
  },
  [bsonType.long]: (value) => int64(value),
  [bsonType.decimal]: (value) => out.copy(value.bytes),
};

// The type byte is computed from the value that is written.
const writers = writersOfTypes as Readonly<Record<number, (value: Value, depth: number) => void>>;

/**
 * Encodes a document; the result shares memory with nothing.
 *
 * @throws {MongoError} BadValue (2) when a field name contains a null byte; Overflow (15) past 200
 * levels of nesting.
 */
export function encodeDocument(doc: Doc): Buffer {
  out.at = 0;
  members(doc, 1);
  return out.take();
}
