import type { ServiceContext } from '../../src/api/context';
import { type AdEvent, partitionOf } from '../../src/market/events/event';
import type { CountedVerdict } from '../../src/money/verification/verdict-listener';
import { anEvent } from './events';

export const accepted: CountedVerdict = {
  ...{ status: 'accepted', reason: null, price: 1_000_000_000n, rate: 50_000_000_000n },
  ...{ charge: 2_000_000_000n, revenue: 1_900_000_000n },
  ...{ demandFee: 60_000_000n, supplyFee: 40_000_000n },
};
export const rejectedAsBot: CountedVerdict = {
  ...{ status: 'rejected', reason: 'bot', price: 0n, rate: null, charge: 0n, revenue: 0n },
  ...{ demandFee: 0n, supplyFee: 0n },
};

let batches = 1_000_000;

/** Tells statistics of verdicts on events, as the verification does. */
export async function tellVerdicts(
  ctx: ServiceContext,
  given: readonly (Partial<AdEvent> & { readonly verdict?: CountedVerdict })[],
): Promise<void> {
  const judged = given.map(({ verdict = accepted, ...change }) => ({
    event: { ...anEvent(change), settleAt: null },
    verdict,
  }));
  const byPartition = Map.groupBy(judged, ({ event }) => partitionOf(event.advertiserId));
  for (const [partition, events] of byPartition) {
    batches += 1;
    const changes = { partition, batch: batches, events, conversions: [], corrected: [] };
    await ctx.inTransaction((session) => ctx.onVerdicts(changes, session));
  }
}
