import type { PeerDirectory } from '../directory/peer-directory';
import type { PeerMode } from '../directory/peer';
import type { KeptExport } from './kept-export';
import type { PeerStore } from '../directory/peer.store';
import type { VerifyRequestContext } from '../signed-requests/verify-request.service';

/** The service that exports our campaigns needs this of the context. */
export interface ExportContext extends VerifyRequestContext {
  readonly peerMode: PeerMode;
  readonly peerDirectory: PeerDirectory;
  readonly peers: PeerStore;
  readonly keptExport: Pick<KeptExport, 'read'>;
}
