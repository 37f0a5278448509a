import type { Config } from '../config';
import type { ServiceContext } from '../api/context';
import { listExportable } from '../money/peer-export/list-exportable.service';
import { createPeerCalls } from '../peers/calls/peer-calls';
import { createPeerDirectory } from '../peers/directory/peer-directory';
import { KeptExport } from '../peers/export/kept-export';
import { peerModeOf } from '../peers/directory/peer-mode';
import type { PeerFigures } from '../peers/directory/peer';
import { createAccountKeys } from '../peers/signed-requests/account-keys';
import { createSeenNonces } from '../peers/signed-requests/seen-nonces';
import { mostAgeMs, mostAheadMs } from '../peers/signed-requests/verify-request.service';
import { createEgress } from '../platform/egress/egress';
import { secondMs } from '../time';
import type { createStores } from './stores';

const nonces = {
  keptMs: mostAgeMs + mostAheadMs + secondMs,
  most: 100_000,
  mostOfOne: 1_000,
} as const;

interface Ground {
  readonly config: Config;
  readonly now: () => Date;
  readonly stores: ReturnType<typeof createStores>;
  /** Origin of the URLs that leave the server. */
  readonly publicUrl: string;
  /** The context, once it is whole. */
  readonly whole: () => ServiceContext;
}

/** Other servers of the network: how they are found, asked and believed. */
export async function createPeers(
  { config, now, stores, publicUrl, whole }: Ground,
  { ledger, jsonThreads }: Pick<ServiceContext, 'ledger' | 'jsonThreads'>,
) {
  const { allowsLoopbackPeers: allowsLoopback } = config;
  return {
    peerMode: peerModeOf(config, await stores.peerSettings.get()),
    peerDirectory: createPeerDirectory(stores),
    peerCalls: createPeerCalls({
      egress: createEgress({ allowsLoopback, jsonThreads }),
      signer: ledger,
      allowsLoopback,
    }),
    peerAnswers: { taken: 0, refused: 0 },
    accountKeys: ledger && createAccountKeys(ledger, now),
    seenNonces: createSeenNonces({ ...nonces, now }),
    // A later wing counts.
    readPeerFigures: () => Promise.resolve(new Map<string, PeerFigures>()),
    keptExport: new KeptExport({
      list: () => listExportable(whole()),
      origins: { publicUrl, serveUrl: config.serveUrl ?? publicUrl },
      now,
    }),
  };
}
