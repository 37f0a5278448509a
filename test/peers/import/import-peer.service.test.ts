import 'reflect-metadata';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Peer } from '../../../src/peers/directory/peer';
import { listPeerFigures } from '../../../src/peers/directory/peer.service';
import { importInventories } from '../../../src/peers/import/import-inventories.job';
import { syncPeer } from '../../../src/peers/import/import-peer.service';
import { PeerImportResolver } from '../../../src/peers/import/peer-import.resolver';
import { wholeTurn } from '../../../src/platform/jobs/job';
import { aPeer } from '../../support/peer-access';
import { aListedCampaign, aListedCreative } from '../listed';
import { type PeerServer, type PeerWorld, startPeerWorld } from '../peer-world';
import { startStranger } from '../strict-server';

const address = '0001-00000004-DBEB';
const other = '0001-00000005-CBCA';

let world: PeerWorld;
let server: PeerServer;
let stranger: Awaited<ReturnType<typeof startStranger>>;
/** As the stand-ins answer, by the path of their lists. */
const answers = new Map<string, string | Buffer>();
const tell = (list: unknown, path = '/list') => answers.set(path, JSON.stringify(list));

beforeAll(async () => {
  world = await startPeerWorld();
  server = await world.startServer(2);
  stranger = await startStranger(() => (req, res) => {
    const answer = answers.get(req.url ?? '');
    const isPacked = typeof answer === 'object';
    res
      .writeHead(answer === undefined ? 500 : 200, isPacked ? { 'Content-Encoding': 'gzip' } : {})
      .end(answer);
  });
});
afterAll(async () => {
  stranger.close();
  await world.close();
});
beforeEach(async () => {
  const { peers, peerCampaigns, peerCreatives, peerImports } = server.ctx;
  for (const { models } of [peers, peerImports])
    for (const model of models) await model.deleteMany();
  for (const { models } of [peerCampaigns, peerCreatives])
    for (const model of models) await model.deleteMany();
  answers.clear();
  stranger.state.asked = 0;
  await know();
});

async function know(changes: Partial<Peer> = {}, path = '/list'): Promise<void> {
  const { ctx } = server;
  const peer = aPeer({ address, state: 'allowed', broadcastAt: null, ...changes });
  const info = { ...peer.info, inventoryUrl: `${stranger.url}${path}` };
  await ctx.inTransaction((session) => ctx.peers.insert({ ...peer, info }, session));
}

const sync = () => syncPeer(server.ctx, address);
const runJob = () => importInventories.run(server.ctx, new AbortController().signal, wholeTurn);
const listCampaigns = (peer = address) => server.ctx.peerCampaigns.listPresent(peer);
const listCreatives = (peer = address) => server.ctx.peerCreatives.listPresent(peer);
const wait = (minutes: number) => {
  world.ledger.clock.seconds += minutes * 60;
};
const ids = async (items: Promise<readonly { readonly _id: string }[]>) =>
  (await items).map(({ _id }) => _id).sort();

describe('a list that is taken', () => {
  it('is told by GraphQL with what was left out, reason by reason', async () => {
    const broken = { ...aListedCampaign(), id: 'x' };
    tell([aListedCampaign(), broken, broken, 7]);
    const told = await new PeerImportResolver().syncPeer(server.ctx, address);
    expect(told).toMatchObject({ peer: address, problem: null, campaigns: 1, creatives: 1 });
    expect(told.leftOut).toEqual([
      { reason: 'no_object', count: 1 },
      { reason: 'id', count: 2 },
    ]);
    answers.clear();
    await sync();
    const peers = [aPeer({ address }), aPeer({ address: other })];
    const [failed, none] = await Promise.all(
      peers.map((peer) => new PeerImportResolver().import(server.ctx, peer)),
    );
    expect(failed).toMatchObject({ problem: 'it answered 500', failures: 1, campaigns: 1 });
    expect(none).toBeNull();
  });

  it('is stored with ids of this server, its creatives waiting for a look at their bytes', async () => {
    tell([aListedCampaign()]);
    expect(await sync()).toMatchObject({
      ...{ peer: address, problem: null, failures: 0, isShrunken: false },
      ...{ campaigns: 1, creatives: 1, leftOut: {} },
    });
    const figures = await listPeerFigures(server.ctx, [address, other]);
    expect([figures.get(address)?.campaigns, figures.get(other)?.campaigns]).toEqual([1, 0]);
    const [campaign] = await listCampaigns();
    const [creative] = await listCreatives();
    expect(campaign?._id).toMatch(/^[0-9a-f]{32}$/);
    expect(campaign?._id).not.toBe(campaign?.identity);
    expect(creative).toMatchObject({ status: 'draft', mime: 'image/png' });
    const states = await server.ctx.peerCampaigns.listStates([campaign?._id ?? '']);
    expect(states.get(campaign?._id ?? '')).toMatchObject([
      { status: 'active', hourlyBudget: 970_300_000_000n, isDeleted: false },
    ]);
  });

  it('writes nothing the second time', async () => {
    tell([aListedCampaign()]);
    await sync();
    const [campaigns] = server.ctx.peerCampaigns.models;
    const [creatives] = server.ctx.peerCreatives.models;
    const read = async () => [
      await campaigns?.find().select('+states').lean(),
      await creatives?.find().select('+states').lean(),
    ];
    const before = await read();
    wait(10);
    await sync();
    expect(await read()).toEqual(before);
  });

  it('keeps ids over edits, deletion and return, with a history of states', async () => {
    tell([aListedCampaign()]);
    await sync();
    const before = [await ids(listCampaigns()), await ids(listCreatives())];
    tell([aListedCampaign({ budget: 7 })]);
    await sync();
    expect([await ids(listCampaigns()), await ids(listCreatives())]).toEqual(before);
    tell([]);
    await sync();
    await sync();
    expect([await listCampaigns(), await listCreatives()]).toEqual([[], []]);
    tell([aListedCampaign()]);
    await sync();
    expect([await ids(listCampaigns()), await ids(listCreatives())]).toEqual(before);
    const [[campaignId = ''] = []] = before;
    const states = await server.ctx.peerCampaigns.listStates([campaignId]);
    expect(states.get(campaignId)?.map((one) => [one.hourlyBudget, one.isDeleted])).toEqual([
      [970_300_000_000n, false],
      [7n, false],
      [7n, true],
      [970_300_000_000n, false],
    ]);
  });

  it.each([
    ['of another MIME type', { mime: 'image/gif' }],
    ['served from another place', { serve_url: 'https://demand.example/serve/other' }],
  ])('has bytes that were looked at looked at again, %s', async (_case, change) => {
    tell([aListedCampaign()]);
    await sync();
    const [id = ''] = await ids(listCreatives());
    const [model] = server.ctx.peerCreatives.models;
    await model?.updateOne({ _id: id }, { status: 'active', nextCheckAt: null });
    expect(await server.ctx.peerCreatives.listDue(address)).toEqual([]);
    tell([aListedCampaign({}, [aListedCreative(change)])]);
    await sync();
    expect(await server.ctx.peerCreatives.listDue(address)).toMatchObject([
      { id, status: 'draft' },
    ]);
  });

  it.each([
    ['other bytes', { checksum: 'a'.repeat(40) }],
    ['another type', { type: 'video' }],
    ['another size', { size: '728x90' }],
  ])('gives %s another id', async (_case, change) => {
    tell([aListedCampaign()]);
    await sync();
    const [before] = await ids(listCreatives());
    tell([aListedCampaign({}, [aListedCreative(change)])]);
    await sync();
    const after = await ids(listCreatives());
    expect(after).toHaveLength(1);
    expect(after).not.toContain(before);
  });

  it('says how many were left out, and why', async () => {
    tell([aListedCampaign(), 7, aListedCampaign({ id: 'a'.repeat(32), max_cpm: 2 ** 63 })]);
    expect((await sync()).leftOut).toEqual({ no_object: 1, price: 1 });
    expect(await server.ctx.peerImports.find(address)).toMatchObject({
      leftOut: { no_object: 1, price: 1 },
    });
  });

  it('gives nobody the ids of another peer', async () => {
    await know({ address: other }, '/other');
    tell([aListedCampaign()]);
    tell([aListedCampaign()], '/other');
    await sync();
    await syncPeer(server.ctx, other);
    const [mine, theirs] = [await ids(listCampaigns()), await ids(listCampaigns(other))];
    expect([mine.length, theirs.length]).toEqual([1, 1]);
    expect(mine).not.toEqual(theirs);
    expect(await ids(listCreatives())).not.toEqual(await ids(listCreatives(other)));
  });
});

describe('creatives of all peers', () => {
  it.each([
    ['that may be here count', {}, 0],
    ['that is denied do not', { state: 'denied' as const }, 1],
    ['that may not come here do not', { theirsHere: false }, 1],
  ])('those of a peer %s', async (_what, standing, creatives) => {
    await know({ address: other, ...standing }, '/other');
    tell([aListedCampaign()]);
    const theirs = { ...(await sync()), peer: other, creatives: 200_000 };
    await server.ctx.peerImports.put(theirs);
    tell([]);
    await sync();
    await sync();
    tell([aListedCampaign()]);
    const { leftOut, ...after } = await sync();
    expect(after).toMatchObject({ creatives, campaigns: creatives });
    expect(leftOut.too_many ?? 0).toBe(1 - creatives);
  });
});

describe('a list that has lost most of what is here', () => {
  const many = Array.from({ length: 20 }, (_one, at) =>
    aListedCampaign({ id: at.toString(16).padStart(32, 'f') }, [
      aListedCreative({ id: at.toString(16).padStart(32, 'f') }),
    ]),
  );

  it('is believed the second time', async () => {
    tell(many);
    await sync();
    tell(many.slice(0, 2));
    expect(await sync()).toMatchObject({ isShrunken: true, campaigns: 20 });
    expect(await listCampaigns()).toHaveLength(20);
    expect(await sync()).toMatchObject({ isShrunken: false, campaigns: 2 });
    expect(await listCampaigns()).toHaveLength(2);
  });

  it('is believed the second time, where one campaign has lost its creatives', async () => {
    const creatives = many.map((_one, at) =>
      aListedCreative({ id: at.toString(16).padStart(32, 'e') }),
    );
    tell([aListedCampaign({}, creatives)]);
    await sync();
    tell([aListedCampaign({}, creatives.slice(0, 1))]);
    expect(await sync()).toMatchObject({ isShrunken: true, creatives: 20 });
    expect(await sync()).toMatchObject({ isShrunken: false, creatives: 1 });
  });

  it('is forgotten when the next one has them', async () => {
    tell(many);
    await sync();
    tell([]);
    await sync();
    tell(many);
    expect(await sync()).toMatchObject({ isShrunken: false, campaigns: 20 });
    tell(many.slice(0, 3));
    expect(await sync()).toMatchObject({ campaigns: 3 });
  });
});

describe('what is no list', () => {
  it.each<[string, string | Buffer | null]>([
    ['no answer', null],
    ['no JSON', '[{'],
    ['an object', '{}'],
    ['text', '"a"'],
    ['nothing', ''],
    ['a gzip bomb', gzipSync(Buffer.alloc(128 * 2 ** 20, '[]'))],
    ['nested without end', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['too many values', `[${'0,'.repeat(1_000_001)}0]`],
  ])('changes nothing: %s', async (_case, body) => {
    tell([aListedCampaign()]);
    await sync();
    if (body === null) answers.clear();
    else answers.set('/list', body);
    const failed = await sync();
    expect(failed).toMatchObject({ failures: 1, campaigns: 1 });
    expect(failed.problem).not.toBeNull();
    expect(await listCampaigns()).toHaveLength(1);
  });

  it('lets its campaigns leave the tenth time, and come back with their ids', async () => {
    tell([aListedCampaign()]);
    await sync();
    const before = [await ids(listCampaigns()), await ids(listCreatives())];
    answers.clear();
    for (let time = 1; time < 10; time += 1) await sync();
    expect(await listCampaigns()).toHaveLength(1);
    const tenth = await sync();
    expect(tenth).toMatchObject({ failures: 10, campaigns: 0, creatives: 0 });
    expect(tenth.nextAt?.getTime()).toBe(tenth.askedAt.getTime() + 3_600_000);
    expect(await listCampaigns()).toEqual([]);
    tell([aListedCampaign()]);
    expect(await sync()).toMatchObject({ failures: 0, campaigns: 1 });
    expect([await ids(listCampaigns()), await ids(listCreatives())]).toEqual(before);
  });
});

describe('an import', () => {
  it('is one at a time of a peer, on whatever gateway: two at once bring one list', async () => {
    tell([aListedCampaign()]);
    const outcomes = await Promise.allSettled([sync(), sync(), runJob()]);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    for (const one of refused) expect(one).toMatchObject({ reason: { code: 'CONFLICT' } });
    expect(stranger.state.asked).toBe(outcomes.length - refused.length - 1);
    expect(refused).toHaveLength(1);
    expect([await listCampaigns(), await listCreatives()]).toMatchObject([[{}], [{}]]);
    expect(await sync()).toMatchObject({ campaigns: 1, creatives: 1 });
  });

  it('that is killed in the middle is done again at once, and nothing is double or lost', async () => {
    const { ctx } = server;
    const many = Array.from({ length: 1_200 }, (_one, at) =>
      aListedCreative({ id: at.toString(16).padStart(32, '0') }),
    );
    tell([aListedCampaign({}, many)]);
    const save = ctx.peerCreatives.save.bind(ctx.peerCreatives);
    let writes = 0;
    const peerCreatives = {
      ...ctx.peerCreatives,
      async save(...args: Parameters<typeof save>) {
        if (++writes > 5) throw new Error('killed');
        await save(...args);
      },
    };
    const killed = Object.assign(Object.create(ctx) as typeof ctx, { peerCreatives });
    await expect(syncPeer(killed, address)).rejects.toThrow('killed');
    expect(await ctx.peerImports.find(address)).toMatchObject({ creatives: 0, reserved: 1_200 });
    const before = await ids(listCreatives());
    expect(before.length).toBeGreaterThan(0);
    expect(before.length).toBeLessThan(1_200);
    await runJob();
    expect(await ctx.peerImports.find(address)).toMatchObject({ creatives: 1_200, reserved: 0 });
    const after = await ids(listCreatives());
    expect(after).toHaveLength(1_200);
    expect(after).toEqual(expect.arrayContaining(before));
  });
});

describe('the job', () => {
  it('asks every ten minutes, those that may come here alone', async () => {
    await know({ address: other, theirsHere: false }, '/other');
    tell([aListedCampaign()]);
    tell([aListedCampaign()], '/other');
    await runJob();
    await runJob();
    expect(stranger.state.asked).toBe(1);
    wait(8);
    await runJob();
    expect(stranger.state.asked).toBe(1);
    wait(4);
    await runJob();
    expect(stranger.state.asked).toBe(2);
    expect(await listCampaigns(other)).toEqual([]);
  });

  it('goes on with others where one answers nothing', async () => {
    await know({ address: other }, '/other');
    tell([aListedCampaign()], '/other');
    await runJob();
    expect(await listCampaigns()).toEqual([]);
    expect(await listCampaigns(other)).toHaveLength(1);
  });

  it('asks nobody who is silent, and takes away what is there of those that are gone', async () => {
    tell([aListedCampaign()]);
    await sync();
    const silentFor = async (hours: number) => {
      const at = new Date(server.ctx.now().getTime() - hours * 3_600_000);
      await server.ctx.peers.noteOutcome(address, { broadcastAt: at });
      wait(12);
      await runJob();
    };
    const asked = stranger.state.asked;
    await silentFor(24);
    expect(stranger.state.asked).toBe(asked);
    expect(await listCampaigns()).toHaveLength(1);
    await silentFor(168);
    expect(stranger.state.asked).toBe(asked);
    expect(await listCampaigns()).toEqual([]);
  });

  it('takes nothing away of who may have broadcast in blocks that are not read yet', async () => {
    const { ctx } = server;
    tell([aListedCampaign()]);
    await sync();
    const scan = await ctx.peerScans.get();
    const daysAgo = (days: number) => new Date(ctx.now().getTime() - days * 86_400_000);
    await ctx.peers.noteOutcome(address, { broadcastAt: daysAgo(9) });
    await ctx.peerScans.put({ ...scan, scannedTo: daysAgo(3) });
    await runJob();
    expect(await listCampaigns()).toHaveLength(1);
    await ctx.peerScans.put({ ...scan, scannedTo: daysAgo(2) });
    await runJob();
    expect(await listCampaigns()).toEqual([]);
    await ctx.peerScans.put(scan);
  });

  it('asks who has failed for long at the next broadcast, before an hour is over', async () => {
    answers.clear();
    for (let time = 1; time <= 10; time += 1) await sync();
    const { asked } = stranger.state;
    wait(5);
    await runJob();
    expect(stranger.state.asked).toBe(asked);
    await server.ctx.peers.noteOutcome(address, { broadcastAt: server.ctx.now() });
    tell([aListedCampaign()]);
    await runJob();
    expect(stranger.state.asked).toBe(asked + 1);
    expect(await listCampaigns()).toHaveLength(1);
  });

  it('asks who has failed for long at a broadcast whose block began before the last try, once', async () => {
    const minutesAgo = (minutes: number) => new Date(server.ctx.now().getTime() - minutes * 60_000);
    await server.ctx.peers.noteOutcome(address, { broadcastAt: minutesAgo(720) });
    answers.clear();
    for (let time = 1; time <= 10; time += 1) await sync();
    const { asked } = stranger.state;
    wait(15);
    await runJob();
    expect(stranger.state.asked).toBe(asked);
    await server.ctx.peers.noteOutcome(address, { broadcastAt: minutesAgo(20) });
    await runJob();
    await runJob();
    expect(stranger.state.asked).toBe(asked + 1);
  });

  it('asks nobody while all are paused', async () => {
    await server.ctx.peerSettings.setPaused(server.ctx.now());
    await runJob();
    expect(stranger.state.asked).toBe(0);
    await expect(sync()).rejects.toMatchObject({ code: 'CONFLICT' });
    await server.ctx.peerSettings.setPaused(null);
  });
});

it('is not asked for what may not come here', async () => {
  await know({ address: other, state: 'denied' }, '/other');
  await expect(syncPeer(server.ctx, other)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(stranger.state.asked).toBe(0);
});
