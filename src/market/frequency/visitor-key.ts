import { firstWordOf, lastWordOf } from '../../id-words';
import { hashPair } from '../selection/ranking/hash';

/** Stands for a visitor and a campaign or a creative: two unsigned numbers of 32 bits. Two pairs share one as good as never. */
export interface VisitorKey {
  readonly first: number;
  readonly second: number;
}

/** @param trackingId @param id 32 hex digits each, of which half are random at least */
export function visitorKeyOf(trackingId: string, id: string): VisitorKey {
  const first = hashPair(firstWordOf(trackingId), firstWordOf(id));
  const second = hashPair(lastWordOf(trackingId), lastWordOf(id));
  // A place of a table without a key is free.
  return { first, second: second || 1 };
}
