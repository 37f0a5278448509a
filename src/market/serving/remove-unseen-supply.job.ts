import type { Job } from '../../platform/jobs/job';
import { removeUnseenSupply, type UnseenSupplyContext } from './unseen-supply.service';

/** Removes placements that finds made and nobody has viewed. */
export const removeUnseenSupplyJob: Job<UnseenSupplyContext> = {
  name: 'remove-unseen-supply',
  everySeconds: 1_800,
  async run(ctx, signal, { tell }) {
    const removed = await removeUnseenSupply(ctx, signal);
    if (removed > 0) tell(`${removed} placements that nobody had viewed were removed`);
  },
};
