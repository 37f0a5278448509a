interface Page<Item> {
  readonly nodes: readonly Item[];
  readonly pageInfo: { readonly lastPage: number; readonly from: number | null };
}

export interface NewestPage<Item> {
  /** The newest first. */
  readonly items: readonly {
    readonly item: Item;
    /** Its number in the list, from 1: the oldest. It stays. */
    readonly place: number;
  }[];
  readonly lastPage: number;
}

/**
 * A page of a list from its end: the server’s lists of money begin with what is oldest, and people want to see what is
 * new.
 *
 * @param page from 1, which has the newest items
 */
export async function readNewest<Item>(
  read: (page: number) => Promise<Page<Item>>,
  page: number,
): Promise<NewestPage<Item>> {
  const first = await read(1);
  const { lastPage } = first.pageInfo;
  const { nodes, pageInfo } = page >= lastPage ? first : await read(lastPage - page + 1);
  const items = nodes.map((item, at) => ({ item, place: (pageInfo.from ?? 1) + at }));
  return { items: items.toReversed(), lastPage };
}
