import type { LedgerClient } from '../../platform/ledger/ledger-client';
import type { PeerCalls } from '../calls/peer-calls';
import type { PeerContext } from '../directory/peer.context';

/** The services that find peers need this of the context. */
export interface DiscoveryContext extends PeerContext {
  /** null: there is no wallet. */
  readonly ledger: LedgerClient | null;
  readonly peerCalls: PeerCalls;
  /** Answers of servers that were asked what they are, counted since the process began. */
  readonly peerAnswers: { taken: number; refused: number };
}
