import { LRUCache } from 'lru-cache';

/** A document that was deleted: its number in its list, and when, in Unix milliseconds. */
export type Deletion = readonly [sequence: number, deletedAt: number];

interface KnownDeletions {
  /** Deletions until then are known. */
  readonly readUntil: number;
  /** When they were read, by the clock and by one that is never set. */
  readonly readAt: { readonly clock: number; readonly steady: number };
  /** By ascending number. */
  readonly deletions: readonly Deletion[];
}

/** Deletions that this process remembers of each collection. */
const maxDeletions = 200_000;
/** Clocks of writers may differ by so much: deletions of this last stretch are read again. */
const overlapMs = 10_000;

const known = new WeakMap<object, LRUCache<string, KnownDeletions>>();

/**
 * The deletions of a list until a time, by ascending number. Deletions are for good: only those since the last question
 * of this process are read, or all where the clock has been set back since.
 *
 * @param collection names the collection of the lists
 * @param times Unix milliseconds: the deletions until `until` are wanted, and the clock shows `now`
 * @param read finds the deletions after one time and until another
 */
export async function listDeletions(
  collection: object,
  list: string,
  { until, now }: { readonly until: number; readonly now: number },
  read: (after: number, until: number) => Promise<readonly Deletion[]>,
): Promise<readonly Deletion[]> {
  const lists = known.get(collection) ?? remember(collection);
  const readAt = { clock: now, steady: performance.now() };
  const remembered = lists.get(list);
  const before = remembered && !wasSetBack(remembered.readAt, readAt) ? remembered : undefined;
  const wanted = (deletions: readonly Deletion[]) =>
    deletions.filter(([, deletedAt]) => deletedAt <= until);
  if (before && before.readUntil >= until) return wanted(before.deletions);
  // A snapshot may have been taken before the clock was set back.
  const readUntil = Math.min(until, now);
  const found = await read(before ? before.readUntil - overlapMs : 0, until);
  if (before && found.length === 0) {
    lists.set(list, { ...before, readUntil, readAt });
    return wanted(before.deletions);
  }
  const merged = new Map([...(before?.deletions ?? []), ...found]);
  const deletions = [...merged].sort(([one], [other]) => one - other);
  lists.set(list, { readUntil, readAt, deletions });
  return wanted(deletions);
}

/** Says that the clock was set back between two moments. */
const wasSetBack = (from: KnownDeletions['readAt'], to: KnownDeletions['readAt']): boolean =>
  to.steady - from.steady > to.clock - from.clock + overlapMs;

function remember(collection: object): LRUCache<string, KnownDeletions> {
  const lists = new LRUCache<string, KnownDeletions>({
    maxSize: maxDeletions,
    sizeCalculation: ({ deletions }) => 1 + deletions.length,
  });
  known.set(collection, lists);
  return lists;
}
