import type { MarketMembers } from '../market.members';

/** The inventory and its jobs need this of the context. */
export interface InventoryContext
  extends Pick<
    MarketMembers,
    'inventory' | 'peerDemand' | 'shownPeers' | 'creativeResults' | 'creativeResultStore'
  > {}
