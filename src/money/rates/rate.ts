import type { Amount } from '../../amount';
import { hourMs } from '../../time';
import { hourOf } from '../../hour';

/** The source of a rate: somebody who runs the server, or the URL that is configured. */
export const rateSources = ['operator', 'url'] as const;
export type RateSource = (typeof rateSources)[number];

/** The worth of a coin from one clock hour on, until the next rate begins to hold. */
export interface Rate {
  /** Start of the first clock hour in which the rate is in force. */
  readonly from: Date;
  /** Unit: 10^-11 USD per coin; above 0. */
  readonly rate: Amount;
  readonly setAt: Date;
  readonly source: RateSource;
}

/** The time from which a rate is too old. Its age counts from when it was set, or from its first hour if that is later. */
export function freshUntilOf({ from, setAt }: Rate, maxAgeHours: number): Date {
  return new Date(Math.max(from.getTime(), setAt.getTime()) + maxAgeHours * hourMs);
}

/** The rates around an hour, which decide the hour's rate. */
export interface RatesAround {
  /** The newest rate from that hour or an earlier hour; null: none. */
  readonly before: Rate | null;
  /** The oldest rate from a later hour; null: none. */
  readonly after: Rate | null;
}

/**
 * The rate of a clock hour: the rate in force, if it was fresh; else the next rate that came. An hour that has begun
 * and has a rate keeps that rate.
 *
 * @returns null while events of the hour have to wait.
 */
export function rateOfHour(
  hour: Date,
  { before, after }: RatesAround,
  { now, maxAgeHours }: { readonly now: Date; readonly maxAgeHours: number },
): Rate | null {
  if (before && hourOf(hour) < freshUntilOf(before, maxAgeHours)) return before;
  return after && after.from <= now ? after : null;
}
