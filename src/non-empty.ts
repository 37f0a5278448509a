/** A list with at least one member. */
export type NonEmpty<Item> = readonly [Item, ...Item[]];

export const isNonEmpty = <Item>(items: readonly Item[]): items is NonEmpty<Item> =>
  items.length > 0;

/** The items in chunks of so many, in their order; the last chunk may have fewer. */
export function* chunksOf<Item>(items: Iterable<Item>, size: number): Generator<Item[], undefined> {
  let chunk: Item[] = [];
  for (const item of items) {
    chunk.push(item);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** Groups items by a key, in the order of each group’s first item. `Map.groupBy` does not say that no group is empty. */
export function groupsOf<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, NonEmpty<Item>> {
  const groups = new Map<Key, [Item, ...Item[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
