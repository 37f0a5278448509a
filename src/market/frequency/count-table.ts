import { countBytes, readCount, readKey, writeCount, writeKey } from './count-bytes';
import type { ViewCount } from './view-count';
import type { VisitorKey } from './visitor-key';

/** Above it searches get long. */
const mostFilled = 0.75;

/** Entries of a table of so much room at most. */
export const mostFilledOf = (room: number): number => Math.ceil(room * mostFilled);

/**
 * Counts by key in one block of bytes: open addressing, the next free place, nothing is ever removed. An entry takes 25 bytes, and
 * 34 to 67 with the room that is free, where a `Map` of objects takes some 150 (bench `frequency`). To be deleted when memory for
 * five million visitors is no matter.
 */
export class CountTable {
  private readonly bytes: Buffer;
  private filled = 0;

  /** @param room a power of two */
  constructor(private readonly room: number) {
    this.bytes = Buffer.alloc(room * countBytes);
  }

  get size(): number {
    return this.filled;
  }

  get isFull(): boolean {
    return this.filled >= mostFilledOf(this.room);
  }

  get(key: VisitorKey): ViewCount | null {
    const at = this.placeOf(key);
    return this.isFree(at) ? null : readCount(this.bytes, at);
  }

  /** Not for a table that is full, unless it has the key. @returns true: it did not have the key */
  set(key: VisitorKey, count: ViewCount): boolean {
    const at = this.placeOf(key);
    const isNew = this.isFree(at);
    if (isNew) {
      writeKey(this.bytes, at, key);
      this.filled += 1;
    }
    writeCount(this.bytes, at, count);
    return isNew;
  }

  *entries(): Iterable<readonly [VisitorKey, ViewCount]> {
    for (let at = 0; at < this.bytes.length; at += countBytes) {
      if (this.isFree(at)) continue;
      yield [readKey(this.bytes, at), readCount(this.bytes, at)];
    }
  }

  /** The first byte of the key's entry, or of the place that it would take. */
  private placeOf({ first, second }: VisitorKey): number {
    // The first bits of `first` choose the table.
    let place = (first ^ second) & (this.room - 1);
    for (;;) {
      const at = place * countBytes;
      if (this.isFree(at)) return at;
      if (this.bytes.readUInt32BE(at) === first && this.bytes.readUInt32BE(at + 4) === second)
        return at;
      place = (place + 1) & (this.room - 1);
    }
  }

  private isFree(at: number): boolean {
    return this.bytes.readUInt32BE(at + 4) === 0;
  }
}
