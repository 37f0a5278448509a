import type { Job } from '../../../platform/jobs/job';
import { rebuildFirstHours } from './rebuild-statistics.service';
import type { StatisticsContext } from '../statistics.context';

/** At most half of the time, so that the gateway answers as before. */
const everySeconds = 2;

/** Counts once what was judged before there were roll-ups. */
export const rebuildStatisticsOnce: Job<StatisticsContext> = {
  name: 'rebuild-statistics',
  everySeconds,
  async run(ctx, signal, { tell }) {
    const message = await rebuildFirstHours(ctx, { signal, forMs: everySeconds * 1_000 });
    if (message !== null) tell(message);
  },
};
