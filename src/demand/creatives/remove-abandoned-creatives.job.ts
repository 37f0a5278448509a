import type { Job } from '../../platform/jobs/job';
import { type AbandonedContext, removeAbandoned } from './abandoned-creatives.service';

/** Removes creatives whose campaign was never stored, so that they do not count for their account for good. */
export const removeAbandonedCreatives: Job<AbandonedContext> = {
  name: 'remove-abandoned-creatives',
  everySeconds: 86_400,
  run: removeAbandoned,
};
