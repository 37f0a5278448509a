import { type Amount, parseAmount, toAmount } from '../../amount';
import type { RecentSample } from '../../market/replay/recent-finds';
import type { ReplayCount } from '../../market/replay/replay-count';
import { priceAbove } from '../../market/outcomes/winning-price';
import { dayMs, hourMs } from '../../time';
import type { Forecast, ForecastFigures } from './forecast';

interface Facts {
  readonly sample: Pick<RecentSample, 'since'>;
  readonly now: Date;
  /** Part of the offers that are seen. */
  readonly viewRate: number;
}

/** Figures of fewer finds say nothing. */
export const leastFinds = 20;
/** Figures of fewer publishers, where there are more in all, would tell of single ones. */
const leastPublishers = 3;
/** Shorter times say nothing of a day. */
const leastMs = hourMs;

const nothing = { sampledFinds: 0, since: null, unknownVisitorShare: null, figures: null } as const;

/** The forecast that a replay makes: of many finds and several publishers, or none. */
export function figuresOf(count: ReplayCount, facts: Facts): Forecast {
  const { sampled: sampledFinds, sampledFits } = count;
  const { since } = facts.sample;
  if (since === null || sampledFinds === 0) return { state: 'nothing_sampled', ...nothing };
  const unknownVisitorShare =
    sampledFinds < leastFinds ? null : roundOff(count.untracked / count.finds);
  const enough = Math.min(leastPublishers, count.publishers.size);
  if (sampledFits < leastFinds || count.publishersOfFits.size < enough)
    return { state: 'too_few', sampledFinds, since, unknownVisitorShare, figures: null };
  const figures = toFigures(count, since, facts);
  return { state: 'ready', sampledFinds, since, unknownVisitorShare, figures };
}

function toFigures(count: ReplayCount, since: Date, { now, viewRate }: Facts): ForecastFigures {
  const days = Math.max(now.getTime() - since.getTime(), leastMs) / dayMs;
  const perDay = (sum: number) => roundOff(sum / days);
  const cpmAt = (part: number) => toMoney(priceAbove(count.prices, part) ?? 0);
  return {
    findsPerDay: BigInt(Math.round(perDay(count.fits))),
    viewsPerDay: BigInt(Math.round(perDay(count.paid * viewRate))),
    costPerDay: toMoney(count.cost / days),
    share: roundOff(count.paid / count.fits),
    lowCpm: cpmAt(1 / 4),
    typicalCpm: cpmAt(1 / 2),
    highCpm: cpmAt(3 / 4),
    isLimitedByBudget: count.paid < count.won,
  };
}

/** Two digits that count: a sample tells no more. */
const roundOff = (value: number): number => Number(value.toPrecision(2));

/** The decimal that is nearest: the float of 5.1 lies below 5.1, and its amount would be 5.09999999999. */
const toMoney = (usd: number): Amount => parseAmount(roundOff(usd).toFixed(11)) ?? toAmount(usd);
