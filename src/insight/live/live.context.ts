import type { ServingStateContext } from '../serving/serving.context';
import type { StatisticsContext } from '../statistics/statistics.context';
import type { LiveWatches } from './live-watches';

/** The stores and services that following figures and states needs. */
export interface LiveContext extends ServingStateContext, StatisticsContext {
  /** One of each for all subscribers of the process. */
  readonly live: LiveWatches;
}
