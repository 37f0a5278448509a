import type { DemandMembers } from '../../demand/demand.members';
import type { PeersMembers } from '../../peers/peers.members';
import type { PlatformMembers } from '../../platform/platform.members';
import type { EventContext } from '../events/event.context';
import type { MarketMembers } from '../market.members';

/** The services that record views and clicks on other servers' sites need this of the context. */
export interface PeerEventContext
  extends EventContext,
    Pick<PlatformMembers, 'publicUrl' | 'outages'>,
    Pick<DemandMembers, 'taxonomy'>,
    Pick<PeersMembers, 'peerMode' | 'peerDirectory'>,
    Pick<
      MarketMembers,
      'advertisedCreatives' | 'toldSites' | 'peerEventRate' | 'peerEventCounts' | 'findPeerMaxCpm'
    > {}

/** The job that looks at hosts needs this of the context. */
export interface HostLookContext
  extends Pick<PlatformMembers, 'config' | 'egress' | 'log' | 'now'>,
    Pick<PeersMembers, 'peerMode'>,
    Pick<MarketMembers, 'hostLooks'> {}
