/** Longest page; longer ones are cut to it. @see docs/contract.md §5 */
export const maxPageSize = 1_000;
export const defaultPageSize = 10;

/** A caller's request for a page of a list. */
export interface PageParams {
  /** Items of a page, from 1; default 10, at most 1000: more is cut. */
  readonly first?: number | null;
  /** A cursor of the same list: the page counts from behind its item, in the list as it stood for that cursor. */
  readonly after?: string | null;
  /** Which page behind the cursor, from 1; default 1. */
  readonly page?: number | null;
}

/**
 * A list as it stood at one moment: what is added later is not in it, and what is deleted later leaves its place empty,
 * so that nothing behind it moves.
 */
export interface Snapshot {
  /** Where its newest item stands in the order of the list; null when it has none. */
  readonly last: number | readonly [createdAt: number, id: string] | null;
  /** Unix milliseconds. */
  readonly takenAt: number;
  readonly total: number;
}

/** The part of a list that a store is to read. */
export interface Slice {
  /** Places of the list to pass over. */
  readonly offset: number;
  readonly limit: number;
  /** null: take one. */
  readonly snapshot: Snapshot | null;
  readonly now: Date;
}

export interface SliceOfItems<Item> {
  readonly snapshot: Snapshot;
  /** In the order of the list, the first one at the slice's offset; null: deleted since the snapshot. */
  readonly places: readonly (Item | null)[];
}

/** The members that items of every list have. */
export interface Listed {
  readonly id: string;
  readonly createdAt: Date;
}

/** A part of a list that was read whole, as it is now, in the order of creation. */
export function sliceOfAll<Item extends Listed>(
  all: readonly Item[],
  { offset, limit, now }: Slice,
): SliceOfItems<Item> {
  const newest = all.at(-1);
  const last = newest ? ([newest.createdAt.getTime(), newest.id] as const) : null;
  const snapshot = { last, takenAt: now.getTime(), total: all.length };
  return { snapshot, places: all.slice(offset, offset + limit) };
}

/** Position of a page in its list, in the words of GraphQL cursor connections and of page numbers. */
export interface PageInfo {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /** The cursors of the first and last item; null on an empty page. */
  readonly startCursor: string | null;
  readonly endCursor: string | null;
  /** Cursor in front of the list's first item: with it all pages are of the same snapshot. */
  readonly listCursor: string;
  readonly page: number;
  /** At least 1. */
  readonly lastPage: number;
  readonly pageSize: number;
  /** Places of the first and last item, from 1; null on an empty page. */
  readonly from: number | null;
  readonly to: number | null;
}

export interface Page<Item> {
  readonly nodes: readonly Item[];
  readonly edges: readonly { readonly node: Item; readonly cursor: string }[];
  readonly totalCount: number;
  readonly pageInfo: PageInfo;
}
