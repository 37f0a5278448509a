import type { Connection } from 'mongoose';
import { formatAccountAddress } from '../../sidecar/ledger/address';

/** The information document of a server. */
export function infoOf(origin: string, adsAddress: string): object {
  return {
    ...{ module: 'adserver', name: 'Bench', version: '1', capabilities: ['ADV', 'PUB'] },
    ...{ serverUrl: origin, panelUrl: origin, privacyUrl: origin, termsUrl: origin },
    ...{ inventoryUrl: `${origin}/list`, adsAddress },
  };
}

/** The account of one of the known servers. Finds have other accounts: an allowed server is no publisher. */
export const knownPeerAddress = (user: number): string => formatAccountAddress({ node: 7, user });

/** Stores so many servers that are allowed. */
export async function insertPeers(db: Connection, count: number): Promise<void> {
  const at = new Date();
  const info = { ...infoOf('https://peer.example', ''), adsTxtDomain: 'peer.example' };
  const peers = Array.from({ length: count }, (_, user) => ({
    ...{
      _id: knownPeerAddress(user),
      url: 'https://peer.example/info.json',
      info,
      nextInfo: null,
    },
    ...{ foundAt: at, broadcastAt: at, answeredAt: at, askedAt: at, updatedAt: at },
    ...{ failures: 0, problem: null, nextTryAt: null, dailyLimit: null, clocks: null },
    ...{ state: 'allowed', stopReason: null, oursThere: true, theirsHere: true, isHeld: false },
    ...{ states: [], hosts: ['peer.example'] },
  }));
  await db.collection<{ readonly _id: string }>('peers').insertMany(peers);
}
