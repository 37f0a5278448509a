import { inTurns } from '../../platform/process/in-turns';
import type { ViewCount } from './view-count';
import type { VisitorKey } from './visitor-key';

/**
 * A key and its count as bytes, numbers big-endian:
 *
 *     0   8  the two numbers of the key
 *     8   4  hour
 *    12   8  inHour, inDay, inWeek, inLife
 *    20   1  open, signed
 *    21   4  openedAt
 */
export const countBytes = 25;

export function writeCount(bytes: Buffer, at: number, count: ViewCount): void {
  bytes.writeUInt32BE(count.hour, at + 8);
  bytes.writeUInt16BE(count.inHour, at + 12);
  bytes.writeUInt16BE(count.inDay, at + 14);
  bytes.writeUInt16BE(count.inWeek, at + 16);
  bytes.writeUInt16BE(count.inLife, at + 18);
  bytes.writeInt8(count.open, at + 20);
  bytes.writeUInt32BE(count.openedAt, at + 21);
}

export function readCount(bytes: Buffer, at: number): ViewCount {
  return {
    hour: bytes.readUInt32BE(at + 8),
    inHour: bytes.readUInt16BE(at + 12),
    inDay: bytes.readUInt16BE(at + 14),
    inWeek: bytes.readUInt16BE(at + 16),
    inLife: bytes.readUInt16BE(at + 18),
    open: bytes.readInt8(at + 20),
    openedAt: bytes.readUInt32BE(at + 21),
  };
}

export function readKey(bytes: Buffer, at: number): VisitorKey {
  return { first: bytes.readUInt32BE(at), second: bytes.readUInt32BE(at + 4) };
}

export function writeKey(bytes: Buffer, at: number, { first, second }: VisitorKey): void {
  bytes.writeUInt32BE(first, at);
  bytes.writeUInt32BE(second, at + 4);
}

/** The form of what `formatKeyedCounts` makes, its first byte. */
const form = 1;

/** Counts that are read or written in one turn: some milliseconds. */
export const countsPerTurn = 8_192;

/** A byte of form, then keys with their counts, one behind the other. */
export async function formatKeyedCounts(
  counts: Iterable<readonly [VisitorKey, ViewCount]>,
): Promise<Buffer> {
  const parts = [Buffer.of(form)];
  for await (const some of inTurns(counts, countsPerTurn)) {
    const bytes = Buffer.alloc(some.length * countBytes);
    for (const [nth, [key, count]] of some.entries()) {
      writeKey(bytes, nth * countBytes, key);
      writeCount(bytes, nth * countBytes, count);
    }
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}

export function* readKeyedCounts(bytes: Buffer): Iterable<readonly [VisitorKey, ViewCount]> {
  if (bytes[0] !== form) throw new Error('the counts of visitors are of a later form');
  for (let at = 1; at + countBytes <= bytes.length; at += countBytes)
    yield [readKey(bytes, at), readCount(bytes, at)];
}
