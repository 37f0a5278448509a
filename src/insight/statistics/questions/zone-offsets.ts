import { LRUCache } from 'lru-cache';
import { assertPresent } from '../../../present';
import { dayMs, secondMs } from '../../../time';

const weekMs = 7 * dayMs;
/** More than ten years, the longest range of figures, and the same time before. */
const mostWeeks = 1_100;

/** A week, or a part of one, in which a zone is ahead of UTC by one length. */
interface Stretch {
  /** The first moment behind it, Unix milliseconds. */
  readonly to: number;
  /** Milliseconds. */
  readonly offset: number;
}

/**
 * How far a time zone is ahead of UTC. Only the formatter knows, and takes some microseconds for each answer, which are a tenth
 * of a second for the days of ten years. So the formatter is asked at the ends of weeks alone, and for the moment in those that have one
 * at which clocks are moved. No zone has moved its clocks twice within a week since 2000.
 */
export class ZoneOffsets {
  readonly #formatter: Intl.DateTimeFormat;
  readonly #weeks = new LRUCache<number, readonly Stretch[]>({ max: mostWeeks });

  /** @throws {RangeError} for a name that is no zone's */
  constructor(timeZone: string) {
    this.#formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  /**
   * @param at Unix milliseconds
   * @returns milliseconds
   */
  offsetAt(at: number): number {
    const week = Math.floor(at / weekMs);
    let stretches = this.#weeks.get(week);
    if (!stretches) {
      stretches = this.#stretchesOf(week);
      this.#weeks.set(week, stretches);
    }
    return assertPresent(
      stretches.find(({ to }) => at < to),
      'the stretches of a week reach to its end',
    ).offset;
  }

  #stretchesOf(week: number): readonly Stretch[] {
    const [from, to] = [week * weekMs, (week + 1) * weekMs];
    const offset = this.#ask(from);
    const last = { to, offset: this.#ask(to - 1) };
    return last.offset === offset ? [last] : [{ to: this.#moveIn(from, to), offset }, last];
  }

  /** The moment between two others, a whole second, from which on the offset is another than at the first one. */
  #moveIn(from: number, to: number): number {
    const before = this.#ask(from);
    let [early, late] = [from / secondMs, to / secondMs];
    while (late - early > 1) {
      const middle = Math.floor((early + late) / 2);
      if (this.#ask(middle * secondMs) === before) early = middle;
      else late = middle;
    }
    return late * secondMs;
  }

  #ask(at: number): number {
    const parts = new Map(
      this.#formatter.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
    );
    const get = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const local = Date.UTC(
      get('year'),
      get('month') - 1,
      get('day'),
      get('hour'),
      get('minute'),
      get('second'),
    );
    return local - Math.floor(at / secondMs) * secondMs;
  }
}
