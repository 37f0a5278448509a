import type { Job } from '../../platform/jobs/job';
import { removeOldEvents, type RetentionContext } from './remove-old-events.service';

/** Removes events that are older than `ADGATE_EVENT_DAYS`; without it none. */
export const removeOldEventsJob: Job<RetentionContext> = {
  name: 'remove-old-events',
  everySeconds: 3_600,
  run: removeOldEvents,
};
