import type { Peer } from '../../src/peers/directory/peer';
import type { NewPeer } from '../../src/peers/directory/peer.store';
import { takeReceipt } from '../../src/money/peer-receipts/take-receipt.service';
import { aDeposit } from './money-access';
import type { OperationRow } from './access-row';
import type { AccessWorld } from './access-world';

const address = '0001-00000003-AB0C';

/** Another server, as it was found. */
export function aPeer(changes: Partial<Peer> = {}): NewPeer {
  const at = new Date('2026-02-09T12:00:00Z');
  const url = 'https://peer.example';
  return {
    ...{ address, url: `${url}/info.json`, nextInfo: null },
    info: {
      ...{ name: 'AdServer', version: '2.9.0', capabilities: ['ADV', 'PUB'] },
      ...{ serverUrl: url, panelUrl: url, inventoryUrl: `${url}/adshares/inventory/list` },
      ...{ adsTxtDomain: 'peer.example', adsTxtRequired: false, joiningFee: 0n },
    },
    ...{ foundAt: at, broadcastAt: at, answeredAt: at, askedAt: at },
    ...{ failures: 0, problem: null, nextTryAt: null, dailyLimit: null, clocks: null },
    creativeTypes: ['image', 'video'],
    ...{ state: 'found', stopReason: null, oursThere: true, theirsHere: true, isHeld: false },
    awaitsPayment: false,
    ...changes,
  };
}

async function withPeer({ app: { ctx } }: AccessWorld): Promise<string> {
  await ctx.inTransaction((session) => ctx.peers.insert(aPeer(), session));
  return `address: "${address}"`;
}

/** Coins of it that nobody has explained. */
async function withReceipt({ app: { ctx } }: AccessWorld): Promise<string> {
  const id = ctx.randomBytes(16).toString('hex');
  const deposit = { ...aDeposit(id), peer: address };
  await ctx.inTransaction(async (session) => {
    await ctx.deposits.insert(deposit, session);
    await takeReceipt(ctx, deposit, session);
  });
  return `id: "${id}"`;
}

const ofOperators = { rule: 'operator', other: 'own' } as const;
/** The gateway of these tests has no wallet. */
const off = 'CONFLICT';

/** Other servers of the network. */
export const peerOperationAccess: Readonly<Record<string, OperationRow>> = {
  'Query.peers': ofOperators,
  'Query.peer': { ...ofOperators, arguments: withPeer },
  'Query.peerStatus': ofOperators,
  'Mutation.findPeer': {
    ...ofOperators,
    owner: off,
    arguments: () => 'place: "https://a.example"',
  },
  'Mutation.allowPeer': { ...ofOperators, owner: off, arguments: withPeer },
  'Mutation.denyPeer': { ...ofOperators, arguments: withPeer },
  'Query.peerReceipts': ofOperators,
  'Query.peerReceipt': { ...ofOperators, arguments: withReceipt },
  'Mutation.assignPeerReceipt': {
    ...ofOperators,
    arguments: async (world) => `${await withReceipt(world)}, accountId: "${world.owner.id}"`,
  },
  'Mutation.keepPeerReceipt': { ...ofOperators, arguments: withReceipt },
  'Query.joiningFees': { ...ofOperators, arguments: withPeer },
  'Mutation.joinPeer': {
    ...ofOperators,
    owner: off,
    arguments: async (world) => `${await withPeer(world)}, most: "1"`,
  },
  'Mutation.syncPeer': { ...ofOperators, owner: off, arguments: withPeer },
  'Query.refusedDomains': ofOperators,
  'Mutation.refuseDomains': {
    ...ofOperators,
    arguments: () => 'kind: landing, domains: ["evil.example"]',
  },
  'Mutation.allowDomains': {
    ...ofOperators,
    arguments: () => 'kind: landing, domains: ["evil.example"]',
  },
  'Mutation.pausePeers': ofOperators,
  'Mutation.resumePeers': ofOperators,
};
