import { isUtf8 } from 'node:buffer';
import { type MongoError, mongoError } from '../errors';

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

export function invalid(reason: string): MongoError {
  return mongoError('InvalidBSON', `invalid BSON: ${reason}`);
}

/**
 * Texts of up to 24 ASCII characters, by a hash of their bytes: names repeat in every document, and many short values do.
 * Measured by `bench/scan.ts`: without it a `$group` takes a tenth more CPU time, and a whole document two thirds more to
 * decode. Delete it when it saves the `$group` less than that.
 */
const textCache: (string | undefined)[] = new Array<string | undefined>(4096).fill(undefined);
const maxCachedLength = 24;

/** Reads bytes of BSON from the front on. Each `end` is the offset that a value must not reach over. */
export class ByteReader {
  readonly bytes: Buffer;
  at = 0;

  constructor(bytes: Uint8Array) {
    const { buffer, byteOffset, byteLength } = bytes;
    this.bytes = Buffer.isBuffer(bytes) ? bytes : Buffer.from(buffer, byteOffset, byteLength);
  }

  /** Steps over `count` bytes that must exist before `end`; returns where they begin. */
  need(count: number, end: number): number {
    const start = this.at;
    if (count < 0 || start + count > end) throw invalid('a value is cut off');
    this.at = start + count;
    return start;
  }

  /** A byte, which must stand before `end`. */
  byte(end: number): number {
    return this.bytes[this.need(1, end)]!;
  }

  /** Little-endian, as all numbers of BSON are. */
  int32(end: number): number {
    const at = this.need(4, end);
    const bytes = this.bytes;
    return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
  }

  /** Bytes in memory of their own. */
  copy(length: number, end: number): Buffer {
    const start = this.need(length, end);
    const copy = Buffer.allocUnsafe(length);
    this.bytes.copy(copy, 0, start, start + length);
    return copy;
  }

  /** A text that a zero byte ends, as names and regular expressions are. */
  name(end: number): string {
    const start = this.at;
    let at = start;
    while (at < end && this.bytes[at] !== 0) at += 1;
    if (at >= end) throw invalid('a name is cut off');
    this.at = at + 1;
    return this.#shared(start, at);
  }

  /** Reads a name that probably is the given one, in one look at its bytes. */
  nameLike(likely: string | undefined, end: number): string {
    if (likely === undefined) return this.name(end);
    const after = this.at + likely.length;
    if (after >= end || this.bytes[after] !== 0 || !this.#isAt(likely, this.at)) {
      return this.name(end);
    }
    this.at = after + 1;
    return likely;
  }

  /** A text behind its length. */
  string(end: number): string {
    const length = this.int32(end);
    const start = this.need(length, end);
    if (length < 1 || this.bytes[this.at - 1] !== 0) throw invalid('a string has no end');
    return this.#shared(start, this.at - 1);
  }

  /** Steps over a text, and checks all that `string` checks. */
  skipString(end: number): void {
    const length = this.int32(end);
    const start = this.need(length, end);
    const last = start + length - 1;
    if (length < 1 || this.bytes[last] !== 0) throw invalid('a string has no end');
    let at = start;
    while (at < last && this.bytes[at]! < 0x80) at += 1;
    if (at < last && !isUtf8(this.bytes.subarray(at, last))) {
      throw invalid('a string is not UTF-8');
    }
  }

  /** The text, from the cache if it is short and ASCII. */
  #shared(start: number, end: number): string {
    const length = end - start;
    if (length > maxCachedLength) return this.#text(start, end);
    const bytes = this.bytes;
    let hash = length;
    for (let at = start; at < end; at += 1) hash = (hash * 31 + bytes[at]!) | 0;
    const slot = (hash ^ (hash >>> 13)) & (textCache.length - 1);
    const cached = textCache[slot];
    if (cached?.length === length && this.#isAt(cached, start)) return cached;
    const text = this.#text(start, end);
    if (text.length === length) textCache[slot] = text;
    return text;
  }

  /** Says that a text is ASCII, and the bytes at `start` spell the text. */
  #isAt(text: string, start: number): boolean {
    for (let i = 0; i < text.length; i += 1) {
      const code = text.charCodeAt(i);
      if (code > 0x7f || code !== this.bytes[start + i]) return false;
    }
    return true;
  }

  #text(start: number, end: number): string {
    const text = this.bytes.toString('utf8', start, end);
    if (text.includes('\ufffd')) {
      try {
        strictUtf8.decode(this.bytes.subarray(start, end));
      } catch {
        throw invalid('a string is not UTF-8');
      }
    }
    return text;
  }
}
