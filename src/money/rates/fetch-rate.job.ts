import type { Job } from '../../platform/jobs/job';
import type { RateContext } from './rate.context';
import { setFetchedRate } from './rate.service';

/** Asks the configured URL what a coin is worth, every ten minutes, and every minute while it does not say. */
export const fetchRate: Job<RateContext> = {
  name: 'fetch-rate',
  everySeconds: 60,
  run: setFetchedRate,
};
