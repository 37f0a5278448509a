import type { Job } from '../../platform/jobs/job';
import { deliverMessages } from './deliver-messages.service';
import type { NotificationContext } from './notification.context';

/** Tells webhooks what has happened. By one process: so many connections to one host are all that there are. */
export const deliverNotices: Job<NotificationContext> = {
  name: 'deliver-notices',
  everySeconds: 2,
  longestRunSeconds: 300,
  run: (ctx, signal) => deliverMessages(ctx, signal),
};
