import type { Connection } from 'mongoose';

interface StoredEvent {
  readonly campaignId: string;
  readonly offerId: string;
  readonly kind: string;
  readonly offeredAt: Date;
  readonly verdict?: { readonly status: string; readonly price: bigint };
}

interface StoredTerms {
  readonly _id: string;
  readonly name: string;
  readonly maxCpm: bigint;
  readonly maxCpc: bigint | null;
  readonly hourlyBudget: bigint;
}

/**
 * Recounts the campaigns that pay for clicks, from documents as they are stored: a click costs the price where the first price holds, and
 * the same part of the price as its view has cost where the second does; views and clicks of an hour cost no more than its budget.
 */
export async function recountClicks(db: Connection): Promise<{
  /** Broken promises; must stay empty. */
  readonly problems: readonly string[];
  readonly paid: number;
}> {
  const read = async (name: string): Promise<unknown> =>
    db.collection(name).find({}, { useBigInt64: true }).toArray();
  const events = (await read('events')) as readonly StoredEvent[];
  const campaigns = (await read('campaigns')) as readonly StoredTerms[];
  const problems: string[] = [];
  let paid = 0;
  for (const { _id, name, maxCpm, maxCpc, hourlyBudget } of campaigns) {
    if (maxCpc === null) continue;
    const accepted = events.filter(
      ({ campaignId, verdict }) => campaignId === _id && verdict?.status === 'accepted',
    );
    for (const { kind, offerId, verdict } of accepted) {
      if (kind !== 'click') continue;
      paid += 1;
      const view = accepted.find((one) => one.kind === 'impression' && one.offerId === offerId);
      const [price, ofView] = [verdict?.price ?? 0n, view?.verdict?.price ?? 0n];
      const expected = (maxCpc * ofView * 1_000n) / maxCpm;
      const [least, most] = [
        expected - expected / 100_000n - 2n,
        expected + expected / 100_000n + 2n,
      ];
      if (price < least || price > most)
        problems.push(`a click on ${name} costs ${price} in place of ${expected}`);
    }
    const hours = Map.groupBy(accepted, ({ offeredAt }) => offeredAt.toISOString().slice(0, 13));
    for (const [hour, some] of hours) {
      const cost = some.reduce((sum, { verdict }) => sum + (verdict?.price ?? 0n), 0n);
      if (cost > hourlyBudget) problems.push(`${name} cost ${cost} in hour ${hour}`);
    }
  }
  return { problems, paid };
}
