import type { Job } from '../../platform/jobs/job';
import type { RateContext } from './rate.context';
import { warnWithoutRate } from './rate.service';

/** Says in the log that there is no fresh rate, as long as there is none. */
export const watchRate: Job<RateContext> = {
  name: 'watch-rate',
  everySeconds: 600,
  async run(ctx) {
    await ctx.rates.refresh();
    warnWithoutRate(ctx);
  },
};
