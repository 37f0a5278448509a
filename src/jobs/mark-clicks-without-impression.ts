import type { Job } from './job';

const batchSize = 1000;
/** What one run may look at, so that a backlog leaves room for other jobs. */
const maxBatches = 20;

/**
 * Marks clicks whose impression did not come within 10 minutes as invalid traffic. May run on several processes at
 * once: what two of them do to a click is the same.
 *
 * @see contract 6
 */
export const markClicksWithoutImpression: Job = {
  name: 'mark-clicks-without-impression',
  everySeconds: 60,

  async run(ctx) {
    const until = ctx.now();
    for (let batch = 0; batch < maxBatches; batch += 1)
      if ((await ctx.events.settleClicks(until, batchSize)) < batchSize) return;
  },
};
