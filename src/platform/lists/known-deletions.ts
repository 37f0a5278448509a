import { LRUCache } from 'lru-cache';

/** A document that was deleted: its number in its list, and when, in Unix milliseconds. */
export type Deletion = readonly [sequence: number, deletedAt: number];

interface KnownDeletions {
  /** Deletions until then are known. */
  readonly readUntil: number;
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
 * of this process are read.
 *
 * @param collection names the collection of the lists
 * @param read finds the deletions after one time and until another
 */
export async function listDeletions(
  collection: object,
  list: string,
  until: number,
  read: (after: number, until: number) => Promise<readonly Deletion[]>,
): Promise<readonly Deletion[]> {
  const lists = known.get(collection) ?? remember(collection);
  const before = lists.get(list);
  if (before && before.readUntil >= until)
    return before.deletions.filter(([, deletedAt]) => deletedAt <= until);
  const found = await read(before ? before.readUntil - overlapMs : 0, until);
  if (before && found.length === 0) {
    lists.set(list, { ...before, readUntil: until });
    return before.deletions;
  }
  const merged = new Map([...(before?.deletions ?? []), ...found]);
  const deletions = [...merged].sort(([one], [other]) => one - other);
  lists.set(list, { readUntil: until, deletions });
  return deletions;
}

function remember(collection: object): LRUCache<string, KnownDeletions> {
  const lists = new LRUCache<string, KnownDeletions>({
    maxSize: maxDeletions,
    sizeCalculation: ({ deletions }) => 1 + deletions.length,
  });
  known.set(collection, lists);
  return lists;
}
