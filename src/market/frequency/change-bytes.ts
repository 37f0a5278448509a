import { readKey, writeKey } from './count-bytes';
import type { NotedChange } from './view-count';
import type { VisitorKey } from './visitor-key';

/**
 * A change as bytes, behind a byte of form, numbers big-endian:
 *
 *     0   1  0: an offer, 1: a view, 2: a view of a campaign without caps
 *     1   8  the two numbers of the key
 *     9   4  the offer's Unix seconds; of a view 0 where the offer had run out, or the campaign has no caps
 *    13   4  the view's hour; of an offer 0
 */
export const changeBytes = 17;

/** A document has at most 16 MB. */
export const changesOfShare = 200_000;

/** The form of changes, their first byte. */
const form = 1;
const kinds = { offer: 0, view: 1, uncappedView: 2 } as const;

export interface KeyedChange {
  readonly key: VisitorKey;
  readonly change: NotedChange;
}

export function formatChanges(changes: readonly KeyedChange[]): Buffer {
  const bytes = Buffer.alloc(1 + changes.length * changeBytes);
  bytes.writeUInt8(form, 0);
  changes.forEach((keyed, nth) => writeChange(bytes, 1 + nth * changeBytes, keyed));
  return bytes;
}

export function* readChanges(bytes: Buffer): Iterable<KeyedChange> {
  if (bytes[0] !== form) throw new Error('a share of views is of a later form');
  for (let at = 1; at + changeBytes <= bytes.length; at += changeBytes) yield readChange(bytes, at);
}

/** Writes the bytes of one change. */
export function writeChange(bytes: Buffer, at: number, { key, change }: KeyedChange): void {
  bytes.writeUInt8(kinds[change.kind], at);
  writeKey(bytes, at + 1, key);
  bytes.writeUInt32BE(secondsOf(change), at + 9);
  bytes.writeUInt32BE(change.kind === 'offer' ? 0 : change.hour, at + 13);
}

export function readChange(bytes: Buffer, at: number): KeyedChange {
  return { key: readKey(bytes, at + 1), change: readNotedChange(bytes, at) };
}

function secondsOf(change: NotedChange): number {
  switch (change.kind) {
    case 'offer':
      return change.at;
    case 'view':
      return change.offeredAt ?? 0;
    case 'uncappedView':
      return 0;
  }
}

function readNotedChange(bytes: Buffer, at: number): NotedChange {
  const offeredAt = bytes.readUInt32BE(at + 9);
  if (bytes[at] === kinds.offer) return { kind: 'offer', at: offeredAt };
  const hour = bytes.readUInt32BE(at + 13);
  if (bytes[at] === kinds.uncappedView) return { kind: 'uncappedView', hour };
  return {
    kind: 'view',
    hour,
    offeredAt: offeredAt === 0 ? null : offeredAt,
  };
}
