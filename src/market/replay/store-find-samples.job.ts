import type { Job } from '../../platform/jobs/job';
import type { MarketMembers } from '../market.members';

/** Stores the finds that are kept for forecasts: one write for those of the hour. */
export const storeFindSamples: Job<Pick<MarketMembers, 'findSampler'>> = {
  name: 'store-find-samples',
  everySeconds: 30,
  isPerProcess: true,
  run: (ctx) => ctx.findSampler.flush(),
};
