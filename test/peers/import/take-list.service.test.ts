import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { syncPeer } from '../../../src/peers/import/import-peer.service';
import { anId } from '../../support/events';
import { failingAt } from '../../support/failing-stores';
import { aPeer } from '../../support/peer-access';
import { addressOfUser } from '../../money/payments/ledger-world';
import { aListedCampaign, aListedCreative } from '../listed';
import { type PeerServer, type PeerWorld, startPeerWorld } from '../peer-world';
import { startStranger } from '../strict-server';

const mostInAll = 200_000;
const [big, ...others] = [3, 4, 5, 6, 7].map(addressOfUser) as [string, ...string[]];

let world: PeerWorld;
let server: PeerServer;
let stranger: Awaited<ReturnType<typeof startStranger>>;
/** So many lists are answered at once. */
let together = 1;
/** The lists, once all are asked for. */
let waiting: (() => void)[] = [];

beforeAll(async () => {
  world = await startPeerWorld();
  server = await world.startServer(2);
  const banners = () => Array.from({ length: 6 }, () => aListedCreative({ id: anId() }));
  stranger = await startStranger(() => (_req, res) => {
    waiting.push(() => res.end(JSON.stringify([aListedCampaign({}, banners())])));
    if (waiting.length < together) return;
    for (const answer of waiting) answer();
    waiting = [];
  });
});
afterAll(async () => {
  stranger.close();
  await world.close();
});

/** Room is left for ten creatives, all of it for these peers. */
async function begin(peers: readonly string[]): Promise<void> {
  const { ctx } = server;
  for (const { models } of [ctx.peers, ctx.peerImports])
    for (const model of models) await model.deleteMany();
  for (const { models } of [ctx.peerCampaigns, ctx.peerCreatives])
    for (const model of models) await model.deleteMany();
  for (const address of [big, ...peers]) {
    const peer = aPeer({ address, state: 'allowed', broadcastAt: null });
    const info = { ...peer.info, inventoryUrl: `${stranger.url}/list` };
    await ctx.inTransaction((session) => ctx.peers.insert({ ...peer, info }, session));
  }
  const now = ctx.now();
  await ctx.peerImports.put({
    ...{ peer: big, askedAt: now, importedAt: now, nextAt: now, failures: 0, problem: null },
    ...{ isShrunken: false, campaigns: 1, creatives: mostInAll - 10, bytes: 0, leftOut: {} },
    ...{ reserved: 0, reservedBytes: 0, wanted: 0, wantedBytes: 0 },
  });
}

it('of four peers at once brings no more creatives than there is room for, and all of that', async () => {
  const { ctx } = server;
  await begin(others);
  together = others.length;
  const done = await Promise.all(others.map((address) => syncPeer(ctx, address)));
  const sorted = (numbers: readonly number[]) => [...numbers].sort();
  expect(sorted(done.map(({ creatives }) => creatives))).toEqual([0, 0, 4, 6]);
  expect(sorted(done.map(({ leftOut }) => leftOut.too_many ?? 0))).toEqual([0, 2, 6, 6]);
  const here = await Promise.all(others.map((one) => ctx.peerCreatives.listPresent(one)));
  expect(here.flat()).toHaveLength(10);
});

it('keeps its room where it is killed at any write, till it is done again: nobody’s creatives are too many, and all come', async () => {
  const { ctx } = server;
  const [one, other] = [addressOfUser(4), addressOfUser(5)];
  const here = async (peer: string) => (await ctx.peerCreatives.listPresent(peer)).length;
  together = 1;
  let [kills, isKilled] = [0, true];
  // A death behind a call is one before the next.
  for (let nth = 1; isKilled; nth += 1) {
    await begin([one, other]);
    const stores = ['peerImports', 'peerCampaigns', 'peerCreatives', 'notices'] as const;
    const broken = failingAt(ctx, stores, { nth, isAfter: false });
    isKilled = await syncPeer(broken.ctx, one).then(
      () => false,
      () => true,
    );
    if (isKilled) kills += 1;
    const meanwhile = await syncPeer(ctx, other);
    expect(await here(other)).toBe(meanwhile.creatives);
    expect((await here(one)) + meanwhile.creatives).toBeLessThanOrEqual(10);
    const { creatives } = await syncPeer(ctx, one);
    expect([nth, creatives + meanwhile.creatives]).toEqual([nth, 10]);
    expect(await here(one)).toBe(creatives);
    expect(await ctx.peerImports.find(one)).toMatchObject({ reserved: 0, reservedBytes: 0 });
  }
  expect(kills).toBeGreaterThan(12);
});
