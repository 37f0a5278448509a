import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createWebhook } from '../../../src/insight/notifications/webhook.service';
import { syncPeer } from '../../../src/peers/import/import-peer.service';
import { anId } from '../../support/events';
import { aPeer } from '../../support/peer-access';
import { addressOfUser } from '../../money/payments/ledger-world';
import { aListedCampaign, aListedCreative } from '../listed';
import { type PeerServer, type PeerWorld, startPeerWorld } from '../peer-world';
import { startStranger } from '../strict-server';

const mostBytes = 2 ** 20;
const [large, small] = [addressOfUser(3), addressOfUser(4)];

let world: PeerWorld;
let server: PeerServer;
let stranger: Awaited<ReturnType<typeof startStranger>>;
const lists = new Map<string, readonly object[]>();

beforeAll(async () => {
  world = await startPeerWorld();
  server = await world.startServer(2, { ADGATE_PEER_MAX_MIB: '1' });
  stranger = await startStranger(() => (req, res) => {
    res.end(JSON.stringify(lists.get(req.url?.slice(1) ?? '')));
  });
  for (const address of [large, small]) await know(address);
});
afterAll(async () => {
  stranger.close();
  await world.close();
});

async function know(address: string): Promise<void> {
  const peer = aPeer({ address, state: 'allowed', broadcastAt: null });
  const info = { ...peer.info, inventoryUrl: `${stranger.url}/${address}` };
  await server.ctx.inTransaction((session) => server.ctx.peers.insert({ ...peer, info }, session));
}

/** Campaigns for 500 hosts each. */
const listOf = (campaigns: number) =>
  Array.from({ length: campaigns }, () => {
    const targeting = { site: { domain: Array.from({ length: 500 }, anId) } };
    const creatives = [aListedCreative({ id: anId() })];
    return aListedCampaign({ id: anId(), targeting_requires: targeting }, creatives);
  });

const sync = (address: string) => syncPeer(server.ctx, address);
const identitiesOf = async (address: string) =>
  (await server.ctx.peerCampaigns.listPresent(address)).map(({ identity }) => identity).sort();
const idsOf = (list: readonly object[]) => list.map((one) => Reflect.get(one, 'id')).sort();

async function addOperator(): Promise<void> {
  const { ctx } = server;
  const accountId = anId();
  await ctx.accounts.insert({
    ...{ id: accountId, email: 'operator@test.example', roles: ['operator'] },
    ...{ isEmailConfirmed: true, passwordHash: null, payoutAddress: null },
  });
  const webhook = { url: 'https://hooks.example/', kinds: ['peer.suspect'] as const };
  await createWebhook(ctx, { accountId, campaignId: null, ...webhook });
}

const bytesOfAll = async () => {
  const imports = await server.ctx.peerImports.listByPeers([large, small]);
  return [...imports.values()].reduce((sum, { bytes }) => sum + bytes, 0);
};

it('a large peer has all the room that others leave, gives back what a small one wants, and keeps the rest', async () => {
  await addOperator();
  const [many, few] = [listOf(60), listOf(8)];
  lists.set(large, many);
  lists.set(small, few);
  const alone = await sync(large);
  expect(alone.bytes).toBeGreaterThan(mostBytes * 0.95);
  expect(alone.leftOut.no_room).toBe(60 - alone.campaigns);
  expect(await identitiesOf(large)).toEqual(idsOf(many.slice(0, alone.campaigns)));

  // Nothing is free before the large one has given back.
  expect(await sync(small)).toMatchObject({ campaigns: 0, leftOut: { no_room: 8 } });
  expect(await bytesOfAll()).toBeLessThanOrEqual(mostBytes);
  const lessened = await sync(large);
  expect(lessened.campaigns).toBeGreaterThan(alone.campaigns - 10);
  expect(await identitiesOf(large)).toEqual(idsOf(many.slice(0, lessened.campaigns)));
  expect(await sync(small)).toMatchObject({ campaigns: 8, leftOut: {} });
  expect(await identitiesOf(small)).toEqual(idsOf(few));

  // However much more it lists, the small one stays whole.
  lists.set(large, [...listOf(60), ...many]);
  for (const address of [large, small]) await sync(address);
  expect(await identitiesOf(small)).toEqual(idsOf(few));
  expect(await bytesOfAll()).toBeLessThanOrEqual(mostBytes);

  const told = (await server.ctx.noticeOutbox.listOldest(10)).flatMap(({ items }) => items);
  const once = [
    { address: large, leftOut: alone.leftOut.no_room, bytes: alone.bytes },
    { address: small, leftOut: 8, bytes: 0 },
  ].map((one) => expect.objectContaining(one));
  expect(told.map(({ data }) => data)).toEqual(expect.arrayContaining(once));
  expect(told).toHaveLength(once.length);
});
