import type { Connection } from 'mongoose';
import type { MadeEdit } from './month-edits';

interface StoredCampaign {
  readonly _id: string;
  readonly name: string;
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

const timeOf = ({ offeredAt, occurredAt }: StoredSpending): number => +(offeredAt ?? occurredAt);

/**
 * Recounts a campaign whose budget of a day was changed once: nothing is offered that the budget in force cannot pay for; where it was
 * lowered in an hour, the former one pays until the end of that hour.
 *
 * @returns what passed the budget in force, and how many days cost more than the lesser of both
 */
function recountChange(
  paid: readonly StoredSpending[],
  edit: MadeEdit,
  timeZone: string,
): { readonly problems: readonly string[]; readonly beyond: number } {
  const { name, at, formerDailyBudget: former, changes } = edit;
  const next = changes.dailyBudget ?? null;
  if (former === null || next === null) return { problems: [], beyond: 0 };
  const endOfHour = Math.ceil(+at / 3_600_000) * 3_600_000;
  const from = next > former ? +at : endOfHour;
  const inOrder = paid.toSorted((one, other) => timeOf(one) - timeOf(other));
  const costs = new Map<string, bigint>();
  const problems: string[] = [];
  for (const one of inOrder) {
    const date = new Date(timeOf(one)).toLocaleDateString('en-CA', { timeZone });
    const cost = (costs.get(date) ?? 0n) + (one.verdict?.price ?? 0n);
    const budget = timeOf(one) < from ? former : next;
    costs.set(date, cost);
    if (cost > budget)
      problems.push(
        `${name} had cost ${cost} of ${budget} by ${new Date(timeOf(one)).toISOString()}`,
      );
  }
  const least = next < former ? next : former;
  return { problems, beyond: [...costs.values()].filter((cost) => cost > least).length };
}

/**
 * Recounts from events and conversions, by calendars of the platform, that no day of a campaign and no campaign costs more than its
 * budget, and that the sums are told right.
 */
export async function recountPeriods(
  db: Connection,
  edits: readonly MadeEdit[] = [],
): Promise<{
  /** Broken invariants; must stay empty. */
  readonly problems: readonly string[];
  /** Days and campaigns whose budgets could pay for no more views. */
  readonly full: number;
  /** By the campaign whose budget of a day was changed: the days that cost more than the lesser of both. */
  readonly beyond: ReadonlyMap<string, number>;
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
  const beyond = new Map<string, number>();
  let full = 0;
  for (const { _id, name, timeZone, dailyBudget, totalBudget } of campaigns) {
    const paid = accepted.filter(({ campaignId }) => campaignId === _id);
    const check = (span: string, cost: bigint, budget: bigint | null) => {
      if (budget === null) return;
      if (cost > budget) problems.push(`${span} of ${_id} cost ${cost} of ${budget}`);
      if (budget - cost < cent) full += 1;
    };
    const days = Map.groupBy(paid, ({ offeredAt, occurredAt }) =>
      (offeredAt ?? occurredAt).toLocaleDateString('en-CA', { timeZone }),
    );
    const edit = edits.find((one) => one.name === name && one.changes.dailyBudget);
    if (edit) {
      const changed = recountChange(paid, edit, timeZone);
      problems.push(...changed.problems);
      beyond.set(name, changed.beyond);
    } else for (const [date, some] of days) check(date, costOf(some), dailyBudget);
    check('the whole life', costOf(paid), totalBudget);
    if ((told.get(_id) ?? 0n) !== costOf(paid))
      problems.push(`${_id} has spent ${costOf(paid)}: told are ${told.get(_id)}`);
  }
  return { problems, full, beyond };
}
