import type { Job } from '../../../platform/jobs/job';
import type { StatisticsContext } from '../statistics.context';

/** Stores what finds have asked for: a few writes for those of some seconds. */
export const storeRequestCounts: Job<StatisticsContext> = {
  name: 'store-request-counts',
  everySeconds: 5,
  isPerProcess: true,
  run: (ctx) => ctx.requestCounts.flush(),
};
