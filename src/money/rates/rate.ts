import type { Amount } from '../../amount';
import { hourMs } from '../../time';
import { hourOf } from '../../hour';

/** The source of a rate: somebody who runs the server, or the URL that is configured. */
export const rateSources = ['operator', 'url'] as const;
export type RateSource = (typeof rateSources)[number];

/** The worth of a coin from one clock hour on, until the next rate begins to hold. */
export interface Rate {
  /** Start of the first clock hour that it is in force in. */
  readonly from: Date;
  /** Unit: 10^-11 USD per coin; above 0. */
  readonly rate: Amount;
  readonly setAt: Date;
  readonly source: RateSource;
}

/** When a rate is too old: it counts from when it was set, or began to hold where that came later. */
export function freshUntilOf({ from, setAt }: Rate, maxAgeHours: number): Date {
  return new Date(Math.max(from.getTime(), setAt.getTime()) + maxAgeHours * hourMs);
}

/** The rates around an hour that tell which one it has. */
export interface RatesAround {
  /** The newest one from that hour or an earlier one; null: none. */
  readonly before: Rate | null;
  /** The oldest one from a later hour; null: none. */
  readonly after: Rate | null;
}

/**
 * The one rate of a clock hour: what was in force, as long as it was fresh; after a time without one the next that came.
 * Once an hour has begun and has a rate, it keeps it.
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
