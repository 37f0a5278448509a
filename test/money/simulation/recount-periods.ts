import type { Connection } from 'mongoose';

interface StoredCampaign {
  readonly _id: string;
  readonly timeZone: string;
  readonly dailyBudget: bigint | null;
  readonly totalBudget: bigint | null;
}

interface StoredSpending {
  readonly campaignId: string;
  readonly offeredAt?: Date;
  readonly occurredAt: Date;
  readonly limitType?: string;
  readonly verdict?: { readonly status: string; readonly price: bigint };
}

/** Less than a view costs: 10^-11 USD. */
const cent = 10n ** 9n;

const costOf = (some: readonly StoredSpending[]): bigint =>
  some.reduce((sum, { verdict }) => sum + (verdict?.price ?? 0n), 0n);

/**
 * Recounts from events and conversions, by calendars of the platform, that no day of a campaign and no campaign costs more than its
 * budget, and that the sums are told right.
 */
export async function recountPeriods(db: Connection): Promise<{
  /** Broken invariants; must stay empty. */
  readonly problems: readonly string[];
  /** Days and campaigns whose budgets could pay for no more views. */
  readonly full: number;
}> {
  const read = async (name: string): Promise<unknown> =>
    db.collection(name).find({}, { useBigInt64: true }).toArray();
  const campaigns = (await read('campaigns')) as readonly StoredCampaign[];
  const events = (await read('events')) as readonly StoredSpending[];
  const conversions = (await read('recordedConversions')) as readonly StoredSpending[];
  const sums = (await read('campaignPeriods')) as readonly { _id: string; spent: bigint }[];
  const told = new Map(sums.map(({ _id, spent }) => [_id, spent]));
  const accepted = [
    ...events,
    ...conversions.filter(({ limitType }) => limitType === 'in_budget'),
  ].filter(({ verdict }) => verdict?.status === 'accepted');
  const problems: string[] = [];
  let full = 0;
  for (const { _id, timeZone, dailyBudget, totalBudget } of campaigns) {
    const paid = accepted.filter(({ campaignId }) => campaignId === _id);
    const check = (name: string, cost: bigint, budget: bigint | null) => {
      if (budget === null) return;
      if (cost > budget) problems.push(`${name} of ${_id} cost ${cost} of ${budget}`);
      if (budget - cost < cent) full += 1;
    };
    const days = Map.groupBy(paid, ({ offeredAt, occurredAt }) =>
      (offeredAt ?? occurredAt).toLocaleDateString('en-CA', { timeZone }),
    );
    for (const [date, some] of days) check(date, costOf(some), dailyBudget);
    check('the whole life', costOf(paid), totalBudget);
    if ((told.get(_id) ?? 0n) !== costOf(paid))
      problems.push(`${_id} has spent ${costOf(paid)}: told are ${told.get(_id)}`);
  }
  return { problems, full };
}
