import { hourIdOf } from '../../hour';

/** How much of a day's traffic comes in each of its 24 hours (UTC), next to the mean hour of 1,000. */
export type HourWeights = readonly number[];

/** How often all placements of the server were asked for in a clock hour. */
export interface HourRequests {
  /** Number of the clock hour. */
  readonly hour: number;
  readonly requests: number;
}

/** The last whole days that the curve is learnt of. */
const learntDays = 7;
/** Of fewer days with traffic nothing is learnt. */
const leastDays = 3;
const hoursOfDay = 24;
const meanWeight = 1_000;
/** A twentieth of the mean hour: no hour is left without a share. */
const leastWeight = 50;
/** By then all gateways have stored what they counted on the last day. */
const settledHours = 1;

interface LearntHours {
  readonly fromHour: number;
  readonly toHour: number;
}

/** The hours of the last whole days (UTC) whose counts are settled. */
export function learntHours(at: Date): LearntHours {
  const settled = hourIdOf(at) - settledHours;
  const toHour = settled - (settled % hoursOfDay);
  return { fromHour: toHour - learntDays * hoursOfDay, toHour };
}

/**
 * The curve of some whole days: each hour has the sum of its traffic on all of them. A day that the counts began on is
 * not whole, and one without a count tells nothing.
 *
 * @param fromHour counts before this hour tell only that the counts had begun: a quiet first hour leaves the first day whole
 * @returns null where too few days are known
 */
export function weightsOf(counted: readonly HourRequests[], fromHour = 0): HourWeights | null {
  const known = counted.filter(({ requests }) => requests > 0);
  const first = known.reduce((least, { hour }) => Math.min(least, hour), Infinity);
  const firstWhole = Math.max(fromHour, Math.ceil(first / hoursOfDay) * hoursOfDay);
  const whole = known.filter(({ hour }) => hour >= firstWhole);
  const days = new Set(whole.map(({ hour }) => Math.floor(hour / hoursOfDay)));
  if (days.size < leastDays) return null;
  const sums = Array.from({ length: hoursOfDay }, () => 0);
  for (const { hour, requests } of whole)
    sums[hour % hoursOfDay] = (sums[hour % hoursOfDay] ?? 0) + requests;
  const mean = sums.reduce((all, sum) => all + sum, 0) / hoursOfDay;
  return sums.map((sum) => Math.max(leastWeight, Math.round((sum / mean) * meanWeight)));
}

export interface TrafficCurveOptions {
  readonly requestCountStore: {
    listTotals(hours: LearntHours): Promise<readonly HourRequests[]>;
  };
  readonly now: () => Date;
}

/** The server's own curve of traffic over the day, as this process has read it last. */
export class TrafficCurve {
  private known: HourWeights | null = null;
  private knownTo = 0;

  constructor(private readonly options: TrafficCurveOptions) {}

  /** null: too few days are known. */
  weights(): HourWeights | null {
    return this.known;
  }

  /** Reads the counts where a further day is settled since the last time. */
  async refresh(): Promise<void> {
    const { fromHour, toHour } = learntHours(this.options.now());
    if (toHour === this.knownTo) return;
    const withDayBefore = { fromHour: fromHour - hoursOfDay, toHour };
    const counted = await this.options.requestCountStore.listTotals(withDayBefore);
    this.known = weightsOf(counted, fromHour);
    this.knownTo = toHour;
  }
}
