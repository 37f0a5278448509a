import { hourMs } from '../../time';
import type { foundSupplyLists, foundSupplyWrites } from './found-supply.store';

/** The use that something which a find made is of: for good, for what may be removed yet, or none. */
export type FoundUse = 'kept' | 'found' | 'none';

interface FoundStore
  extends ReturnType<typeof foundSupplyLists>,
    ReturnType<typeof foundSupplyWrites> {
  useOf(id: string): Promise<FoundUse>;
}

const batchSize = 200;
const unusedForMs = 48 * hourMs;
const goneAfterMs = 2 * hourMs;

/**
 * Removes what finds made and what is of no use 48 hours later, in the two steps that placements have: gateways forget it, and 2
 * hours later it is gone. What somebody needs in between stays, with its id.
 *
 * @param now is asked for each write: many take longer than gateways look back for changes
 * @returns how many are gone.
 * @see docs/contract.md §6
 */
export async function removeUnused(
  store: FoundStore,
  now: () => Date,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (let isFull = true; isFull && !signal.aborted; ) {
    const due = await store.listDue(now(), batchSize);
    const { kept, found, none } = await sort(store, due);
    await store.keep([...kept, ...found], now());
    removed += await store.remove(none, now());
    isFull = due.length === batchSize;
  }
  for (let isFull = true; isFull && !signal.aborted; ) {
    const old = await store.listFound(new Date(now().getTime() - unusedForMs), batchSize);
    const { kept, found, none } = await sort(store, old);
    const at = now();
    await store.keep(kept, at);
    await store.postpone(found, at);
    await store.markUnseen(none, { removeAt: new Date(at.getTime() + goneAfterMs), now: at });
    isFull = old.length === batchSize;
  }
  return removed;
}

async function sort(store: FoundStore, ids: readonly string[]) {
  const sorted: Record<FoundUse, string[]> = { kept: [], found: [], none: [] };
  for (const id of ids) sorted[await store.useOf(id)].push(id);
  return sorted;
}
