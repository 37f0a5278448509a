import type { Job } from './job';

/** Prices all creatives anew from the results of every process. */
export const rerankCreatives: Job = {
  name: 'rerank-creatives',
  everySeconds: 60,
  async run(ctx) {
    await ctx.creativeResults.refresh();
    await ctx.inventory.rerank();
  },
};
