import type { Job } from '../../platform/jobs/job';
import type { MarketMembers } from '../market.members';

/** Lets all gateways know how often visitors were shown campaigns that have caps. */
export const shareFrequencyCounts: Job<Pick<MarketMembers, 'frequencyExchange'>> = {
  name: 'share-frequency-counts',
  everySeconds: 1,
  isPerProcess: true,
  run: ({ frequencyExchange }) => frequencyExchange.flush(),
};
