import type { Job } from '../../../platform/jobs/job';
import { mergeSomeLayers } from './add-to-roll-ups.service';
import type { StatisticsContext } from '../statistics.context';

/** Documents of one transaction: some 10 roll-ups, as one may have several MB. */
const layersAtOnce = 20;

/** Puts the layers of roll-ups together when their hour is over, as answers read a document of each in less time. */
export const mergeLayers: Job<StatisticsContext> = {
  name: 'merge-roll-up-layers',
  everySeconds: 60,
  async run(ctx, signal) {
    while (!signal.aborted) {
      const found = await ctx.inTransaction((session) =>
        mergeSomeLayers(ctx, layersAtOnce, session),
      );
      if (found === 0) break;
    }
  },
};
