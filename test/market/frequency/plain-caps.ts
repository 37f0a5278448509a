/** A campaign, or a creative, that was offered to a visitor, and its view. Times are Unix milliseconds. */
export interface PlainOffer {
  readonly visitor: string;
  readonly id: string;
  readonly offeredAt: number;
  /** True where there were caps when the offer was made: others count once they are seen. */
  readonly isCounted: boolean;
  /** null: nobody has looked at it. */
  seenAt: number | null;
}

/** May the visitor see it now? */
export interface PlainQuestion {
  readonly visitor: string;
  readonly id: string;
  readonly at: number;
  readonly caps: readonly string[];
  readonly timeZone: string;
  /** Offers of it that are about to be made. */
  readonly more: number;
}

export const offerMs = 30 * 60_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** The hour that a clock in the zone shows, such as `2026-10-25 02`. Texts of later hours are greater. */
export function hourAt(at: number, timeZone: string): string {
  const options = { timeZone, dateStyle: 'short', timeStyle: 'short' } as const;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', options);
  formats.set(timeZone, format);
  return format.format(at).slice(0, 13);
}

/** The number of the week that a date lies in, from Monday to Sunday. 5 January 1970 was a Monday. */
const weekOf = (hour: string): number =>
  Math.floor((Date.parse(`${hour.slice(0, 10)}T00:00Z`) - Date.UTC(1970, 0, 5)) / (7 * 86_400_000));

const periods: Readonly<Record<string, (hour: string) => string | number>> = {
  hour: (hour) => hour,
  day: (hour) => hour.slice(0, 10),
  week: weekOf,
  life: () => 'life',
};

/** The period of a cap that an hour belongs to. */
export const periodOf = (per: string, hour: string) => periods[per]?.(hour) ?? per;

/** Says by a list of all that was ever offered and seen that a cap is reached. */
export function isPlainlyReached(
  shown: readonly PlainOffer[],
  { visitor, id, at, caps, timeZone, more }: PlainQuestion,
): boolean {
  const own = shown.filter((one) => one.visitor === visitor && one.id === id);
  const open = own.filter(
    ({ seenAt, offeredAt, isCounted }) => seenAt === null && isCounted && at - offeredAt <= offerMs,
  );
  return caps.some((cap) => {
    const [most, per = ''] = cap.split('/');
    const seen = own.filter(
      ({ seenAt }) =>
        seenAt !== null &&
        periodOf(per, hourAt(seenAt, timeZone)) === periodOf(per, hourAt(at, timeZone)),
    );
    return seen.length + open.length + more >= Number(most);
  });
}
