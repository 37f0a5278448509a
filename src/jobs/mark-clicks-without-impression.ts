import type { Job } from './job';

const batchSize = 1000;
/** What one run may look at, so that a backlog leaves room for other jobs. */
const maxBatches = 20;

/**
 * Marks clicks whose impression did not come within 10 minutes as invalid traffic, and counts the others as results of
 * their creatives. May run on several processes at once: each click is counted by one of them.
 *
 * @see contract 6
 */
export const markClicksWithoutImpression: Job = {
  name: 'mark-clicks-without-impression',
  everySeconds: 60,

  async run(ctx) {
    const until = ctx.now();
    for (let batch = 0; batch < maxBatches; batch += 1) {
      const { lookedAt, valid } = await ctx.events.settleClicks(until, batchSize);
      ctx.creativeResults.countClicks(valid);
      if (lookedAt < batchSize) return;
    }
  },
};
