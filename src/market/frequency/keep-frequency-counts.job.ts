import type { Job } from '../../platform/jobs/job';
import { keepFrequencyCounts, type KeepingContext } from './keep-frequency-counts.service';

/** Keeps what was counted of visitors for processes that start. */
export const keepFrequencyCountsJob: Job<KeepingContext> = {
  name: 'keep-frequency-counts',
  everySeconds: 600,
  run: keepFrequencyCounts,
};
