import { type FindOutcome, type OutcomeCounts, outcomes } from '../../market/outcomes/outcome';
import type { DayOfOutcomes } from '../../market/outcomes/outcome.store';
import { typicalPriceOf } from '../../market/outcomes/winning-price';

/** Finds that were looked at for a subject, summed up. */
export interface OutcomeSums {
  readonly counts: OutcomeCounts;
  /** By `requires <feature>` or `excludes <feature>`. */
  readonly unmet: ReadonlyMap<string, number>;
  /** By class of the winning price. */
  readonly prices: ReadonlyMap<number, number>;
}

/** Fewer finds say nothing, and would tell the price of one competitor. */
export const enoughFinds = 10;

export const noOutcomes: OutcomeSums = { counts: {}, unmet: new Map(), prices: new Map() };

/** @param of default: all of each day */
export function sumOutcomes(
  days: readonly DayOfOutcomes[],
  of: (day: DayOfOutcomes) => readonly OutcomeCounts[] = ({ total }) => [total],
): OutcomeSums {
  const counts: Partial<Record<FindOutcome, number>> = {};
  for (const some of days.flatMap(of))
    for (const outcome of outcomes) {
      const count = some[outcome] ?? 0;
      if (count > 0) counts[outcome] = (counts[outcome] ?? 0) + count;
    }
  return {
    counts,
    unmet: sumMaps(days.map(({ unmet }) => unmet)),
    prices: sumMaps(days.map(({ prices }) => prices)),
  };
}

function sumMaps<Key>(maps: readonly ReadonlyMap<Key, number>[]): ReadonlyMap<Key, number> {
  const sums = new Map<Key, number>();
  for (const map of maps)
    for (const [key, count] of map) sums.set(key, (sums.get(key) ?? 0) + count);
  return sums;
}

/** How many finds had one of these outcomes; of all, where none is named. */
export function findsOf(
  { counts }: Pick<OutcomeSums, 'counts'>,
  of: readonly FindOutcome[] = outcomes,
): number {
  return of.reduce((sum, outcome) => sum + (counts[outcome] ?? 0), 0);
}

/** The middle of the prices that have won what was lost to price: USD for 1,000 views; null: too few say. */
export const typicalWinningRpm = ({ prices }: OutcomeSums): number | null =>
  typicalPriceOf(prices, enoughFinds);

/** Features that were in the way, most finds first. */
export const unmetInOrder = ({ unmet }: OutcomeSums) =>
  [...unmet].sort(([, one], [, other]) => other - one);
