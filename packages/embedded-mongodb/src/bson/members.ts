import { ByteWriter } from './bytes';
import { fixedSizes } from './decode';
import { bsonType } from './types';

/** Bytes of the values that have always as many: what is stored was checked before. */
const storedSizes: Readonly<Record<number, number>> = {
  ...fixedSizes,
  [bsonType.bool]: 1,
  [bsonType.date]: 8,
  [bsonType.minKey]: 0,
  [bsonType.maxKey]: 0,
};

/** Bytes beside those that a value's length counts. */
const lengthSizes: Readonly<Record<number, number>> = {
  [bsonType.string]: 4,
  [bsonType.javascript]: 4,
  [bsonType.object]: 0,
  [bsonType.array]: 0,
  [bsonType.binData]: 5,
};

const writer = new ByteWriter();

/** Members by their names in UTF-8, and what to keep of each one that is a document; null: the value as it is. */
export type Members = readonly (readonly [name: Uint8Array, inner: Members | null])[];

/** @param paths of which none is the beginning of another one */
export function toMembers(paths: readonly string[]): Members {
  const byName = new Map<string, string[] | null>();
  for (const path of paths) {
    const [name = '', ...rest] = path.split('.');
    if (rest.length === 0) byName.set(name, null);
    else byName.set(name, [...(byName.get(name) ?? []), rest.join('.')]);
  }
  return [...byName].map(([name, inner]) => [Buffer.from(name), inner && toMembers(inner)]);
}

/**
 * Some members of a stored document, in its order, as bytes: nothing is decoded.
 *
 * Measured by `bench/scan.ts`: with documents decoded and encoded, a find of two members takes 70% more CPU time. Delete it
 * when that is under a tenth.
 *
 * @returns null where an array stands in the way of a path.
 * @see https://bsonspec.org/spec.html version 1.1
 */
export function copyMembers(document: Uint8Array, members: Members): Buffer | null {
  const { buffer, byteOffset, byteLength } = document;
  const isCopied = copyDocument(Buffer.from(buffer, byteOffset, byteLength), 0, members);
  const copied = writer.take();
  return isCopied ? copied : null;
}

function copyDocument(bytes: Buffer, documentAt: number, members: Members): boolean {
  const start = writer.room(4);
  for (let at = documentAt + 4; bytes[at] !== 0; ) {
    const type = bytes[at]!;
    const valueAt = endOfText(bytes, at + 1);
    const next = valueAt + sizeOf(bytes, type, valueAt);
    const inner = innerOf(members, bytes, at + 1);
    if (inner === null) copyBytes(bytes, at, next);
    else if (inner && type === bsonType.array) return false;
    else if (inner && type === bsonType.object) {
      copyBytes(bytes, at, valueAt);
      if (!copyDocument(bytes, valueAt, inner)) return false;
    }
    at = next;
  }
  writer.byte(0);
  writer.bytes.writeInt32LE(writer.at - start, start);
  return true;
}

function copyBytes(bytes: Buffer, from: number, to: number): void {
  const at = writer.room(to - from);
  bytes.copy(writer.bytes, at, from, to);
}

/** Past the byte that ends the text. */
function endOfText(bytes: Uint8Array, start: number): number {
  let at = start;
  while (bytes[at] !== 0) at += 1;
  return at + 1;
}

/** Undefined: the member is not kept. */
function innerOf(members: Members, bytes: Uint8Array, nameAt: number): Members | null | undefined {
  for (const [name, inner] of members) if (isNameAt(name, bytes, nameAt)) return inner;
  return undefined;
}

function isNameAt(name: Uint8Array, bytes: Uint8Array, start: number): boolean {
  const { length } = name;
  for (let at = 0; at < length; at += 1) if (bytes[start + at] !== name[at]) return false;
  return bytes[start + length] === 0;
}

function sizeOf(bytes: Buffer, type: number, at: number): number {
  const fixed = storedSizes[type];
  if (fixed !== undefined) return fixed;
  const beside = lengthSizes[type];
  if (beside !== undefined) return beside + bytes.readInt32LE(at);
  // Only regular expressions are left: two texts, each with its end.
  return endOfText(bytes, endOfText(bytes, at)) - at;
}
