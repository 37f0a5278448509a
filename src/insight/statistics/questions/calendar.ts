import { LRUCache } from 'lru-cache';
import { dayMs, hourMs } from '../../../time';
import { assertPresent } from '../../../present';
import { ZoneOffsets } from './zone-offsets';

/** Lengths of time that figures are given by. */
export const intervals = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type Interval = (typeof intervals)[number];

/** The hours of a day by the clock, whose names are `00` to `23`. */
export const clockHours = 24;

/** A part of a time range: an hour, a day … of a time zone's calendar, cut where the range begins and ends. */
export interface TimeBucket {
  /** Unix milliseconds. */
  readonly from: number;
  /** The first moment behind it. */
  readonly to: number;
}

/** The time from the start of the first bucket to the end of the last one. */
export function spanOf(buckets: readonly TimeBucket[]): TimeBucket {
  const rule = 'a range has at least one bucket';
  const { from } = assertPresent(buckets[0], rule);
  const { to } = assertPresent(buckets.at(-1), rule);
  return { from, to };
}

/** The offsets of a zone are dear to find. */
const zones = new LRUCache<string, ZoneOffsets>({ max: 50 });

/**
 * The buckets of a range, or null when they are more than `most`. Days are those of the zone: one of 23 hours is a day,
 * and weeks begin on Monday.
 *
 * @param zone of the IANA database
 */
export function bucketsOf(
  { from, to }: TimeBucket,
  interval: Interval,
  { zone, most }: { readonly zone: string; readonly most: number },
): readonly TimeBucket[] | null {
  const buckets: TimeBucket[] = [];
  for (let start = from; start < to; ) {
    if (buckets.length === most) return null;
    const next = Math.min(nextStart(start, interval, zone), to);
    buckets.push({ from: start, to: next });
    start = next;
  }
  return buckets;
}

/** When the next hour, day … of the zone begins behind a time. */
function nextStart(at: number, interval: Interval, zone: string): number {
  const local = at + offsetOf(zone, at);
  if (interval === 'hour') {
    const next = at + hourMs - (local % hourMs);
    // Where the clocks are moved by half an hour, the next one begins at another minute.
    const moved = (next + offsetOf(zone, next)) % hourMs;
    return next - (moved > at + hourMs - next ? 0 : moved);
  }
  const date = new Date(local);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  for (let count = 1; ; count += 1) {
    const next = toInstant(localStart(interval, { year, month, day, count }), zone);
    // A day that a zone leaves out has no start of its own.
    if (next > at) return next;
  }
}

/** The local start of the `count`th bucket behind that of a date, as if local time were UTC. */
function localStart(
  interval: Exclude<Interval, 'hour'>,
  { year, month, day, count }: Record<'year' | 'month' | 'day' | 'count', number>,
): number {
  switch (interval) {
    case 'day':
      return Date.UTC(year, month, day + count);
    case 'week': {
      const sinceMonday = (new Date(Date.UTC(year, month, day)).getUTCDay() + 6) % 7;
      return Date.UTC(year, month, day - sinceMonday + 7 * count);
    }
    case 'month':
      return Date.UTC(year, month + count);
    case 'quarter':
      return Date.UTC(year, month - (month % 3) + 3 * count);
    case 'year':
      return Date.UTC(year + count, 0);
    default:
      return interval satisfies never;
  }
}

/** Tells the hour of the day that clocks of a zone show, 0 to 23; quickest where it is asked in the order of time. */
export function createHourOfDay(zone: string): (at: number) => number {
  let [from, to, offset] = [0, 0, 0];
  return (at) => {
    if (at < from || at >= to) {
      offset = offsetOf(zone, at);
      from = at;
      // No zone moves its clocks there and back within a day.
      to = offsetOf(zone, at + dayMs) === offset ? at + dayMs : at + 1;
    }
    const hour = Math.floor((at + offset) / hourMs) % clockHours;
    return hour < 0 ? hour + clockHours : hour;
  };
}

/** The first moment of a local time; where clocks leave it out, the moment at which they are moved. */
function toInstant(local: number, zone: string): number {
  const offsets = [offsetOf(zone, local - dayMs), offsetOf(zone, local + dayMs)];
  const isReached = (at: number) => at + offsetOf(zone, at) >= local;
  let early = local - Math.max(...offsets);
  if (isReached(early)) return early;
  let reached = local - Math.min(...offsets);
  // Clocks are moved in between: behind that moment the local time is reached.
  while (reached - early > 1) {
    const middle = Math.floor((early + reached) / 2);
    if (isReached(middle)) reached = middle;
    else early = middle;
  }
  return reached;
}

/** Milliseconds that a zone is ahead of UTC. */
function offsetOf(timeZone: string, at: number): number {
  if (timeZone === 'UTC') return 0;
  let offsets = zones.get(timeZone);
  if (!offsets) {
    offsets = new ZoneOffsets(timeZone);
    zones.set(timeZone, offsets);
  }
  return offsets.offsetAt(at);
}
