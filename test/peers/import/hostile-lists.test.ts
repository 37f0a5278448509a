import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { syncPeer } from '../../../src/peers/import/import-peer.service';
import { aPeer } from '../../support/peer-access';
import { anId } from '../../support/events';
import { addressOfUser } from '../../money/payments/ledger-world';
import { aListedCampaign, aListedCreative } from '../listed';
import { type PeerServer, type PeerWorld, startPeerWorld } from '../peer-world';
import { startStranger } from '../strict-server';

const [hostile, honest] = [addressOfUser(3), addressOfUser(4)];
const megabyte = 10 ** 6;

let world: PeerWorld;
let server: PeerServer;
let stranger: Awaited<ReturnType<typeof startStranger>>;
/** The hostile server's list, as JSON. */
let list = '[]';
const honestList = JSON.stringify([aListedCampaign()]);

beforeAll(async () => {
  world = await startPeerWorld();
  server = await world.startServer(2);
  stranger = await startStranger(() => (req, res) => {
    res.end(req.url === '/hostile' ? list : honestList);
  });
});
afterAll(async () => {
  stranger.close();
  await world.close();
});
beforeEach(async () => {
  const { ctx } = server;
  for (const { models } of [ctx.peers, ctx.peerImports])
    for (const model of models) await model.deleteMany();
  for (const { models } of [ctx.peerCampaigns, ctx.peerCreatives])
    for (const model of models) await model.deleteMany();
  for (const [address, path] of [
    [hostile, 'hostile'],
    [honest, 'honest'],
  ] as const) {
    const peer = aPeer({ address, state: 'allowed', broadcastAt: null });
    const info = { ...peer.info, inventoryUrl: `${stranger.url}/${path}` };
    await ctx.inTransaction((session) => ctx.peers.insert({ ...peer, info }, session));
  }
});

const listCampaigns = (peer: string) => server.ctx.peerCampaigns.listPresent(peer);

/** Both lists are asked for at once. @returns what came of the hostile one */
async function syncBoth() {
  const [of, other] = await Promise.all([
    syncPeer(server.ctx, hostile),
    syncPeer(server.ctx, honest),
  ]);
  expect(other).toMatchObject({ campaigns: 1, creatives: 1, leftOut: {}, problem: null });
  expect(await listCampaigns(honest)).toHaveLength(1);
  return of;
}

it('of a million campaigns is looked at up to the 10,000th', async () => {
  list = `[${JSON.stringify(aListedCampaign())},${'{},'.repeat(999_900)}{}]`;
  const { campaigns, leftOut } = await syncBoth();
  expect([campaigns, leftOut]).toEqual([1, { id: 9_999, too_many: 989_902 }]);
});

it('of texts of a megabyte is taken without what these are of', async () => {
  const long = 'x'.repeat(megabyte);
  const campaignOf = (changes: object, creative: object = {}) =>
    aListedCampaign({ id: anId(), ...changes }, [aListedCreative({ id: anId(), ...creative })]);
  list = JSON.stringify([
    ...['id', 'landing_url', 'date_start', 'medium', 'vendor'].map((name) =>
      campaignOf({ [name]: long }),
    ),
    campaignOf({ targeting_excludes: { site: { domain: [long] } } }),
    campaignOf({ targeting_excludes: { site: { [long]: ['1'] } } }),
    ...['id', 'size', 'type', 'mime', 'checksum', 'serve_url'].map((name) =>
      campaignOf({}, { [name]: long }),
    ),
    // Nobody reads these.
    campaignOf({ name: long }, { name: long, classification: { [long]: { signature: long } } }),
  ]);
  const { campaigns, creatives, leftOut, bytes } = await syncBoth();
  expect([campaigns, creatives]).toEqual([1, 1]);
  expect(leftOut).toEqual({
    ...{ id: 2, landing_url: 1, dates: 1, medium: 2, targeting: 2 },
    ...{ size: 1, type: 1, mime: 1, checksum: 1, urls: 1, no_creatives: 6 },
  });
  expect(bytes).toBeLessThan(10_000);
  const [model] = server.ctx.peerCampaigns.models;
  const stored = await model?.find({ peer: hostile }).select('+states').lean();
  const text = JSON.stringify(stored, (_name, of: unknown) =>
    typeof of === 'bigint' ? String(of) : of,
  );
  expect(text).toContain('shop.example');
  expect(text.length).toBeLessThan(10_000);
});

it('of one campaign with all creatives is taken whole, without what is too large', async () => {
  const texts = Array.from({ length: 30_000 }, () => 'x');
  const [few, many] = [[aListedCreative({ id: anId() })], aListedCreative({ id: anId(), texts })];
  const creatives = Array.from({ length: 2_000 }, () => aListedCreative({ id: anId() }));
  list = JSON.stringify([
    aListedCampaign({ id: anId(), targeting_excludes: { site: { domain: texts } } }, few),
    aListedCampaign({ id: anId(), texts }, creatives),
    aListedCampaign({ id: anId() }, [many, ...creatives, many]),
    aListedCampaign({ id: anId() }, [many]),
  ]);
  expect(await syncBoth()).toMatchObject({
    ...{ campaigns: 1, creatives: 2_000, leftOut: { too_large: 5, no_creatives: 1 } },
  });
});

it('of campaigns that are all others each time brings the last ones', async () => {
  for (let time = 0; time < 4; time += 1) {
    const ids = Array.from({ length: 20 }, () => anId()).sort();
    list = JSON.stringify(ids.map((id) => aListedCampaign({ id }, [aListedCreative({ id })])));
    expect(await syncBoth()).toMatchObject({ campaigns: 20, creatives: 20, leftOut: {} });
    const here = (await listCampaigns(hostile)).map(({ identity }) => identity);
    expect(here.sort()).toEqual(ids);
    expect(await server.ctx.peerCreatives.listPresent(hostile)).toHaveLength(20);
  }
});

it.each([
  ['5,000 campaigns', 5_001, 1, { wanted: 5_000 }],
  ['20,000 creatives', 4_001, 5, { wanted: 20_000 }],
])('of more than %s is wanted up to these', async (_most, count, each, wanted) => {
  list = JSON.stringify(
    Array.from({ length: count }, () =>
      aListedCampaign(
        { id: anId() },
        Array.from({ length: each }, () => aListedCreative({ id: anId() })),
      ),
    ),
  );
  // So much shorter than what is here that it is only read this time.
  const now = server.ctx.now();
  await server.ctx.peerImports.put({
    ...{ peer: hostile, askedAt: now, importedAt: now, nextAt: now, failures: 0, problem: null },
    ...{ isShrunken: false, campaigns: 10 ** 6, creatives: 10 ** 6, bytes: 0, leftOut: {} },
    ...{ reserved: 0, reservedBytes: 0, wanted: 0, wantedBytes: 0 },
  });
  expect(await syncPeer(server.ctx, hostile)).toMatchObject({ isShrunken: true, ...wanted });
});
