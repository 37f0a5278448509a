import type { Amount } from '../../amount';
import { hourIdOf, hourOf, nextHourOf } from '../../hour';
import { newestRead } from '../../platform/database/newest-read';
import { freshUntilOf, type Rate, rateOfHour } from './rate';
import type { RateStore } from './rate.store';

/** The rates of coins, hour by hour, as this process knows them. */
export interface Rates {
  /** Hours for which a rate is fresh after it was set. */
  readonly maxAgeHours: number;
  /** The one rate of the clock hour that a time lies in; null while events of that hour have to wait. */
  findRate(hour: Date): Promise<Rate | null>;
  /** The least rate of the clock hours from the one that a time lies in until now, 10^-11 USD per coin; null: none has a rate. */
  findLeastSince(time: Date): Promise<Amount | null>;
  /** The same as `findRate` without a look into the database, for hours of today: null, too, for what is not known yet. */
  recent(hour: Date): Rate | null;
  /** Rates of today and later, in the order of their hours; some may not be in force yet. */
  known(): readonly Rate[];
  /** When the rate of now is too old; null: it is already, or there is none. */
  freshUntil(): Date | null;
  /** Reads what was set last. */
  refresh(): Promise<void>;
}

/** More than a day of hourly ones. */
const maxRecent = 50;
/** More than a year of hourly ones: no rate is set for later. */
const maxComing = 9_000;
const maxRemembered = 1_000;

export function createRates(parts: {
  readonly store: RateStore;
  readonly maxAgeHours: number;
  readonly now: () => Date;
}): Rates {
  const { store, maxAgeHours, now } = parts;
  /** By number of the hour; an hour that has begun keeps its rate. */
  const remembered = new Map<number, Rate>();
  let newestRemembered = -Infinity;
  /** Oldest first. */
  let recent: readonly Rate[] = [];

  /** Also where the clock was ahead: an hour that it had begun may get another rate yet. */
  function forget(): void {
    remembered.clear();
    newestRemembered = -Infinity;
  }

  // From the first on: up to now there are few, and thousands may be set for hours to come.
  const findRecent = (hour: Date) => {
    const at = recent.findIndex(({ from }) => from > hour);
    const before = (at === -1 ? recent.at(-1) : recent[at - 1]) ?? null;
    const after = recent[at] ?? null;
    return rateOfHour(hour, { before, after }, { now: now(), maxAgeHours });
  };
  async function findRate(at: Date): Promise<Rate | null> {
    const hour = hourOf(at);
    if (newestRemembered > hourIdOf(now())) forget();
    const known = remembered.get(hourIdOf(hour));
    if (known) return known;
    const found = rateOfHour(hour, await store.getAround(hour), { now: now(), maxAgeHours });
    if (found && hour <= now()) {
      if (remembered.size >= maxRemembered) forget();
      remembered.set(hourIdOf(hour), found);
      newestRemembered = Math.max(newestRemembered, hourIdOf(hour));
    }
    return found;
  }

  return {
    maxAgeHours,
    findRate,
    async findLeastSince(time) {
      const first = (await findRate(time))?.rate ?? null;
      const later = await store.findLeast({ after: hourOf(time), until: now() });
      return first === null || (later !== null && later < first) ? later : first;
    },
    recent: (at) => findRecent(hourOf(at)),
    known: () => recent,
    freshUntil() {
      const rate = findRecent(hourOf(now()));
      return rate && freshUntilOf(rate, maxAgeHours);
    },
    refresh: newestRead(
      async () => {
        const hour = hourOf(now());
        const past = await store.listBefore(nextHourOf(hour), maxRecent);
        return [...past.toReversed(), ...(await store.listAfter(hour, maxComing))];
      },
      (found) => {
        recent = found;
      },
    ),
  };
}
