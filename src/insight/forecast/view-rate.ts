import type { MarketMembers } from '../../market/market.members';

/** Creatives that are looked at: enough for a rate, and a matter of a millisecond. */
const mostCreatives = 2_000;
/** With fewer offers each counts as a view. */
const leastOffers = 100;

/** Part of the offers that were seen, of ads that are for sale. */
export function viewRateOf({
  inventory,
  creativeResults,
}: Pick<MarketMembers, 'inventory' | 'creativeResults'>): number {
  let offers = 0;
  let views = 0;
  let looked = 0;
  for (const { id } of inventory.campaigns()) {
    for (const creative of inventory.creativesOf(id)) {
      const { served, impressions } = creativeResults.get(creative.id);
      offers += served;
      views += impressions;
      looked += 1;
    }
    if (looked >= mostCreatives) break;
  }
  return offers < leastOffers ? 1 : Math.min(1, views / offers);
}
