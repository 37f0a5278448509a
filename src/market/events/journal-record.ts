import { crc32 } from 'node:zlib';
import type { AdEvent } from './event';

/** The newest version of the records that `encodeRecords` writes: that of views which must have been measured. */
const version = 4;

/**
 * Versions before 3 know nothing of other servers, and would take their events for our own; those before 4 would pay for views
 * that nobody has measured.
 */
function versionOf({ peer, requiresViewability }: AdEvent): number {
  if (requiresViewability) return version;
  return peer === undefined ? 2 : 3;
}

/** An event as JSON gives it back. */
interface RecordedEvent extends Omit<AdEvent, 'price' | 'needsConfirmation'> {
  /** The version of the record; absent from the first. */
  readonly version?: number;
  readonly price?: string | null;
  readonly needsConfirmation?: boolean;
}

const headerLength = 8;
/** Far above the longest event: a length beyond it is no length. */
const maxRecordLength = 64 * 1024;

/** The records that a segment's bytes hold. */
export interface SegmentContents {
  readonly events: readonly AdEvent[];
  /** Bytes after the last whole record: of an append that never finished, hence of events that were never acknowledged. */
  readonly tornBytes: number;
  /**
   * True where more records may follow the first bad record: the disk has a fault, not only an append that was cut off.
   */
  readonly isDamaged: boolean;
}

/**
 * Encodes events for the journal. A record is 8 bytes, little-endian, and the event as UTF-8 JSON, with the record's
 * version and its price as a text of whole units:
 *
 *     0    4  length of the JSON in bytes
 *     4    4  CRC-32 of the JSON
 */
export function encodeRecords(events: readonly AdEvent[]): Buffer {
  return Buffer.concat(
    events.flatMap((event) => {
      const json = Buffer.from(
        JSON.stringify({
          version: versionOf(event),
          ...event,
          price: event.price?.toString() ?? null,
        }),
      );
      const header = Buffer.allocUnsafe(headerLength);
      header.writeUInt32LE(json.length, 0);
      header.writeUInt32LE(crc32(json), 4);
      return [header, json];
    }),
  );
}

/**
 * Reads records up to the first that is not whole.
 *
 * @throws {Error} for a whole record that a later version of this server has written.
 */
export function decodeRecords(bytes: Buffer): SegmentContents {
  const events: AdEvent[] = [];
  let at = 0;
  for (;;) {
    const end = endOfRecord(bytes, at);
    const tornBytes = bytes.length - at;
    if (end === null) return { events, tornBytes, isDamaged: tornBytes > maxRecordLength };
    const json = bytes.subarray(at + headerLength, end);
    if (crc32(json) !== bytes.readUInt32LE(at + 4))
      return { events, tornBytes, isDamaged: end < bytes.length };
    events.push(parseEvent(json));
    at = end;
  }
}

/** null: the record does not end within the bytes, or has no believable length. */
function endOfRecord(bytes: Buffer, at: number): number | null {
  if (bytes.length - at < headerLength) return null;
  const length = bytes.readUInt32LE(at);
  const end = at + headerLength + length;
  return length === 0 || length > maxRecordLength || end > bytes.length ? null : end;
}

function parseEvent(json: Buffer): AdEvent {
  // Safe: the checksum says that these are the bytes which encodeRecords wrote, now or before finds offered prices.
  const { version: found = 1, ...event } = JSON.parse(json.toString()) as RecordedEvent;
  if (found > version)
    throw new Error(
      `the journal has a record of form ${found}, which a later version of Adgate writes`,
    );
  const { price = null, needsConfirmation = false } = event;
  return {
    ...event,
    price: price === null ? null : BigInt(price),
    needsConfirmation,
    offeredAt: new Date(event.offeredAt),
    occurredAt: new Date(event.occurredAt),
  };
}
