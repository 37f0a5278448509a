import type { DemandMembers } from '../../demand/demand.members';
import type { PlatformMembers } from '../../platform/platform.members';
import type { DiscoveryContext } from '../discovery/discovery.context';
import type { PeersMembers } from '../peers.members';

/** The services that import peers’ campaigns need this of the context. */
export interface PeerImportContext
  extends DiscoveryContext,
    Pick<PlatformMembers, 'randomBytes'>,
    Pick<DemandMembers, 'contentWorkers'>,
    Pick<PeersMembers, 'peerCampaigns' | 'peerCreatives' | 'peerImports' | 'peerCheckDays'> {}
