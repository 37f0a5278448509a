import { setImmediate as nextTurn } from 'node:timers/promises';

/** Items, so many at a time: whatever waits has its turn between. */
export async function* inTurns<Item>(
  items: Iterable<Item>,
  itemsPerTurn: number,
): AsyncGenerator<readonly Item[]> {
  let some: Item[] = [];
  for (const item of items) {
    some.push(item);
    if (some.length < itemsPerTurn) continue;
    yield some;
    await nextTurn();
    some = [];
  }
  yield some;
}
