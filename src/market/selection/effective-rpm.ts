/** USD per 1000 impressions above which nobody is believed. */
export const highestRpm = 999.99;
/** The worth of a campaign without a record where the market is not known either, USD per 1000. */
const defaultMarketRpm = 0.5;
/** A new campaign counts as if it had been shown 1000 times and clicked twice: not zero, soon outweighed. */
const priorImpressions = 1000;
const priorClicks = 2;
/** An automatic bid moves at most by this factor in an hour, up or down. */
const hourlyStep = 1.3;
/** More hours than these give no more room to move. */
const mostHours = 24;
/** An automatic campaign reckons with at least so many impressions an hour, however few it had. */
const leastHourlyImpressions = 1000;

/** Facts about a campaign (or about one creative of it). Prices in USD. */
export interface RpmInput {
  /** Per 1000 impressions; null: automatic. */
  readonly maxCpm: number | null;
  /** Per click; null and 0: clicks are free. */
  readonly maxCpc: number | null;
  readonly hourlyBudget: number;
  /** Counted so far, or in the window that the caller observes. */
  readonly impressions: number;
  readonly clicks: number;
  /** Automatic only: impressions of the last full hour. */
  readonly impressionsLastHour?: number | undefined;
  /** Automatic only: the previous answer for this campaign; null or absent for a new one. */
  readonly previousRpm?: number | null | undefined;
  /** Automatic only: hours since `previousRpm` was found; 1 if absent. */
  readonly hoursSincePrevious?: number | undefined;
  /** Automatic only: what impressions are worth on average here, USD per 1000. */
  readonly marketRpm?: number | undefined;
}

/** Observed share of clicks, pulled towards 0.2 % while there are few impressions. */
export function clickRate({
  impressions,
  clicks,
}: Pick<RpmInput, 'impressions' | 'clicks'>): number {
  return (clicks + priorClicks) / (Math.max(impressions, clicks) + priorImpressions);
}

/** The income that is expected from clicks, USD per 1000 impressions. */
function rpmOfClicks(input: Pick<RpmInput, 'maxCpc' | 'impressions' | 'clicks'>): number {
  return (input.maxCpc ?? 0) * clickRate(input) * 1000;
}

/**
 * The bid of a campaign without a price: what would spend its hourly budget on as many impressions as it
 * got in the last hour. A new one starts at the market's average; after that it moves by at most 1.3
 * times an hour, so that neither a burst nor a lull throws it off.
 */
export function automaticRpm(input: RpmInput): number {
  const { previousRpm = null, hoursSincePrevious = 1, marketRpm = defaultMarketRpm } = input;
  const hourlyImpressions = Math.max(input.impressionsLastHour ?? 0, leastHourlyImpressions);
  const affordable = (input.hourlyBudget / hourlyImpressions) * 1000;
  if (previousRpm === null || !(previousRpm > 0)) return Math.min(affordable, marketRpm);
  const step = hourlyStep ** Math.min(Math.max(hoursSincePrevious, 0), mostHours);
  return Math.min(Math.max(affordable, previousRpm / step), previousRpm * step);
}

/**
 * The income that is expected from 1000 impressions of a campaign, in USD: its price per view, or the automatic
 * one, and its price per click times the click rate. From 0 to 999.99; an estimate to rank by, never
 * money. docs/reference-clients.md §8.6.
 */
export function effectiveRpm(input: RpmInput): number {
  const rpm = (input.maxCpm ?? automaticRpm(input)) + rpmOfClicks(input);
  return rpm > 0 ? Math.min(rpm, highestRpm) : 0;
}
