import type { Job } from './job';

/** Stores what was served, seen and clicked since the last run: one write for all finds of a second. */
export const storeCreativeResults: Job = {
  name: 'store-creative-results',
  everySeconds: 1,
  run: (ctx) => ctx.creativeResults.flush(),
};
