import type { PeersMembers } from '../peers.members';
import type { VerifyRequestContext } from '../signed-requests/verify-request.service';

/** The service that exports our campaigns needs this of the context. */
export interface ExportContext
  extends VerifyRequestContext,
    Pick<PeersMembers, 'peerMode' | 'peerDirectory' | 'peers' | 'keptExport'> {}
