import type { Job } from '../../platform/jobs/job';
import type { MarketMembers } from '../market.members';

/** Stores what finds were for campaigns, creatives and placements: one write for those of some seconds. */
export const storeOutcomes: Job<Pick<MarketMembers, 'findObserver'>> = {
  name: 'store-outcomes',
  everySeconds: 10,
  isPerProcess: true,
  run: (ctx) => ctx.findObserver.flush(),
};
