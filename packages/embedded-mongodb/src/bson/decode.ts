import { Binary, BSONRegExp, Code, Decimal128, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import { mongoError } from '../errors';
import { double } from './arithmetic';
import { ByteReader, invalid } from './byte-reader';
import { bsonType, maxDepth } from './types';
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

/**
 * The names of the last document that was scanned, all different: most others have the same, or the first of them.
 * Measured by `bench/insert.ts`: without it an insert takes a tenth more CPU time. Delete it when it saves less.
 */
let lastNames: readonly string[] = [];

class Decoder {
  readonly #in: ByteReader;

  constructor(reader: ByteReader) {
    this.#in = reader;
  }

  document(limit: number, depth: number): Doc {
    const end = this.#enter(limit, depth);
    const doc: Doc = new Map();
    let count = 0;
    for (let type = this.#in.byte(end); type !== 0; type = this.#in.byte(end)) {
      const name = this.#in.name(end);
      doc.set(name, this.#value(type, end, depth));
      count += 1;
    }
    if (this.#in.at !== end) throw invalid('a document ends before its length');
    if (doc.size !== count) throw invalid('a document repeats a field name');
    return doc;
  }

  /** Checks all that `document` does; builds the wanted fields only. */
  scan(limit: number, depth: number, wanted: ReadonlySet<string>): Doc {
    const end = this.#enter(limit, depth);
    const doc: Doc = new Map();
    let names: string[] | undefined;
    let count = 0;
    for (let type = this.#in.byte(end); type !== 0; type = this.#in.byte(end)) {
      const likely = names ? undefined : lastNames[count];
      const name = this.#in.nameLike(likely, end);
      if (!names && name !== likely) names = lastNames.slice(0, count);
      names?.push(name);
      count += 1;
      if (wanted.has(name)) doc.set(name, this.#value(type, end, depth));
      else this.#skip(type, end, depth);
    }
    if (this.#in.at !== end) throw invalid('a document ends before its length');
    if (!names) return doc;
    if (new Set(names).size < count) throw invalid('a document repeats a field name');
    if (depth === 1) lastNames = names;
    return doc;
  }

  #skip(type: number, end: number, depth: number): void {
    const size = fixedSizes[type];
    if (size !== undefined) this.#in.need(size, end);
    else if (type === bsonType.string) this.#in.skipString(end);
    else if (type === bsonType.date) this.#time(end);
    else if (type === bsonType.object) this.scan(end, depth + 1, noNames);
    else if (type === bsonType.binData) {
      const length = this.#in.int32(end);
      this.#in.need(1, end);
      this.#in.need(length, end);
    } else this.#value(type, end, depth);
  }

  #array(limit: number, depth: number): Value[] {
    const end = this.#enter(limit, depth);
    const array: Value[] = [];
    for (let type = this.#in.byte(end); type !== 0; type = this.#in.byte(end)) {
      while (this.#in.byte(end) !== 0);
      array.push(this.#value(type, end, depth));
    }
    if (this.#in.at !== end) throw invalid('an array ends before its length');
    return array;
  }

  /** Reads the length of a document; returns the offset behind it. */
  #enter(limit: number, depth: number): number {
    if (depth > maxDepth) {
      throw mongoError('Overflow', `nested deeper than ${maxDepth} levels`);
    }
    const start = this.#in.at;
    const length = this.#in.int32(limit);
    if (length < 5 || start + length > limit) throw invalid('a length is out of bounds');
    return start + length;
  }

  #value(type: number, end: number, depth: number): Value {
    switch (type) {
      case bsonType.string:
        return this.#in.string(end);
      case bsonType.int:
        return this.#in.int32(end);
      case bsonType.double:
        return double(this.#in.bytes.readDoubleLE(this.#in.need(8, end)));
      case bsonType.object:
        return this.document(end, depth + 1);
      case bsonType.array:
        return this.#array(end, depth + 1);
      case bsonType.objectId: {
        const start = this.#in.need(12, end);
        return new ObjectId(this.#in.bytes.subarray(start, start + 12));
      }
      case bsonType.date:
        return new Date(this.#time(end));
      case bsonType.bool:
        return this.#bool(end);
      case bsonType.null:
        return null;
      case bsonType.long:
        return this.#in.bytes.readBigInt64LE(this.#in.need(8, end));
      default:
        return this.#rareValue(type, end);
    }
  }

  #bool(end: number): boolean {
    const byte = this.#in.byte(end);
    if (byte > 1) throw invalid('a boolean is neither 0 nor 1');
    return byte === 1;
  }

  /** Unix milliseconds. */
  #time(end: number): number {
    const low = this.#in.int32(end) >>> 0;
    const time = this.#in.int32(end) * 2 ** 32 + low;
    if (Math.abs(time) > maxTime) throw invalid('a date is past the year 275760');
    return time;
  }

  #rareValue(type: number, end: number): Value {
    switch (type) {
      case bsonType.binData: {
        const length = this.#in.int32(end);
        const subtype = this.#in.byte(end);
        return new Binary(this.#in.copy(length, end), subtype);
      }
      case bsonType.timestamp:
        return new Timestamp(this.#in.bytes.readBigUInt64LE(this.#in.need(8, end)));
      case bsonType.decimal:
        return new Decimal128(this.#in.copy(16, end));
      case bsonType.regex:
        return this.#regex(end);
      case bsonType.javascript:
        return new Code(this.#in.string(end));
      case bsonType.minKey:
        return new MinKey();
      case bsonType.maxKey:
        return new MaxKey();
      default:
        throw invalid(`type 0x${type.toString(16).padStart(2, '0')} is not supported`);
    }
  }

  #regex(end: number): BSONRegExp {
    const pattern = this.#in.name(end);
    const options = this.#in.name(end);
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
  const reader = new ByteReader(bytes);
  const decoder = new Decoder(reader);
  const length = bytes.byteLength;
  const doc = wanted ? decoder.scan(length, 1, wanted) : decoder.document(length, 1);
  if (reader.at !== length) throw invalid('bytes follow the document');
  return doc;
}
