import type { Job } from '../../platform/jobs/job';
import type { ClaimContext } from './claim.context';
import { mergeClaimedPublishers } from './merge-publisher.service';

/** Brings along what publishers have whose addresses were claimed. */
export const mergePublishers: Job<ClaimContext> = {
  name: 'merge-publishers',
  everySeconds: 10,
  run: mergeClaimedPublishers,
};
