import type { PlatformMembers } from '../../platform/platform.members';
import type { FoundPlacement } from '../../supply/placements/found-placement.store';
import type { SupplyMembers } from '../../supply/supply.members';
import { hourMs } from '../../time';
import type { MarketMembers } from '../market.members';

/** The removal of supply needs this of the context. */
export interface UnseenSupplyContext
  extends Pick<PlatformMembers, 'now'>,
    Pick<SupplyMembers, 'foundPlacements'>,
    Pick<MarketMembers, 'events'> {}

const batchSize = 1_000;
/** So long somebody may take to view a placement that a find made. */
const unseenForMs = 48 * hourMs;
/** From when gateways forget it to when it is gone: views of its last offers have come by then. */
const goneAfterMs = 2 * hourMs;
/** Clocks of gateways differ by less, and so do an event and its storing. */
const skewMs = hourMs;

/**
 * Removes the placements that finds made and that nobody has viewed within 48 hours, in two steps: gateways forget them, and 2
 * hours later they are gone. One that a find needs in between stays, with its id.
 *
 * @returns how many are gone.
 * @see docs/contract.md §6
 */
export async function removeUnseenSupply(
  ctx: UnseenSupplyContext,
  signal: AbortSignal,
): Promise<number> {
  const { foundPlacements: store } = ctx;
  let removed = 0;
  for (let isFull = true; isFull && !signal.aborted; ) {
    const due = await store.listDue(ctx.now(), batchSize);
    const seen = await seenOf(ctx, due, goneAfterMs);
    await store.keep([...seen], ctx.now());
    removed += await store.remove(unseen(due, seen), ctx.now());
    isFull = due.length === batchSize;
  }
  for (let isFull = true; isFull && !signal.aborted; ) {
    const found = await store.listFound(new Date(ctx.now().getTime() - unseenForMs), batchSize);
    const seen = await seenOf(ctx, found, 0);
    // Many take longer than gateways look back for changes.
    const now = ctx.now();
    await store.keep([...seen], now);
    const removeAt = new Date(now.getTime() + goneAfterMs);
    await store.markUnseen(unseen(found, seen), { removeAt, now });
    isFull = found.length === batchSize;
  }
  return removed;
}

const unseen = (placements: readonly FoundPlacement[], seen: ReadonlySet<string>) =>
  placements.map(({ id }) => id).filter((id) => !seen.has(id));

/** Those that have an event. @param sinceMs how long before their time one is looked for */
async function seenOf(
  { events }: UnseenSupplyContext,
  placements: readonly FoundPlacement[],
  sinceMs: number,
): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  for (const [siteId, ofSite] of Map.groupBy(placements, (one) => one.siteId)) {
    const first = Math.min(...ofSite.map(({ at }) => at.getTime()));
    const since = new Date(first - sinceMs - skewMs);
    const ids = ofSite.map(({ id }) => id);
    for (const id of await events.listSeenPlacements(siteId, ids, since)) seen.add(id);
  }
  return seen;
}
