import type { DemandMembers } from '../../demand/demand.members';
import type { PeersMembers } from '../../peers/peers.members';
import type { SiteContext } from '../../supply/sites/site.context';
import type { MarketMembers } from '../market.members';

/** The services of sites' creatives need this of the context. */
export interface SiteCreativeContext
  extends SiteContext,
    Pick<DemandMembers, 'campaigns' | 'creatives'>,
    Pick<MarketMembers, 'peerDemand'>,
    Pick<PeersMembers, 'peerDirectory'> {}
