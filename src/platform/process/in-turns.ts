import { setImmediate as nextTurn } from 'node:timers/promises';
import { chunksOf } from '../../non-empty';

/** Items, so many at a time: whatever waits has its turn between. */
export async function* inTurns<Item>(
  items: Iterable<Item>,
  itemsPerTurn: number,
): AsyncGenerator<readonly Item[]> {
  for (const some of chunksOf(items, itemsPerTurn)) {
    yield some;
    if (some.length === itemsPerTurn) await nextTurn();
  }
}
