import type { PlatformMembers } from '../../platform/platform.members';
import type { DemandMembers } from '../../demand/demand.members';
import type { SupplyMembers } from '../../supply/supply.members';
import type { PeersMembers } from '../../peers/peers.members';
import type { MarketMembers } from '../market.members';

/** The services and jobs of events need this of the context. */
export interface EventContext
  extends Pick<PlatformMembers, 'config' | 'now'>,
    Pick<DemandMembers, 'campaigns'>,
    Pick<SupplyMembers, 'sites'>,
    Pick<PeersMembers, 'peerCampaigns' | 'peerCreatives' | 'peerDirectory'>,
    Pick<
      MarketMembers,
      | 'eventUrlKeys'
      | 'eventLog'
      | 'events'
      | 'networkLists'
      | 'inventory'
      | 'creativeResults'
      | 'supplyDirectory'
      | 'viewOrdinals'
    > {}
