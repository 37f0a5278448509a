import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { syncPeer } from '../../../src/peers/import/import-peer.service';
import { anId } from '../../support/events';
import { aPeer } from '../../support/peer-access';
import { addressOfUser } from '../../money/payments/ledger-world';
import { aListedCampaign, aListedCreative } from '../listed';
import { type PeerServer, type PeerWorld, startPeerWorld } from '../peer-world';
import { startStranger } from '../strict-server';

const mostInAll = 200_000;
const [big, ...others] = [3, 4, 5, 6, 7].map(addressOfUser);

let world: PeerWorld;
let server: PeerServer;
let stranger: Awaited<ReturnType<typeof startStranger>>;
/** The lists, once all are asked for. */
let waiting: (() => void)[] = [];

beforeAll(async () => {
  world = await startPeerWorld();
  server = await world.startServer(2);
  const banners = () => Array.from({ length: 6 }, () => aListedCreative({ id: anId() }));
  stranger = await startStranger(() => (_req, res) => {
    waiting.push(() => res.end(JSON.stringify([aListedCampaign({}, banners())])));
    if (waiting.length < others.length) return;
    for (const answer of waiting) answer();
    waiting = [];
  });
});
afterAll(async () => {
  stranger.close();
  await world.close();
});

it('of four peers at once brings no more creatives than there is room for, and all of that', async () => {
  const { ctx } = server;
  for (const address of [big!, ...others]) {
    const peer = aPeer({ address, state: 'allowed', broadcastAt: null });
    const info = { ...peer.info, inventoryUrl: `${stranger.url}/list` };
    await ctx.inTransaction((session) => ctx.peers.insert({ ...peer, info }, session));
  }
  const now = ctx.now();
  await ctx.peerImports.put({
    ...{ peer: big!, askedAt: now, importedAt: now, nextAt: now, failures: 0, problem: null },
    ...{ isShrunken: false, campaigns: 1, creatives: mostInAll - 10, bytes: 0, leftOut: {} },
    ...{ reserved: 0, reservedBytes: 0, wanted: 0, wantedBytes: 0 },
  });
  const done = await Promise.all(others.map((address) => syncPeer(ctx, address)));
  const sorted = (numbers: readonly number[]) => [...numbers].sort();
  expect(sorted(done.map(({ creatives }) => creatives))).toEqual([0, 0, 4, 6]);
  expect(sorted(done.map(({ leftOut }) => leftOut.too_many ?? 0))).toEqual([0, 2, 6, 6]);
  const here = await Promise.all(others.map((one) => ctx.peerCreatives.listPresent(one)));
  expect(here.flat()).toHaveLength(10);
});
