import type { Logger } from 'pino';
import type { Amount } from '../../amount';
import type { Config } from '../../config';
import type { AccountStore } from '../../identity/accounts/account.store';
import type { InTransaction } from '../../platform/database/transaction';
import type { NoticeSink } from '../../platform/notices/notice';
import type { PeerScanStore } from '../discovery/peer-scan.store';
import type { PeerMode } from './peer';
import type { PeerDirectory } from './peer-directory';
import type { PeerSettingsStore } from './peer-settings.store';
import type { PeerStore } from './peer.store';

/** The outcome of trading with a peer, since it is known. */
export interface PeerFigures {
  /** Campaigns of the peer that are for sale here. */
  readonly campaigns: number;
  /** Accepted views of our campaigns on its sites, and of its campaigns on ours. */
  readonly viewsThere: number;
  readonly viewsHere: number;
  /** Unit: 10^-11 coins: earned by it and not paid, paid to it, received of it. */
  readonly owed: Amount;
  readonly paid: Amount;
  readonly received: Amount;
}

/** The services of the directory of peers need this of the context. */
export interface PeerContext {
  readonly config: Config;
  readonly log: Logger;
  readonly now: () => Date;
  readonly inTransaction: InTransaction;
  readonly notices: NoticeSink;
  readonly accounts: AccountStore;
  readonly peers: PeerStore;
  readonly peerSettings: PeerSettingsStore;
  readonly peerScans: PeerScanStore;
  readonly peerDirectory: PeerDirectory;
  /** As the settings, the wallet and the database's past make it. */
  readonly peerMode: PeerMode;
  /** Later wings count; they leave out who has traded nothing. */
  readonly readPeerFigures: (
    addresses: readonly string[],
  ) => Promise<ReadonlyMap<string, PeerFigures>>;
}
