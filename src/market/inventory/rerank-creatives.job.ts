import type { Job } from '../../platform/jobs/job';
import type { InventoryContext } from './inventory.context';

/** Prices all creatives that this process has in memory anew from the results of every process. */
export const rerankCreatives: Job<InventoryContext> = {
  name: 'rerank-creatives',
  everySeconds: 60,
  isPerProcess: true,
  async run(ctx) {
    await ctx.creativeResults.refresh();
    await ctx.inventory.rerank();
  },
};
