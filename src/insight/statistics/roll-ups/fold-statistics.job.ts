import type { Job } from '../../../platform/jobs/job';
import { foldAllChanges } from './fold-changes.service';
import type { StatisticsContext } from '../statistics.context';

/** Adds what verdicts have changed to the roll-ups. Answers do not wait for it: they add what is left themselves. */
export const foldStatistics: Job<StatisticsContext> = {
  name: 'fold-statistics',
  everySeconds: 5,
  async run(ctx, signal) {
    await foldAllChanges(ctx, signal);
  },
};
