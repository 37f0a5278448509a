import type { PlatformMembers } from '../../platform/platform.members';
import type { SupplyMembers } from '../../supply/supply.members';
import { hourMs } from '../../time';

/** The removal of sites needs this of the context. */
export interface UnseenSitesContext
  extends Pick<PlatformMembers, 'now'>,
    Pick<SupplyMembers, 'foundSites'> {}

const batchSize = 200;
const unseenForMs = 48 * hourMs;
const goneAfterMs = 2 * hourMs;

/**
 * Removes the sites that finds made and that have no placement 48 hours later, in the two steps that placements have: a
 * placement that nobody views is gone by then, and one that somebody has viewed keeps its site. A site that a find, its
 * publisher or a claim needs in between stays, with its id.
 *
 * @returns how many are gone.
 * @see docs/contract.md §6
 */
export async function removeUnseenSites(
  ctx: UnseenSitesContext,
  signal: AbortSignal,
): Promise<number> {
  const { foundSites: store } = ctx;
  const now = ctx.now();
  let removed = 0;
  for (let isFull = true; isFull && !signal.aborted; ) {
    const due = await store.listDue(now, batchSize);
    const { kept, found, none } = await sort(ctx, due);
    await store.keep([...kept, ...found], now);
    removed += await store.remove(none, now);
    isFull = due.length === batchSize;
  }
  for (let isFull = true; isFull && !signal.aborted; ) {
    const old = await store.listFound(new Date(now.getTime() - unseenForMs), batchSize);
    const { kept, found, none } = await sort(ctx, old);
    await store.keep(kept, now);
    await store.postpone(found, now);
    await store.markUnseen(none, { removeAt: new Date(now.getTime() + goneAfterMs), now });
    isFull = old.length === batchSize;
  }
  return removed;
}

async function sort({ foundSites }: UnseenSitesContext, ids: readonly string[]) {
  const sorted: Record<'kept' | 'found' | 'none', string[]> = { kept: [], found: [], none: [] };
  for (const id of ids) sorted[await foundSites.placementsOf(id)].push(id);
  return sorted;
}
