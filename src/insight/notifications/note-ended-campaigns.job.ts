import type { Job } from '../../platform/jobs/job';
import { tellOfEndedCampaigns } from './ended-campaigns.service';
import type { NotificationContext } from './notification.context';

/** Tells advertisers that campaigns have ended. */
export const noteEndedCampaigns: Job<NotificationContext> = {
  name: 'note-ended-campaigns',
  everySeconds: 60,
  run: tellOfEndedCampaigns,
};
