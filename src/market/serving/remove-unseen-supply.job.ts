import type { Job } from '../../platform/jobs/job';
import { removeUnseenSites, type UnseenSitesContext } from './unseen-sites.service';
import { removeUnseenSupply, type UnseenSupplyContext } from './unseen-supply.service';

/** Removes placements that finds made and nobody has viewed, and then the sites that have none. */
export const removeUnseenSupplyJob: Job<UnseenSupplyContext & UnseenSitesContext> = {
  name: 'remove-unseen-supply',
  everySeconds: 1_800,
  async run(ctx, signal, { tell }) {
    const placements = await removeUnseenSupply(ctx, signal);
    if (placements > 0) tell(`${placements} placements that nobody had viewed were removed`);
    const sites = await removeUnseenSites(ctx, signal);
    if (sites > 0) tell(`${sites} sites without a placement were removed`);
  },
};
