import type { Amount } from '../../amount';
import { hourMs, minuteMs, secondMs } from '../../time';
import { hourIdOf, nextHourOf } from '../../hour';

/** The possible cost of the offers of one minute. */
export interface MinuteTally {
  /** Unit: 10^-11 USD. What gateways have set aside for offers of that minute. */
  readonly reserved: Amount;
  /** Unit: 10^-11 USD. The part of it whose events have a verdict, whatever it is. */
  readonly seen: Amount;
  /** Unit: 10^-11 USD. The part of `reserved` that is for views. */
  readonly reservedForViews: Amount;
  /** Unit: 10^-11 USD. The part of `seen` that is of views. */
  readonly seenOfViews: Amount;
  /**
   * Unit: 10^-11 USD. The price of the hour's clicks and conversions that are accepted, in the minute in which they were
   * judged first: see `judgedWithin`.
   */
  readonly beside: Amount;
  /** How many offers that is set aside for. */
  readonly offers: bigint;
  /** How many of them were seen, and have a verdict. */
  readonly views: bigint;
}

/** A minute that nothing was set aside for. */
export const emptyMinute: MinuteTally = {
  ...{ reserved: 0n, seen: 0n, offers: 0n, views: 0n },
  // Hours that were stored before these were noted set nothing aside for views alone.
  ...{ reservedForViews: 0n, seenOfViews: 0n, beside: 0n },
};

/** The money of one clock hour: spent, and still set aside. */
export interface HourTally {
  /** Unit: 10^-11 USD. Accepted events that happened in the hour. */
  readonly spent: Amount;
  /** Unit: 10^-11 USD. The part of it that other servers’ events have spent; absent: none. */
  readonly peerSpent?: Amount;
  /** By minute of the hour, 0 to 59; those without offers are left out. */
  readonly minutes: ReadonlyMap<number, MinuteTally>;
  /** Grows with every write. */
  readonly version: number;
}

/** A time span that begins and ends with a minute. */
export interface TimeSpan {
  readonly from: Date;
  /** The first moment that is not of it. */
  readonly to: Date;
}

/** The tallies of an hour and of its neighbours; null: nothing was stored. */
export interface HourTallies {
  readonly hour: HourTally | null;
  readonly hourBefore: HourTally | null;
  /** Gateways whose clocks are ahead have set aside of it. */
  readonly hourAfter: HourTally | null;
}

const minutesOfHour = 60;
/** Clocks of gateways differ by less. */
const minutesAhead = 1;

/** A moment, and for how long offers are good for their views. */
export interface OfferTime {
  readonly at: Date;
  /** Minutes, at most 60: what is set aside for the offers of a minute lapses when all of them have run out. */
  readonly offerMinutes: number;
}

/**
 * The money of an hour that is spent, and what is set aside for its offers that are still good and were not seen.
 *
 * @param time in that hour
 * @returns 10^-11 USD
 */
export function committedOf(hour: HourTally | null, time: OfferTime): Amount {
  return (hour?.spent ?? 0n) + openOf({ hour, hourBefore: null, hourAfter: null }, time);
}

/**
 * The money that is set aside for offers that are still good and were not seen: of an hour, and of its neighbours. Offers of the next minute
 * count, which gateways make whose clocks are ahead.
 *
 * @param within the minutes of these offers begin in it; null: all of them
 */
export function openOf(
  tallies: HourTallies,
  { at, offerMinutes }: OfferTime,
  within: TimeSpan | null = null,
): Amount {
  const minute = at.getUTCMinutes();
  let open = 0n;
  for (let back = -minutesAhead; back <= offerMinutes; back += 1) {
    const of = minute - back;
    if (within && !isIn(within, at.getTime() - back * minuteMs)) continue;
    const tally = tallyOfMinute(tallies, of);
    if (tally) open += openOfMinute(tally);
  }
  return open;
}

/** @param minute of the hour; below 0 of the one before, from 60 on of the one after */
function tallyOfMinute({ hour, hourBefore, hourAfter }: HourTallies, minute: number) {
  if (minute < 0) return hourBefore?.minutes.get(minute + minutesOfHour);
  if (minute >= minutesOfHour) return hourAfter?.minutes.get(minute - minutesOfHour);
  return hour?.minutes.get(minute);
}

/** @param time in a minute; spans begin and end with minutes */
const isIn = ({ from, to }: TimeSpan, time: number): boolean =>
  from.getTime() <= time && time < to.getTime();

/** The same of one hour, now or after it. @param hour its begin */
export function openOfHour(
  tally: HourTally | null,
  hour: Date,
  { at, offerMinutes }: OfferTime,
): Amount {
  let open = 0n;
  for (const [minute, of] of tally?.minutes ?? []) {
    const goodUntil = hour.getTime() + (minute + 1 + offerMinutes) * minuteMs;
    if (at.getTime() < goodUntil) open += openOfMinute(of);
  }
  return open;
}

/** More clicks than were expected hide nothing of what is set aside for views. */
function openOfMinute({ reserved, seen, reservedForViews, seenOfViews }: MinuteTally): Amount {
  const ofViews = reservedForViews - seenOfViews;
  const ofClicks = reserved - seen - ofViews;
  return (ofViews > 0n ? ofViews : 0n) + (ofClicks > 0n ? ofClicks : 0n);
}

/** An event of ours that has its verdict, whatever that is. */
interface SeenEvent {
  readonly kind: 'impression' | 'click';
  readonly offeredAt: Date;
  /** Unit: 10^-11 USD; null: it had none. */
  readonly price: Amount | null;
}

/** An hour once one more event of its offers has a verdict: nothing is set aside for that event any more. */
export function withSeen(hour: HourTally, { kind, offeredAt, price }: SeenEvent): HourTally {
  const minute = offeredAt.getUTCMinutes();
  const tally = hour.minutes.get(minute);
  if (tally === undefined || price === null) return hour;
  const seen = tally.seen + price;
  const seenOfViews = tally.seenOfViews + (kind === 'impression' ? price : 0n);
  const minutes = new Map(hour.minutes).set(minute, { ...tally, seen, seenOfViews });
  return { ...hour, minutes };
}

/** The money that is set aside of one hour for views which may still come, by minutes of the hour. Unit: 10^-11 USD. */
export function openViewsOf(
  tally: HourTally | null,
  hour: Date,
  { at, offerMinutes }: OfferTime,
): ReadonlyMap<number, Amount> {
  const open = new Map<number, Amount>();
  for (const [minute, { reservedForViews, seenOfViews }] of tally?.minutes ?? []) {
    const goodUntil = hour.getTime() + (minute + 1 + offerMinutes) * minuteMs;
    if (reservedForViews > seenOfViews && at.getTime() < goodUntil)
      open.set(minute, reservedForViews - seenOfViews);
  }
  return open;
}

/**
 * All that was set aside for the offers of some minutes of an hour, or was seen of them, whatever became of it.
 *
 * @returns 10^-11 USD
 */
export function setAsideIn(
  hour: HourTally | null,
  { from, to }: { readonly from: number; readonly to: number },
): Amount {
  let sum = 0n;
  for (const [minute, { reserved, seen }] of hour?.minutes ?? [])
    if (minute >= from && minute <= to) sum += reserved > seen ? reserved : seen;
  return sum;
}

/**
 * All that gateways had set aside for offers of an hour when a minute of it was over, and what clicks and conversions had taken
 * by then. Unit: 10^-11 USD.
 */
export function claimedBy(hour: HourTally | null, at: Date): Amount {
  let sum = 0n;
  for (const [minute, { reserved, beside }] of hour?.minutes ?? [])
    if (minute <= at.getUTCMinutes()) sum += reserved + beside;
  return sum;
}

/** When an event was judged first, or the last second of the hour that pays for it, where that is over by then. */
export function judgedWithin(budgetTime: Date, judgedAt: Date): Date {
  const last = new Date(nextHourOf(budgetTime).getTime() - secondMs);
  return judgedAt < last ? judgedAt : last;
}

/** The hours that a moment's offers may be of, the earliest first: a time in each. */
export function hoursAround(at: Date): readonly Date[] {
  return (isInLastMinute(at) ? [-1, 0, 1] : [-1, 0]).map((hours) => neighbourOf(at, hours));
}

/** The ids of the tallies that a moment's offers may be of. */
export function tallyIdsAround(ownerId: string, at: Date): readonly string[] {
  return hoursAround(at).map((hour) => hourTallyIdOf(ownerId, hour));
}

/** A time in an hour, and the version of its tally; 0: there is none. */
export interface VersionOfHour {
  readonly at: Date;
  readonly version: number;
}

/** The other hour that clocks of gateways may show at a moment, by the tallies around it; null: all show the same one. */
export function otherHourOf(tallies: HourTallies, at: Date): VersionOfHour | null {
  if (at.getUTCMinutes() < minutesAhead)
    return { at: neighbourOf(at, -1), version: tallies.hourBefore?.version ?? 0 };
  if (!isInLastMinute(at)) return null;
  return { at: neighbourOf(at, 1), version: tallies.hourAfter?.version ?? 0 };
}

const isInLastMinute = (at: Date): boolean => at.getUTCMinutes() >= minutesOfHour - minutesAhead;

/** @param found tallies by their ids */
export function talliesAround(
  found: ReadonlyMap<string, HourTally>,
  ownerId: string,
  at: Date,
): HourTallies {
  const of = (hours: number) => found.get(hourTallyIdOf(ownerId, neighbourOf(at, hours))) ?? null;
  return { hour: of(0), hourBefore: of(-1), hourAfter: of(1) };
}

const neighbourOf = (at: Date, hours: number): Date => new Date(at.getTime() + hours * hourMs);

/** The id of what is stored of somebody's hour: the id of whose it is, and the number of the hour. */
export function hourTallyIdOf(ownerId: string, at: Date): string {
  return `${ownerId}:${hourIdOf(at)}`;
}
