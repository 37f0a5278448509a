import type { Job } from '../../../platform/jobs/job';
import type { BookedDayContext } from './booked-day.context';
import { sumBookedDays } from './sum-booked-days.service';

/** Sums up the journal by account and day. Statements do not wait for it: they add what is left themselves. */
export const sumBookedDaysJob: Job<BookedDayContext> = {
  name: 'sum-booked-days',
  everySeconds: 60,
  run: sumBookedDays,
};
