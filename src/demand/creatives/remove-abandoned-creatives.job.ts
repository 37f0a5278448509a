import type { Job } from '../../platform/jobs/job';
import { type AbandonedContext, removeAbandoned } from './abandoned-creatives.service';

/** Removes creatives and conversions whose campaign was never stored, so that none counts for its account, or stays, for good. */
export const removeAbandonedCreatives: Job<AbandonedContext> = {
  name: 'remove-abandoned-creatives',
  everySeconds: 86_400,
  run: removeAbandoned,
};
