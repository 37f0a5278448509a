import type { Job } from '../../platform/jobs/job';
import type { InventoryContext } from './inventory.context';

/** Stores what was served, seen and clicked since the last run: one write for all finds of a second. */
export const storeCreativeResults: Job<InventoryContext> = {
  name: 'store-creative-results',
  everySeconds: 1,
  isPerProcess: true,
  run: (ctx) => ctx.creativeResults.flush(),
};
