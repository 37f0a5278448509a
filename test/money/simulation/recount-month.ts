import type { Connection } from 'mongoose';

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

interface StoredTerms {
  readonly _id: string;
  readonly name: string;
  readonly timeZone: string;
  readonly hourlyBudget: bigint;
  readonly frequencyCaps: readonly string[] | null;
  readonly schedule: readonly string[] | null;
  readonly scheduleClock: 'campaign' | 'visitor';
  readonly maxCpm: bigint;
  readonly bidModifiers: readonly string[];
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
}

/** Less than a view costs: 10^-11 USD. */
const cent = 10n ** 9n;
const daysOfWeek = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
/** The first of January 1970 was a Thursday. */
const daysSinceMonday = 3;

/** A time by the clocks of a zone, as the platform's calendar has them. */
export function localOf(at: Date, timeZone: string) {
  const [date = '', time = ''] = at.toLocaleString('sv-SE', { timeZone }).split(' ');
  const days = Date.parse(`${date}T00:00:00Z`) / 86_400_000 + daysSinceMonday;
  const [week, weekday] = [Math.floor(days / 7), days % 7];
  return { date, hour: Number(time.slice(0, 2)), week, weekday };
}

type Local = ReturnType<typeof localOf>;

const periods: Readonly<Record<string, (local: Local) => string>> = {
  hour: ({ date, hour }) => `${date} ${hour}`,
  day: ({ date }) => date,
  week: ({ week }) => String(week),
  life: () => '',
};

/** Says that an hour is in a schedule, such as `Mo-Fr 09:00-17:00`; `Fr 22:00-04:00` ends on Saturday. */
export function isScheduled(entries: readonly string[], { hour, weekday }: Local): boolean {
  return entries.some((entry) => {
    const [days = '', hours = '00:00-24:00'] = entry.split(' ');
    const [from = 0, to = 24] = hours.split('-').map((text) => Number(text.slice(0, 2)));
    const isNamed = (day: number) =>
      days.split(',').some((span) => {
        const [first = 0, last = first] = span.split('-').map((name) => daysOfWeek.indexOf(name));
        return day >= first && day <= last;
      });
    if (from < to) return isNamed(weekday) && hour >= from && hour < to;
    return (isNamed(weekday) && hour >= from) || (isNamed((weekday + 6) % 7) && hour < to);
  });
}

const priceOf = (views: readonly StoredView[]): bigint =>
  views.reduce((sum, { verdict }) => sum + (verdict?.price ?? 0n), 0n);

/** Recounts what each campaign was promised, from documents as they are stored, by none of the product's code. */
export async function recountMonth(db: Connection): Promise<MonthRecount> {
  const read = async (name: string, filter: Record<string, unknown> = {}): Promise<unknown> =>
    db.collection(name).find(filter, { useBigInt64: true }).toArray();
  const views = (await read('events', { kind: 'impression' })) as readonly StoredView[];
  const campaigns = (await read('campaigns')) as readonly StoredTerms[];
  const byCampaign = Map.groupBy(views, ({ campaignId }) => campaignId);
  const told = campaigns.map((terms) => recountCampaign(terms, byCampaign.get(terms._id) ?? []));
  const byVerdict = Map.groupBy(views, ({ verdict }) => verdict?.reason ?? verdict?.status ?? '');
  return {
    problems: told.flatMap(({ problems }) => problems),
    verdicts: new Map([...byVerdict].map(([verdict, some]) => [verdict, some.length])),
    spent: new Map(
      campaigns.map(({ _id, name }) => [name, priceOf(byCampaign.get(_id) ?? [])] as const),
    ),
    reached: told.reduce((sum, { reached }) => sum + reached, 0),
  };
}

/** The price of a view on a desktop computer, all of which pay what is bid. */
function bidOf({ maxCpm, bidModifiers }: StoredTerms, local: Local): bigint {
  const parts = bidModifiers.map((text) => {
    const [subject, factor] = [text.slice(0, text.lastIndexOf(' ')), text.split(' ').at(-1)];
    const holds = subject === 'device:desktop' || isScheduled([subject], local);
    return holds ? BigInt(Math.round(Number(factor) * 100)) : 100n;
  });
  const whole = maxCpm / 1000n;
  return parts.reduce((price, part) => price * part, whole) / 100n ** BigInt(parts.length);
}

function recountCampaign(terms: StoredTerms, views: readonly StoredView[]) {
  const { name, timeZone, hourlyBudget, schedule, scheduleClock, startsAt, endsAt } = terms;
  const problems: string[] = [];
  let reached = 0;
  for (const { offeredAt, verdict } of views) {
    const when = `${name} was offered at ${offeredAt.toISOString()}`;
    if (offeredAt < startsAt || (endsAt !== null && offeredAt >= endsAt))
      problems.push(`${when}, outside of its flight`);
    const isOurs = schedule !== null && scheduleClock === 'campaign';
    if (isOurs && !isScheduled(schedule, localOf(offeredAt, timeZone)))
      problems.push(`${when}, off its schedule`);
    const price = bidOf(terms, localOf(offeredAt, timeZone));
    if (verdict?.status === 'accepted' && verdict.price !== price)
      problems.push(`${when}, for ${verdict.price} in place of ${price}`);
  }
  const hours = Map.groupBy(views, ({ offeredAt }) => offeredAt.toISOString().slice(0, 13));
  for (const [hour, some] of hours) {
    const left = hourlyBudget - priceOf(some);
    if (left < 0n) problems.push(`${name} cost ${-left} too much in hour ${hour}`);
    if (left < cent) reached += 1;
  }
  for (const cap of terms.frequencyCaps ?? []) {
    const [most = '', per = ''] = cap.split('/');
    const seen = Map.groupBy(
      views,
      ({ trackingId, occurredAt }) =>
        `${trackingId} ${periods[per]?.(localOf(occurredAt, timeZone))}`,
    );
    for (const [visitor, { length }] of seen) {
      if (length > Number(most)) problems.push(`${visitor} saw ${name} ${length} times of ${cap}`);
      if (length === Number(most)) reached += 1;
    }
  }
  return { problems, reached };
}
