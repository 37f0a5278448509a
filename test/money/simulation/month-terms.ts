/** The bid of a campaign, as it is stored. */
export interface BidTerms {
  /** 10^-11 USD. */
  readonly maxCpm: bigint;
  readonly bidModifiers: readonly string[];
  readonly timeZone: string;
}

const daysOfWeek = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
/** The first of January 1970 was a Thursday. */
const daysSinceMonday = 3;

const formats = new Map<string, Intl.DateTimeFormat>();

/** A time by the clocks of a zone, as the platform's calendar has them. */
export function localOf(at: Date, timeZone: string) {
  const options = { timeZone, dateStyle: 'short', timeStyle: 'short' } as const;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', options);
  formats.set(timeZone, format);
  const [date = '', time = ''] = format.format(at).split(' ');
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

/** The bid for a view on a desktop computer, in 10^-11 USD. */
export function bidOf(
  { maxCpm, bidModifiers, timeZone }: BidTerms,
  { at, country }: { readonly at: Date; readonly country: string | null },
): bigint {
  const local = localOf(at, timeZone);
  const partOf = (kind: string, fits: (subject: string) => boolean): bigint => {
    for (const text of bidModifiers) {
      const subject = text.slice(0, text.lastIndexOf(' '));
      const ofKind = /^(device|country):/.exec(subject)?.[1] ?? 'hours';
      if (ofKind === kind && fits(subject))
        return BigInt(Math.round(Number(text.slice(subject.length + 1)) * 100));
    }
    return 100n;
  };
  const product =
    partOf('device', (subject) => subject === 'device:desktop') *
    partOf('country', (subject) => subject === `country:${country}`) *
    partOf('hours', (subject) => isScheduled([subject], local));
  const [least, most] = [100_000n, 10_000_000n];
  const bounded = product < least ? least : product > most ? most : product;
  return ((maxCpm / 1000n) * bounded) / 1_000_000n;
}

/** A view of a visitor, as it is stored. */
export interface SeenView {
  /** null: nothing is known of the visitor. */
  readonly trackingId: string | null;
  readonly offeredAt: Date;
  readonly occurredAt: Date;
}

/** Counts of the last so many milliseconds before the death of a gateway are told to nobody. */
const untoldMs = 1_000;

/** Counts the views of each known visitor against caps such as `3/day`, but for those that died with their gateway untold. */
export function recountCaps(
  { name, timeZone, caps }: { name: string; timeZone: string; caps: readonly string[] },
  views: readonly SeenView[],
  deaths: readonly Date[],
) {
  const problems: string[] = [];
  let reached = 0;
  const isTold = ({ offeredAt }: SeenView) =>
    deaths.every((at) => offeredAt > at || +at - +offeredAt >= untoldMs);
  const ofKnown = views.filter((view) => view.trackingId !== null && isTold(view));
  for (const cap of caps) {
    const [most = '', per = ''] = cap.split('/');
    const seen = Map.groupBy(
      ofKnown,
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
