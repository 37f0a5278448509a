import type { Job } from '../../platform/jobs/job';
import { sendNoticeMails } from './notice-mail.service';
import type { NotificationContext } from './notification.context';

/** Mails accounts what has happened. */
export const mailNotices: Job<NotificationContext> = {
  name: 'mail-notices',
  everySeconds: 5,
  run: sendNoticeMails,
};
