import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import sharp from 'sharp';
import type { ServiceContext } from '../../../src/api/context';
import { checkPeerCreatives } from '../../../src/peers/import/check-peer-creatives.job';
import { EvenPace } from '../../../src/peers/import/even-pace';
import { syncPeer } from '../../../src/peers/import/import-peer.service';
import { wholeTurn } from '../../../src/platform/jobs/job';
import type { PeerCheckDay } from '../../../src/peers/import/peer-check-day.store';
import { failingAt } from '../../support/failing-stores';
import { aPeer } from '../../support/peer-access';
import { aListedCampaign, aListedCreative } from '../listed';
import { type PeerServer, type PeerWorld, startPeerWorld } from '../peer-world';
import { startStranger } from '../strict-server';

const address = '0001-00000004-DBEB';
const dayMs = 86_400_000;

let world: PeerWorld;
let server: PeerServer;
let stranger: Awaited<ReturnType<typeof startStranger>>;
let picture: Buffer;
let list: readonly object[] = [];
/** As the stand-in serves bytes; null: 404. */
let served: Buffer | null = null;
let fetched = 0;
/** Requests for what a redirect leads to. */
let followed = 0;

const pictureOf = (width: number) =>
  sharp({ create: { width, height: 50, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
const hashOf = (bytes: Buffer) => createHash('sha1').update(bytes).digest('hex');

beforeAll(async () => {
  world = await startPeerWorld();
  server = await world.startServer(2);
  stranger = await startStranger(() => (req, res) => {
    if (req.url === '/list') return void res.end(JSON.stringify(list));
    if (req.url === '/followed') followed += 1;
    if (req.url?.startsWith('/redirect/'))
      return void res.writeHead(302, { Location: '/followed' }).end();
    fetched += 1;
    res.writeHead(served ? 200 : 404, { 'Content-Type': 'image/png' }).end(served);
  });
  picture = await pictureOf(100);
});
afterAll(async () => {
  stranger.close();
  await world.close();
});
beforeEach(() => beginAnew());

async function beginAnew(): Promise<void> {
  const { ctx } = server;
  const { peers, peerCampaigns, peerCreatives, peerImports, peerCheckDays } = ctx;
  for (const { models } of [peers, peerImports])
    for (const model of models) await model.deleteMany();
  for (const { models } of [peerCampaigns, peerCreatives])
    for (const model of models) await model.deleteMany();
  for (const model of peerCheckDays.models) await model.deleteMany();
  const peer = aPeer({ address, state: 'allowed', broadcastAt: null });
  const info = { ...peer.info, inventoryUrl: `${stranger.url}/list` };
  await ctx.inTransaction((session) => ctx.peers.insert({ ...peer, info }, session));
  fetched = 0;
  served = picture;
}

async function lists(...creatives: readonly object[]): Promise<void> {
  await listsFor(server.ctx, ...creatives);
}

async function listsFor(ctx: ServiceContext, ...creatives: readonly object[]): Promise<void> {
  list = [
    aListedCampaign(
      {},
      creatives.map((changes, at) =>
        aListedCreative({
          id: at.toString(16).padStart(32, 'f'),
          ...{ size: '100x50', checksum: hashOf(picture), serve_url: `${stranger.url}/${at}` },
          ...changes,
        }),
      ),
    ),
  ];
  await syncPeer(ctx, address);
}

const check = (ctx: ServiceContext = server.ctx) =>
  checkPeerCreatives.run(ctx, new AbortController().signal, wholeTurn);
const addToDay = (day: PeerCheckDay) =>
  server.ctx.inTransaction((session) => server.ctx.peerCheckDays.add(address, day, session));
async function states() {
  const [model] = server.ctx.peerCreatives.models;
  const found = await model!.find().sort({ _id: 1 }).select('+states').lean();
  return found;
}
const wait = (ms: number) => {
  world.ledger.clock.seconds += Math.ceil(ms / 1_000);
};

it('a server of which nothing is due costs one question, and each has its turn', async () => {
  await lists({});
  await check();
  const turns = jest.spyOn(EvenPace.prototype, 'turn');
  const { ctx } = server;
  const get = jest.fn((peer: string) => ctx.peerCheckDays.get(peer));
  await check({ ...ctx, peerCheckDays: { ...ctx.peerCheckDays, get } });
  expect(get).not.toHaveBeenCalled();
  expect(turns).toHaveBeenCalledTimes(1);
  turns.mockRestore();
});

describe('a new creative', () => {
  it('is for sale once its bytes are what its server says, and is fetched once', async () => {
    await lists({});
    await check();
    await check();
    expect(fetched).toBe(1);
    expect(await states()).toMatchObject([
      { status: 'active', checkProblem: null, states: [{ status: 'draft' }, { status: 'active' }] },
    ]);
    expect(await server.ctx.peerCheckDays.get(address)).toEqual({
      bytes: picture.length,
      changed: 0,
    });
  });

  it.each([
    ['other_bytes', { checksum: 'a'.repeat(40) }],
    ['other_mime', { mime: 'image/jpeg' }],
    ['other_size', { size: '101x50' }],
  ])('is not for sale, for good: %s', async (checkProblem, claim) => {
    await lists(claim);
    await check();
    wait(2 * dayMs);
    await check();
    expect(fetched).toBe(1);
    expect(await states()).toMatchObject([{ status: 'rejected', checkProblem }]);
  });

  it('is not for sale where its bytes are no picture', async () => {
    served = Buffer.from('no picture');
    await lists({ checksum: hashOf(served) });
    await check();
    expect(await states()).toMatchObject([{ status: 'rejected', checkProblem: 'unreadable' }]);
  });

  it('is asked for again, ever more rarely, where its bytes cannot be had', async () => {
    served = null;
    await lists({});
    await check();
    await check();
    expect(fetched).toBe(1);
    wait(600_000);
    await check();
    wait(600_000);
    await check();
    expect(fetched).toBe(2);
    served = picture;
    wait(600_000);
    await check();
    expect(await states()).toMatchObject([{ status: 'active', checkFailures: 0 }]);
  });

  it('is read up to 1 MiB, and cannot be had where it is longer', async () => {
    await lists({});
    served = Buffer.alloc(2 ** 20);
    await check();
    expect(await states()).toMatchObject([{ status: 'rejected', checkProblem: 'other_bytes' }]);
    await beginAnew();
    await lists({});
    served = Buffer.alloc(2 ** 20 + 1);
    await check();
    expect(await states()).toMatchObject([
      { status: 'draft', checkProblem: 'its answer has more than 1048576 bytes' },
    ]);
    expect(await server.ctx.peerCheckDays.get(address)).toMatchObject({ bytes: 2 ** 20 });
  });

  it('is not for sale where its bytes are elsewhere, by a redirect, which nobody follows', async () => {
    await lists({ serve_url: `${stranger.url}/redirect/1` }, {});
    await check();
    const byStatus = (await states()).toSorted((one, other) =>
      one.status < other.status ? -1 : 1,
    );
    expect(byStatus).toMatchObject([
      { status: 'active', checkProblem: null },
      { status: 'draft', checkFailures: 1, checkProblem: 'it redirects, which is not followed' },
    ]);
    expect(followed).toBe(0);
  });

  it('is looked at anew where its bytes come from another place', async () => {
    await lists({});
    await check();
    await lists({ serve_url: `${stranger.url}/elsewhere` });
    expect(await states()).toMatchObject([{ status: 'draft' }]);
    await check();
    expect(await states()).toMatchObject([{ status: 'active' }]);
    expect(fetched).toBe(2);
  });

  it('stays for sale where only its view URL is another', async () => {
    await lists({});
    await check();
    await lists({ view_url: `${stranger.url}/view` });
    await check();
    expect(await states()).toMatchObject([{ status: 'active', viewUrl: `${stranger.url}/view` }]);
    expect(fetched).toBe(1);
  });
});

describe('a creative that is for sale', () => {
  const dueNow = async () => {
    const [model] = server.ctx.peerCreatives.models;
    await model!.updateMany({}, { $set: { nextCheckAt: server.ctx.now() } });
  };

  it('is looked at again by chance, a hundredth of all on a day', async () => {
    await lists(...Array.from({ length: 30 }, () => ({})));
    await check();
    const now = server.ctx.now().getTime();
    const days = (await states()).map(({ nextCheckAt }) => (nextCheckAt!.getTime() - now) / dayMs);
    const mean = days.reduce((sum, one) => sum + one, 0) / days.length;
    // 30 draws of a mean of 100: outside of this once in some millions.
    expect(mean).toBeGreaterThan(25);
    expect(mean).toBeLessThan(250);
  });

  it('leaves when its bytes have changed, which is counted', async () => {
    await lists({});
    await check();
    served = await pictureOf(99);
    await dueNow();
    await check();
    expect(await states()).toMatchObject([{ status: 'rejected', checkProblem: 'other_bytes' }]);
    expect(await server.ctx.peerCheckDays.get(address)).toMatchObject({ changed: 1 });
  });

  it('stays while its bytes cannot be had once or twice, and leaves then', async () => {
    await lists({});
    await check();
    served = null;
    for (const status of ['active', 'active', 'draft']) {
      await dueNow();
      await check();
      expect(await states()).toMatchObject([{ status }]);
    }
  });

  it('counts as changed when its bytes are others after they could not be had', async () => {
    await lists({});
    await check();
    served = null;
    for (const _time of [1, 2, 3]) {
      await dueNow();
      await check();
    }
    served = await pictureOf(99);
    await dueNow();
    await check();
    expect(await states()).toMatchObject([{ status: 'rejected', checkProblem: 'other_bytes' }]);
    expect(await server.ctx.peerCheckDays.get(address)).toMatchObject({ changed: 1 });
  });

  it('counts as changed when its bytes are others after it left and came back', async () => {
    await lists({}, {});
    await check();
    await lists({});
    await lists({}, {});
    served = await pictureOf(99);
    await check();
    expect(await server.ctx.peerCheckDays.get(address)).toMatchObject({ changed: 1 });
  });

  it('is not for sale again by a list that was read before its bytes were found to be others', async () => {
    await lists({});
    await check();
    served = await pictureOf(99);
    await dueNow();
    const { ctx } = server;
    const listByIdentities = ctx.peerCreatives.listByIdentities.bind(ctx.peerCreatives);
    let isChecked = false;
    const peerCreatives = {
      ...ctx.peerCreatives,
      async listByIdentities(peer: string, identities: readonly string[]) {
        const known = await listByIdentities(peer, identities);
        await check();
        isChecked = true;
        return known;
      },
    };
    const slow = Object.assign(Object.create(ctx) as ServiceContext, { peerCreatives });
    await listsFor(slow, { click_url: `${stranger.url}/click` });
    expect(isChecked).toBe(true);
    expect(await states()).toMatchObject([
      {
        ...{ status: 'rejected', nextCheckAt: null, clickUrl: `${stranger.url}/click` },
        states: [{ status: 'draft' }, { status: 'active' }, { status: 'rejected' }],
      },
    ]);
  });

  it('stays as it is where its server has told otherwise while its bytes were looked at', async () => {
    await lists({});
    await check();
    await dueNow();
    const [due] = await server.ctx.peerCreatives.listDue(address);
    await lists({ serve_url: `${stranger.url}/other` });
    const outcome = { status: 'rejected', nextCheckAt: null, checkFailures: 0 } as const;
    const { peerCreatives } = server.ctx;
    const judged = { ...outcome, checkProblem: 'other_bytes' };
    expect(await peerCreatives.noteCheck(due!, judged)).toBe(false);
    expect(await states()).toMatchObject([{ status: 'draft' }]);
  });

  it('counts once as changed, and stops its server as the tenth, wherever the look is cut off', async () => {
    let kills = 0;
    for (const isAfter of [false, true])
      for (let nth = 1; ; nth += 1) {
        await beginAnew();
        await lists({});
        await check();
        served = await pictureOf(99);
        await dueNow();
        await addToDay({ bytes: 0, changed: 9 });
        const stores = ['peerCreatives', 'peerCheckDays', 'notices'] as const;
        const broken = failingAt(server.ctx, stores, { nth, isAfter });
        const isKilled = await check(broken.ctx).then(
          () => false,
          () => true,
        );
        await check();
        const peer = await server.ctx.peers.find(address);
        const { changed } = await server.ctx.peerCheckDays.get(address);
        expect([nth, (await states())[0]?.status, changed, peer?.stopReason]).toEqual([
          ...[nth, 'rejected', 10, 'changed_creatives'],
        ]);
        if (!isKilled) break;
        kills += 1;
      }
    expect(kills).toBeGreaterThan(6);
  });

  it('stops its server when ten have changed on a day', async () => {
    await lists(...Array.from({ length: 12 }, () => ({})));
    await check();
    served = await pictureOf(99);
    await dueNow();
    await check();
    expect(await server.ctx.peers.find(address)).toMatchObject({
      state: 'stopped',
      stopReason: 'changed_creatives',
    });
    expect(await server.ctx.peerCheckDays.get(address)).toMatchObject({ changed: 10 });
  });
});

it('fetches no more than so many bytes of a server on a day', async () => {
  await addToDay({ bytes: 500 * 2 ** 20, changed: 0 });
  await lists({});
  await check();
  expect(fetched).toBe(0);
  wait(dayMs);
  await check();
  expect(fetched).toBe(1);
});
