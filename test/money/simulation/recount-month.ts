import type { Connection } from 'mongoose';
import type { MadeEdit } from './month-edits';
import { type BidTerms, isScheduled, localOf, recountCaps } from './month-terms';

interface StoredView {
  readonly campaignId: string;
  readonly trackingId: string | null;
  readonly offeredAt: Date;
  readonly occurredAt: Date;
  readonly verdict?: {
    readonly status: string;
    readonly reason: string | null;
    readonly price: bigint;
  };
}

interface StoredTerms extends BidTerms {
  readonly _id: string;
  readonly name: string;
  readonly hourlyBudget: bigint;
  readonly frequencyCaps: readonly string[] | null;
  readonly showsToUnknownVisitors: boolean;
  readonly schedule: readonly string[] | null;
  readonly scheduleClock: 'campaign' | 'visitor';
  readonly startsAt: Date;
  readonly endsAt: Date | null;
}

export interface MonthRecount {
  /** Broken promises; must stay empty. */
  readonly problems: readonly string[];
  /** Views by their verdicts. */
  readonly verdicts: ReadonlyMap<string, number>;
  /** The cost of each campaign, by name, in 10^-11 USD. */
  readonly spent: ReadonlyMap<string, bigint>;
  /** Caps that a visitor has reached, and hours whose budget could pay for no more. */
  readonly reached: number;
  /** Views of campaigns with caps by visitors of whom nothing is known. */
  readonly unknown: number;
}

/** Less than a view costs: 10^-11 USD. */
const cent = 10n ** 9n;

const priceOf = (views: readonly StoredView[]): bigint =>
  views.reduce((sum, { verdict }) => sum + (verdict?.price ?? 0n), 0n);

/** Recounts what each campaign was promised, from documents as they are stored, by none of the product's code. */
export async function recountMonth(
  db: Connection,
  edits: readonly MadeEdit[],
  deaths: readonly Date[],
): Promise<MonthRecount> {
  const read = async (name: string, filter: Record<string, unknown> = {}): Promise<unknown> =>
    db.collection(name).find(filter, { useBigInt64: true }).toArray();
  const views = (await read('events', { kind: 'impression' })) as readonly StoredView[];
  const campaigns = (await read('campaigns')) as readonly StoredTerms[];
  const byCampaign = Map.groupBy(views, ({ campaignId }) => campaignId);
  const told = campaigns.map((terms) => {
    const own = edits.filter(({ name }) => name === terms.name);
    return recountCampaign(terms, byCampaign.get(terms._id) ?? [], { edits: own, deaths });
  });
  const byVerdict = Map.groupBy(views, ({ verdict }) => verdict?.reason ?? verdict?.status ?? '');
  return {
    problems: told.flatMap(({ problems }) => problems),
    verdicts: new Map([...byVerdict].map(([verdict, some]) => [verdict, some.length])),
    spent: new Map(
      campaigns.map(({ _id, name }) => [name, priceOf(byCampaign.get(_id) ?? [])] as const),
    ),
    reached: told.reduce((sum, { reached }) => sum + reached, 0),
    unknown: told.reduce((sum, { unknown }) => sum + unknown, 0),
  };
}

/** The schedule that was in force at a time. @param edits in their order */
function scheduleAt(at: Date, { schedule }: StoredTerms, edits: readonly MadeEdit[]) {
  const next = edits.find((edit) => edit.changes.schedule && edit.at > at);
  return next ? next.formerSchedule : schedule;
}

/** Says that the campaign was paused. @param edits in their order */
const isPaused = (at: Date, edits: readonly MadeEdit[]): boolean =>
  edits.findLast((edit) => edit.changes.status && edit.at <= at)?.changes.status === 'inactive';

function recountCampaign(
  terms: StoredTerms,
  views: readonly StoredView[],
  { edits, deaths }: { readonly edits: readonly MadeEdit[]; readonly deaths: readonly Date[] },
) {
  const { name, timeZone, hourlyBudget, scheduleClock, startsAt, endsAt } = terms;
  const problems: string[] = [];
  for (const { offeredAt } of views) {
    const when = `${name} was offered at ${offeredAt.toISOString()}`;
    if (offeredAt < startsAt || (endsAt !== null && offeredAt >= endsAt))
      problems.push(`${when}, outside of its flight`);
    if (isPaused(offeredAt, edits)) problems.push(`${when}, while it was paused`);
    const schedule = scheduleAt(offeredAt, terms, edits);
    const isOurs = schedule !== null && scheduleClock === 'campaign';
    if (isOurs && !isScheduled(schedule, localOf(offeredAt, timeZone)))
      problems.push(`${when}, off its schedule`);
  }
  const caps = terms.frequencyCaps ?? [];
  const unknown =
    caps.length === 0 ? 0 : views.filter(({ trackingId }) => trackingId === null).length;
  if (unknown > 0 && !terms.showsToUnknownVisitors)
    problems.push(`${unknown} unknown visitors saw ${name}`);
  const capped = recountCaps({ name, timeZone, caps }, views, deaths);
  let { reached } = capped;
  const hours = Map.groupBy(views, ({ offeredAt }) => offeredAt.toISOString().slice(0, 13));
  for (const [hour, some] of hours) {
    const left = hourlyBudget - priceOf(some);
    if (left < 0n) problems.push(`${name} cost ${-left} too much in hour ${hour}`);
    if (left < cent) reached += 1;
  }
  return { problems: [...problems, ...capped.problems], reached, unknown };
}
