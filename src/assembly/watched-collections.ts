import { rememberedCollections } from '../identity/oauth/tokens/memory';
import { followedCollections } from '../insight/live/live.service';

/** Collections whose changes every gateway takes up. A gateway that polls finds them by `updatedAt`: every write sets it. */
export const watchedCollections: readonly string[] = [
  'campaigns',
  'creatives',
  'sites',
  'placements',
  'accounts',
  'taxonomies',
  'networkLists',
  'refusedDomains',
  'auctionTypes',
  'rates',
  'peers',
  'peerSettings',
  'peerCampaigns',
  'peerCreatives',
  'frequencyShares',
  ...rememberedCollections,
  ...followedCollections,
];
