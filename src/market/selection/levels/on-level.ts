import type { OpenRequest } from '../index/candidate-index';
import type { Level } from './level';

/** Says that the request may be filled from another level than the usual one: on most sites it may not. */
export const hasLevels = ({ stocks }: OpenRequest): boolean =>
  stocks.some(({ buckets }) => buckets.some(({ level }) => level !== 'standard'));

/** The request as if there were one level. */
export const onLevel = ({ wanted, stocks }: OpenRequest, level: Level): OpenRequest => ({
  wanted,
  stocks: stocks.map((stock) => ({
    ...stock,
    buckets: stock.buckets.filter((bucket) => bucket.level === level),
  })),
});
