import { randomBytes } from 'node:crypto';
import type { ServiceContext } from '../api/context';
import { newHostLooks } from '../money/verification/judge/host-looks.service';
import { listExportable } from '../money/peer-export/list-exportable.service';
import type { Campaign } from '../demand/campaigns/campaign.resource';
import { AdvertisedCreatives } from '../market/peer-events/advertised-creatives';
import { RequestRate } from '../market/peer-events/request-rate';
import { ToldSites } from '../market/peer-events/told-sites';
import { createWindowLimiter } from '../platform/limits/window-limiter';
import { createPeerCalls } from '../peers/calls/peer-calls';
import { KeptExport } from '../peers/export/kept-export';
import { isLeftAlone, peerModeOf } from '../peers/directory/peer-mode';
import { listShownHere } from '../money/peer-receipts/shown-figures.service';
import { listEarnedThere } from '../money/remittances/peer-figures.service';
import { noFigures } from '../peers/directory/peer.service';
import { listImportedFigures } from '../peers/import/imported-figures.service';
import { createAccountKeys } from '../peers/signed-requests/account-keys';
import { createSeenNonces } from '../peers/signed-requests/seen-nonces';
import { mostAgeMs, mostAheadMs } from '../peers/signed-requests/verify-request.service';
import { createEgress } from '../platform/egress/egress';
import { secondMs } from '../time';
import type { Ground } from './ground';

const nonces = {
  keptMs: mostAgeMs + mostAheadMs + secondMs,
  most: 100_000,
  mostOfOne: 1_000,
} as const;

/** Other servers of the network: how they are found, asked and believed. */
export async function createPeers(
  ground: Ground,
  parts: Pick<
    ServiceContext,
    'ledger' | 'jsonThreads' | 'inventory' | 'supplyDirectory' | 'peerPrices'
  >,
) {
  const { config, now, stores, log, publicUrl, whole } = ground;
  const { allowsLoopbackPeers: allowsLoopback } = config;
  const { ledger, jsonThreads } = parts;
  const peerSettings = await stores.peerSettings.get();
  if (isLeftAlone(config, peerSettings))
    log.warn(
      'other servers are left alone, as before there were peers: set ADGATE_PEERS to approve, or to off',
    );
  return {
    ...createPeerEvents(ground, parts),
    peerMode: peerModeOf(config, peerSettings),
    peerCalls: createPeerCalls({
      egress: createEgress({ allowsLoopback, jsonThreads }),
      signer: ledger,
      allowsLoopback,
    }),
    peerAnswers: { taken: 0, refused: 0 },
    accountKeys: ledger && createAccountKeys(ledger, now),
    seenNonces: createSeenNonces({ ...nonces, now }),
    readPeerFigures: (addresses: readonly string[]) => readFigures(stores, addresses),
    readLastBroadcast: () => stores.paymentBatches.findBroadcastTime(config.ledgerAddress),
    keptExport: new KeptExport({
      list: () => listExportable(whole()),
      origins: { publicUrl, serveUrl: config.serveUrl ?? publicUrl },
      now,
    }),
  };
}

/** The figures of every wing. */
async function readFigures(stores: Ground['stores'], addresses: readonly string[]) {
  const imported = await listImportedFigures(stores, addresses);
  const earned = await listEarnedThere(stores, addresses);
  const shown = await listShownHere(stores, addresses);
  return new Map(
    addresses.map((address) => [
      address,
      { ...noFigures, ...imported.get(address), ...earned.get(address), ...shown.get(address) },
    ]),
  );
}

/** Views and clicks on other servers' sites. */
function createPeerEvents(
  { now, stores, log, counting }: Ground,
  parts: Pick<ServiceContext, 'inventory' | 'supplyDirectory' | 'peerPrices'>,
) {
  const { inventory, supplyDirectory, peerPrices } = parts;
  return {
    advertisedCreatives: new AdvertisedCreatives({ ...stores, inventory, now }),
    toldSites: new ToldSites({ ...stores, supplyDirectory, counting, randomBytes, log }),
    hostLookLimiter: createWindowLimiter(counting, newHostLooks),
    peerEventRate: new RequestRate(now),
    peerEventCounts: { recorded: 0, notAllowed: 0 },
    findPeerMaxCpm: (campaign: Campaign) => peerPrices.findMaxCpm(campaign),
  };
}
