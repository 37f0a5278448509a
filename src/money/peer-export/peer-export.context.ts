import type { PeerPrices } from './peer-prices';

/** Those who tell other servers our prices need this of the context. */
export interface PeerExportContext {
  readonly peerPrices: PeerPrices;
}
