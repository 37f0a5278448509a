import type { PeerCalls } from './calls/peer-calls';
import type { PeerFigures, PeerMode } from './directory/peer';
import type { PeerDirectory } from './directory/peer-directory';
import type { KeptExport } from './export/kept-export';
import type { createPeersStores } from './peers.stores';
import type { AccountKeys } from './signed-requests/account-keys';
import type { SeenNonces } from './signed-requests/seen-nonces';

/** All members that this wing gives to the context. */
export interface PeersMembers extends Readonly<ReturnType<typeof createPeersStores>> {
  /** As the settings, the wallet and the database's past make it. */
  readonly peerMode: PeerMode;
  readonly peerDirectory: PeerDirectory;
  readonly peerCalls: PeerCalls;
  /** Answers of servers that were asked what they are, counted since the process began. */
  readonly peerAnswers: { taken: number; refused: number };
  /** null: there is no wallet to ask for keys. */
  readonly accountKeys: AccountKeys | null;
  readonly seenNonces: SeenNonces;
  /** Later wings count; they leave out who has traded nothing. */
  readonly readPeerFigures: (
    addresses: readonly string[],
  ) => Promise<ReadonlyMap<string, PeerFigures>>;
  /** When the block began that has the last broadcast of this server, as a later wing sends it; null: none has. */
  readonly readLastBroadcast: () => Promise<Date | null>;
  readonly keptExport: Pick<KeptExport, 'readFor'>;
}
