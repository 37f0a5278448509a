import type { Connection } from 'mongoose';
import { createFoundPlacementStore } from './placements/found-placement.store';
import { createPlacementStore } from './placements/placement.store';
import { createAdsTxtLookStore } from './site-claims/ads-txt-look.store';
import { createFoundSiteStore } from './sites/found-site.store';
import { createSiteStore } from './sites/site.store';

/** Makes the stores of this wing, which are members of the context. */
export function createSupplyStores(db: Connection, { now }: { readonly now: () => Date }) {
  return {
    sites: createSiteStore(db, now),
    foundSites: createFoundSiteStore(db),
    placements: createPlacementStore(db),
    foundPlacements: createFoundPlacementStore(db),
    adsTxtLooks: createAdsTxtLookStore(db),
  };
}
