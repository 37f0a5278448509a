import { clockHours, createHourOfDay, spanOf } from './calendar';
import type { HoursOfDay, StatisticsQuestion } from './statistics-question';
import { quarterMs } from '../../../time';

/** Names of the hours of a day. */
const hourNames: readonly string[] = Array.from({ length: clockHours }, (_value, hour) =>
  String(hour).padStart(2, '0'),
);

/** The slot of a quarter of an hour that is not asked for. */
const notMeant = -1;

/**
 * The quarters of an hour that a question is of, each with the slot that it is counted in: its bucket, or where figures are
 * by the hour of the day, one hour of its bucket.
 */
export class QuarterSlots {
  readonly #start: number;
  readonly #ofQuarter: Int32Array;

  constructor({ buckets, hours }: Pick<StatisticsQuestion, 'buckets' | 'hours'>) {
    const { from: start, to: end } = spanOf(buckets);
    const slots = new Int32Array((end - start) / quarterMs);
    buckets.forEach(({ from, to }, bucket) => {
      slots.fill(bucket, (from - start) / quarterMs, (to - start) / quarterMs);
    });
    this.#start = start;
    this.#ofQuarter = hours === null ? slots : toHours(slots, start, hours);
  }

  /**
   * @param at Unix milliseconds
   * @returns undefined where it is not asked for
   */
  at(at: number): number | undefined {
    const slot = this.#ofQuarter[Math.floor((at - this.#start) / quarterMs)];
    return slot === notMeant ? undefined : slot;
  }
}

/** Leaves hours of the day out, and gives the others slots of their own where figures are by them. */
function toHours(buckets: Int32Array, start: number, { zone, isBy, only }: HoursOfDay): Int32Array {
  const hourAt = createHourOfDay(zone);
  return buckets.map((bucket, quarter) => {
    const hour = hourAt(start + quarter * quarterMs);
    if (only !== null && !only.has(hourNames[hour] ?? '')) return notMeant;
    return isBy ? bucket * clockHours + hour : bucket;
  });
}

/** Takes slots that are hours of buckets apart: the cells of buckets, by the name of the hour. */
export function splitHours<Value>(
  slots: ReadonlyMap<number, Value>,
): ReadonlyMap<string, Map<number, Value>> {
  const byHour = new Map<string, Map<number, Value>>();
  for (const [slot, value] of slots) {
    const name = hourNames[slot % clockHours] ?? '';
    const buckets = byHour.get(name) ?? new Map<number, Value>();
    byHour.set(name, buckets.set(Math.floor(slot / clockHours), value));
  }
  return byHour;
}
