import type { MeasureName } from '../statistics/questions/measures';

/** Orders by figures of an advertiser's things, and the measure of each. */
export const demandFigures = {
  views: 'validViews',
  clicks: 'validClicks',
  cost: 'cost',
  click_rate: 'clickRate',
  cpm: 'cpm',
} as const satisfies Readonly<Record<string, MeasureName>>;

/** The same of a publisher's. */
export const supplyFigures = {
  views: 'validViews',
  clicks: 'validClicks',
  revenue: 'revenue',
  click_rate: 'clickRate',
  rpm: 'rpm',
} as const satisfies Readonly<Record<string, MeasureName>>;

/** Their meanings, for clients. */
export const figureMeanings = {
  views: 'Accepted views.',
  clicks: 'Accepted clicks.',
  cost: 'USD that it cost.',
  revenue: 'USD that it has earned.',
  click_rate: 'Accepted clicks by accepted views; without a view it comes last.',
  cpm: 'USD that 1,000 accepted views cost, all in; without a view it comes last.',
  rpm: 'USD that 1,000 accepted views have earned; without a view it comes last.',
} as const;

/** Says that an order is by figures, which take a scope of their own. */
export const isByFigure = (
  measures: Readonly<Record<string, MeasureName>>,
  order: string,
): boolean => Object.hasOwn(measures, order);
