import type { PlatformMembers } from '../../platform/platform.members';
import type { IdentityMembers } from '../../identity/identity.members';
import type { PeersMembers } from '../peers.members';

/** The services of the directory of peers need this of the context. */
export interface PeerContext
  extends Pick<PlatformMembers, 'config' | 'log' | 'now' | 'inTransaction' | 'notices'>,
    Pick<IdentityMembers, 'accounts'>,
    Pick<
      PeersMembers,
      | 'peers'
      | 'peerSettings'
      | 'peerScans'
      | 'peerDirectory'
      | 'peerMode'
      | 'readPeerFigures'
      | 'readLastBroadcast'
    > {}
