import { hashPair } from '../selection/ranking/hash';

/** Stands for a visitor and a campaign or a creative: two unsigned numbers of 32 bits. Two pairs share one as good as never. */
export interface VisitorKey {
  readonly first: number;
  readonly second: number;
}

/** @param trackingId @param id 32 hex digits each, of which half are random at least */
export function visitorKeyOf(trackingId: string, id: string): VisitorKey {
  const first = hashPair(wordOf(trackingId, 0), wordOf(id, 0));
  const second = hashPair(wordOf(trackingId, 1), wordOf(id, 1));
  // A place of a table without a key is free.
  return { first, second: second || 1 };
}

/** Eight hex digits as a number. Ids made of hashes and of UUIDs are random in their first and last eight. */
function wordOf(id: string, word: 0 | 1): number {
  return Number.parseInt(word === 0 ? id.slice(0, 8) : id.slice(24), 16);
}
