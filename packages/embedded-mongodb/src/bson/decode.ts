import { isUtf8 } from 'node:buffer';
import {
  Binary,
  BSONRegExp,
  Code,
  Decimal128,
  Double,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'bson';
import { type MongoError, mongoError } from '../errors';
import { bsonType, looksLikeInt32, maxDepth } from './types';
import type { Doc, Value } from './value';

/** The last moment of a JavaScript `Date`. */
const maxTime = 8.64e15;
const noNames: ReadonlySet<string> = new Set();
/** Bytes of the types in which no bytes are wrong. */
export const fixedSizes: Readonly<Record<number, number>> = {
  [bsonType.double]: 8,
  [bsonType.objectId]: 12,
  [bsonType.null]: 0,
  [bsonType.int]: 4,
  [bsonType.timestamp]: 8,
  [bsonType.long]: 8,
  [bsonType.decimal]: 16,
};
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

function invalid(reason: string): MongoError {
  return mongoError('InvalidBSON', `invalid BSON: ${reason}`);
}

/**
 * Field names repeat in every document, and many short values do: a small direct-mapped cache saves
 * most of their decoding, and shared strings make later comparisons and `Map` look-ups cheaper.
 * Holds ASCII of up to 24 bytes.
 */
const textCache: (string | undefined)[] = new Array<string | undefined>(4096).fill(undefined);
const maxCachedLength = 24;

/** The field names of a whole document, all different: most others have the same, or the first of them. */
let lastNames: readonly string[] = [];

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    const { buffer, byteOffset, byteLength } = bytes;
    this.#bytes = Buffer.isBuffer(bytes) ? bytes : Buffer.from(buffer, byteOffset, byteLength);
  }

  /** How many bytes were read. */
  get offset(): number {
    return this.#at;
  }

  document(limit: number, depth: number): Doc {
    const end = this.#enter(limit, depth);
    const doc: Doc = new Map();
    let count = 0;
    for (let type = this.#typeByte(end); type !== 0; type = this.#typeByte(end)) {
      const name = this.#name(end);
      doc.set(name, this.#value(type, end, depth));
      count += 1;
    }
    if (this.#at !== end) throw invalid('a document ends before its length');
    if (doc.size !== count) throw invalid('a document repeats a field name');
    return doc;
  }

  /** Checks all that `document` does; builds the wanted fields only. */
  scan(limit: number, depth: number, wanted: ReadonlySet<string>): Doc {
    const end = this.#enter(limit, depth);
    const doc: Doc = new Map();
    let names: string[] | undefined;
    let count = 0;
    for (let type = this.#typeByte(end); type !== 0; type = this.#typeByte(end)) {
      const likely = names ? undefined : lastNames[count];
      const name = this.#nameLike(likely, end);
      if (!names && name !== likely) names = lastNames.slice(0, count);
      names?.push(name);
      count += 1;
      if (wanted.has(name)) doc.set(name, this.#value(type, end, depth));
      else this.#skip(type, end, depth);
    }
    if (this.#at !== end) throw invalid('a document ends before its length');
    if (!names) return doc;
    if (new Set(names).size < count) throw invalid('a document repeats a field name');
    if (depth === 1) lastNames = names;
    return doc;
  }

  #skip(type: number, end: number, depth: number): void {
    const size = fixedSizes[type];
    if (size !== undefined) this.#need(size, end);
    else if (type === bsonType.string) this.#skipString(end);
    else if (type === bsonType.date) this.#time(end);
    else if (type === bsonType.object) this.scan(end, depth + 1, noNames);
    else if (type === bsonType.binData) {
      const length = this.#int32(end);
      this.#need(1, end);
      this.#need(length, end);
    } else this.#value(type, end, depth);
  }

  #skipString(end: number): void {
    const length = this.#int32(end);
    const start = this.#need(length, end);
    const last = start + length - 1;
    if (length < 1 || this.#bytes[last] !== 0) throw invalid('a string has no end');
    let at = start;
    while (at < last && this.#bytes[at]! < 0x80) at += 1;
    if (at < last && !isUtf8(this.#bytes.subarray(at, last))) {
      throw invalid('a string is not UTF-8');
    }
  }

  #array(limit: number, depth: number): Value[] {
    const end = this.#enter(limit, depth);
    const array: Value[] = [];
    for (let type = this.#typeByte(end); type !== 0; type = this.#typeByte(end)) {
      while (this.#bytes[this.#need(1, end)] !== 0);
      array.push(this.#value(type, end, depth));
    }
    if (this.#at !== end) throw invalid('an array ends before its length');
    return array;
  }

  /** Reads the length of a document; returns the offset behind it. */
  #enter(limit: number, depth: number): number {
    if (depth > maxDepth) {
      throw mongoError('Overflow', `nested deeper than ${maxDepth} levels`);
    }
    const start = this.#at;
    const length = this.#int32(limit);
    if (length < 5 || start + length > limit) throw invalid('a length is out of bounds');
    return start + length;
  }

  /** Steps over `count` bytes that must exist before `end`; returns where they begin. */
  #need(count: number, end: number): number {
    const start = this.#at;
    if (count < 0 || start + count > end) throw invalid('a value is cut off');
    this.#at = start + count;
    return start;
  }

  #typeByte(end: number): number {
    return this.#bytes[this.#need(1, end)]!;
  }

  #int32(end: number): number {
    const at = this.#need(4, end);
    const bytes = this.#bytes;
    return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
  }

  /** Reads a name that probably is the given one, in one look at its bytes. */
  #nameLike(likely: string | undefined, end: number): string {
    if (likely === undefined) return this.#name(end);
    const after = this.#at + likely.length;
    if (after >= end || this.#bytes[after] !== 0 || !this.#isAt(likely, this.#at)) {
      return this.#name(end);
    }
    this.#at = after + 1;
    return likely;
  }

  #name(end: number): string {
    const start = this.#at;
    let at = start;
    while (at < end && this.#bytes[at] !== 0) at += 1;
    if (at >= end) throw invalid('a name is cut off');
    this.#at = at + 1;
    return this.#shared(start, at);
  }

  /** The text, from the cache if it is short and ASCII. */
  #shared(start: number, end: number): string {
    const length = end - start;
    if (length > maxCachedLength) return this.#text(start, end);
    const bytes = this.#bytes;
    let hash = length;
    for (let at = start; at < end; at += 1) hash = (hash * 31 + bytes[at]!) | 0;
    const slot = (hash ^ (hash >>> 13)) & (textCache.length - 1);
    const cached = textCache[slot];
    if (cached?.length === length && this.#isAt(cached, start)) return cached;
    const text = this.#text(start, end);
    if (text.length === length) textCache[slot] = text;
    return text;
  }

  /** Whether a text is ASCII, and the bytes at `start` spell it. */
  #isAt(text: string, start: number): boolean {
    for (let i = 0; i < text.length; i += 1) {
      const code = text.charCodeAt(i);
      if (code > 0x7f || code !== this.#bytes[start + i]) return false;
    }
    return true;
  }

  #text(start: number, end: number): string {
    const text = this.#bytes.toString('utf8', start, end);
    if (text.includes('\ufffd')) {
      try {
        strictUtf8.decode(this.#bytes.subarray(start, end));
      } catch {
        throw invalid('a string is not UTF-8');
      }
    }
    return text;
  }

  #string(end: number): string {
    const length = this.#int32(end);
    const start = this.#need(length, end);
    if (length < 1 || this.#bytes[this.#at - 1] !== 0) throw invalid('a string has no end');
    return this.#shared(start, this.#at - 1);
  }

  #copy(length: number, end: number): Buffer {
    const start = this.#need(length, end);
    const copy = Buffer.allocUnsafe(length);
    this.#bytes.copy(copy, 0, start, start + length);
    return copy;
  }

  #value(type: number, end: number, depth: number): Value {
    switch (type) {
      case bsonType.string:
        return this.#string(end);
      case bsonType.int:
        return this.#int32(end);
      case bsonType.double: {
        const value = this.#bytes.readDoubleLE(this.#need(8, end));
        return looksLikeInt32(value) || Object.is(value, -0) ? new Double(value) : value;
      }
      case bsonType.object:
        return this.document(end, depth + 1);
      case bsonType.array:
        return this.#array(end, depth + 1);
      case bsonType.objectId: {
        const start = this.#need(12, end);
        return new ObjectId(this.#bytes.subarray(start, start + 12));
      }
      case bsonType.date:
        return new Date(this.#time(end));
      case bsonType.bool:
        return this.#bool(end);
      case bsonType.null:
        return null;
      case bsonType.long:
        return this.#bytes.readBigInt64LE(this.#need(8, end));
      default:
        return this.#rareValue(type, end);
    }
  }

  #bool(end: number): boolean {
    const byte = this.#typeByte(end);
    if (byte > 1) throw invalid('a boolean is neither 0 nor 1');
    return byte === 1;
  }

  /** Unix milliseconds. */
  #time(end: number): number {
    const low = this.#int32(end) >>> 0;
    const time = this.#int32(end) * 2 ** 32 + low;
    if (Math.abs(time) > maxTime) throw invalid('a date is past the year 275760');
    return time;
  }

  #rareValue(type: number, end: number): Value {
    switch (type) {
      case bsonType.binData: {
        const length = this.#int32(end);
        const subtype = this.#typeByte(end);
        return new Binary(this.#copy(length, end), subtype);
      }
      case bsonType.timestamp:
        return new Timestamp(this.#bytes.readBigUInt64LE(this.#need(8, end)));
      case bsonType.decimal:
        return new Decimal128(this.#copy(16, end));
      case bsonType.regex:
        return this.#regex(end);
      case bsonType.javascript:
        return new Code(this.#string(end));
      case bsonType.minKey:
        return new MinKey();
      case bsonType.maxKey:
        return new MaxKey();
      default:
        throw invalid(`type 0x${type.toString(16).padStart(2, '0')} is not supported`);
    }
  }

  #regex(end: number): BSONRegExp {
    const pattern = this.#name(end);
    const options = this.#name(end);
    try {
      return new BSONRegExp(pattern, options);
    } catch {
      throw invalid(`regular expression options "${options}"`);
    }
  }
}

/**
 * Decodes one document, which must fill `bytes`; of its fields the `wanted` alone, if that is given, but
 * all of it is checked. Keeps no reference to the bytes.
 *
 * @throws {MongoError} InvalidBSON (22) for anything malformed, for a repeated field name and for
 * the deprecated types (undefined, DBPointer, symbol, code with scope); Overflow (15) past 200
 * levels of nesting.
 * @see https://bsonspec.org/spec.html version 1.1
 */
export function decodeDocument(bytes: Uint8Array, wanted?: ReadonlySet<string>): Doc {
  const reader = new Reader(bytes);
  const length = bytes.byteLength;
  const doc = wanted ? reader.scan(length, 1, wanted) : reader.document(length, 1);
  if (reader.offset !== length) throw invalid('bytes follow the document');
  return doc;
}
