import type { PlatformMembers } from '../../platform/platform.members';
import type { PeersMembers } from '../peers.members';
import type { PeerContext } from '../directory/peer.context';

/** The services that find peers need this of the context. */
export interface DiscoveryContext
  extends PeerContext,
    Pick<PlatformMembers, 'ledger'>,
    Pick<PeersMembers, 'peerCalls' | 'peerAnswers'> {}
