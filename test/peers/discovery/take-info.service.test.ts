import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type PeerServer, type PeerWorld, startPeerWorld } from '../peer-world';
import { startServerOf as startOtherServer, startStranger, strictInfo } from '../strict-server';
import { addressOfUser } from '../../money/payments/ledger-world';
import { anId } from '../../support/events';
import { createWebhook } from '../../../src/insight/notifications/webhook.service';
import { allowPeer } from '../../../src/peers/directory/peer-word.service';

let world: PeerWorld;
let ours: PeerServer;
const strangers: { close(): void }[] = [];

beforeEach(async () => {
  world = await startPeerWorld();
  ours = await world.startServer(2);
});
afterEach(async () => {
  for (const stranger of strangers.splice(0)) stranger.close();
  await world.close();
});

/** A server of somebody else's. */
async function startServerOf(user: number, change: object = {}) {
  const stranger = await startOtherServer(user, change);
  strangers.push(stranger);
  return stranger;
}

const find = (user: number) => ours.ctx.peers.find(addressOfUser(user));

describe('an announced server', () => {
  it.each([
    ['says to be another account', { adsAddress: addressOfUser(4) }],
    ['is not set up', { mode: 'initialization' }],
    ['is no ad server', { module: 'other' }],
  ])('stays unknown where it %s', async (_case, change) => {
    const { infoUrl } = await startServerOf(3, change);
    await world.broadcastAs(3, infoUrl);
    world.settle();
    await ours.discover();
    expect([await find(3), await find(4)]).toEqual([null, null]);
  });

  it('does not take another account’s word from it', async () => {
    const honest = await startServerOf(3);
    const thief = await startServerOf(3);
    await world.broadcastAs(3, honest.infoUrl);
    await world.broadcastAs(4, thief.infoUrl);
    world.settle();
    await ours.discover();
    expect((await find(3))?.url).toBe(honest.infoUrl);
    expect(await find(4)).toBeNull();
  });

  it('is a failure of a peer that is known, and tried again till it is unreachable', async () => {
    const server = await startServerOf(3);
    await world.broadcastAs(3, server.infoUrl);
    world.settle();
    await ours.discover();
    server.close();
    for (let time = 0; time < 12; time += 1) {
      await ours.ctx.peers.noteOutcome(addressOfUser(3), { nextTryAt: ours.ctx.now() });
      await ours.discover();
    }
    const peer = await find(3);
    expect(peer).toMatchObject({
      failures: 12,
      problem: expect.stringContaining('could not be called'),
    });
    const waitMs = (peer?.nextTryAt?.getTime() ?? 0) - (peer?.askedAt.getTime() ?? 0);
    expect(waitMs).toBe(4 * 3_600_000);
  });

  it('counts at other hosts a day later only, once it is allowed', async () => {
    const server = await startServerOf(3);
    await world.broadcastAs(3, server.infoUrl);
    world.settle();
    await ours.discover();
    await ours.ctx.inTransaction((session) =>
      ours.ctx.peers.setStanding(addressOfUser(3), { state: 'allowed' }, session),
    );
    const moved = await startServerOf(3);
    await world.broadcastAs(3, moved.infoUrl);
    world.settle();
    await ours.discover();
    const now = ours.ctx.now().getTime();
    expect(await find(3)).toMatchObject({
      info: { serverUrl: `${server.url}/` },
      nextInfo: { info: { serverUrl: `${moved.url}/` }, takenAt: new Date(now + 86_400_000) },
    });
    world.ledger.passTime(86_400);
    await ours.discover();
    expect(await find(3)).toMatchObject({ info: { serverUrl: `${moved.url}/` }, nextInfo: null });
  });

  it('is stopped where its place says ten times that it is another account', async () => {
    let owner = 3;
    const place = await startStranger((url) => (_req, res) => {
      res.end(JSON.stringify(strictInfo(url, addressOfUser(owner))));
    });
    strangers.push(place);
    await world.broadcastAs(3, `${place.url}/info.json`);
    world.settle();
    await ours.discover();
    const address = addressOfUser(3);
    await allowPeer(ours.ctx, { address, oursThere: false, theirsHere: false });
    owner = 4;
    for (let failures = 1; failures <= 10; failures += 1) {
      await ours.ctx.peers.noteOutcome(address, { nextTryAt: ours.ctx.now() });
      await ours.discover();
      const stopped = { state: 'stopped', stopReason: 'bad_answers' };
      const found = await find(3);
      expect(found).toMatchObject(failures < 10 ? { state: 'allowed', failures } : stopped);
    }
  });

  it('is not stopped by fewer such words, however often it did not answer before', async () => {
    let answer: (url: string) => string = (url) =>
      JSON.stringify(strictInfo(url, addressOfUser(3)));
    const place = await startStranger((url) => (_req, res) => {
      res.end(answer(url));
    });
    strangers.push(place);
    await world.broadcastAs(3, `${place.url}/info.json`);
    world.settle();
    await ours.discover();
    const address = addressOfUser(3);
    await allowPeer(ours.ctx, { address, oursThere: false, theirsHere: false });
    const askAgain = async (times: number) => {
      for (let nth = 0; nth < times; nth += 1) {
        await ours.ctx.peers.noteOutcome(address, { nextTryAt: ours.ctx.now() });
        await ours.discover();
      }
    };
    const anothers = (url: string) => JSON.stringify(strictInfo(url, addressOfUser(4)));
    answer = anothers;
    await askAgain(9);
    answer = () => 'no JSON';
    await askAgain(2);
    expect(await find(3)).toMatchObject({ state: 'allowed', failures: 11 });
    answer = (url) => JSON.stringify(strictInfo(url, address));
    await askAgain(1);
    answer = () => 'no JSON';
    await askAgain(10);
    answer = anothers;
    await askAgain(9);
    expect(await find(3)).toMatchObject({ state: 'allowed', failures: 19 });
    await askAgain(1);
    expect(await find(3)).toMatchObject({ state: 'stopped', stopReason: 'bad_answers' });
  });

  it('is allowed at once where all that are found are, unless it could be taken for another', async () => {
    const open = await world.startServer(5, { ADGATE_PEERS: 'open' });
    const server = await startServerOf(3);
    const copy = await startServerOf(4, {
      serverUrl: server.url,
      inventoryUrl: `${server.url}/adshares/inventory/list`,
    });
    await world.broadcastAs(3, server.infoUrl);
    world.settle();
    await open.discover();
    await world.broadcastAs(4, copy.infoUrl);
    world.settle();
    await open.discover();
    const states = [3, 4].map(
      async (user) => (await open.ctx.peers.find(addressOfUser(user)))?.state,
    );
    expect(await Promise.all(states)).toEqual(['allowed', 'found']);
  });

  it('is told to operators as it is found, and as it names other hosts', async () => {
    const { ctx } = ours;
    const accountId = anId();
    await ctx.accounts.insert({
      ...{ id: accountId, email: 'operator@test.example', roles: ['operator'] },
      ...{ isEmailConfirmed: true, passwordHash: null, payoutAddress: null },
    });
    const kinds = ['peer.found', 'peer.suspect'] as const;
    await createWebhook(ctx, { accountId, campaignId: null, url: 'https://hooks.example/', kinds });
    const address = addressOfUser(3);
    const server = await startServerOf(3);
    await world.broadcastAs(3, server.infoUrl);
    world.settle();
    await ours.discover();
    await allowPeer(ctx, { address, oursThere: false, theirsHere: false });
    const moved = await startServerOf(3);
    await world.broadcastAs(3, moved.infoUrl);
    world.settle();
    // A known server is told of once.
    for (const _turn of [1, 2]) await ours.discover();
    const hostOf = (url: string) => new URL(url).host;
    const told = await ctx.noticeOutbox.listOldest(10);
    expect(told.map(({ kind, items }) => [kind, items.map(({ data }) => data)])).toEqual([
      [
        'peer.found',
        [
          expect.objectContaining({
            address,
            url: server.infoUrl,
            state: 'found',
            joiningFee: '0',
          }),
        ],
      ],
      [
        'peer.suspect',
        [
          expect.objectContaining({
            address,
            hosts: hostOf(server.url),
            newHosts: hostOf(moved.url),
          }),
        ],
      ],
    ]);
  });

  it('does not go to a host of another one that is allowed', async () => {
    const [one, other] = [await startServerOf(3), await startServerOf(4)];
    await world.broadcastAs(3, one.infoUrl);
    await world.broadcastAs(4, other.infoUrl);
    world.settle();
    await ours.discover();
    await ours.ctx.inTransaction(async (session) => {
      for (const user of [3, 4])
        await ours.ctx.peers.setStanding(addressOfUser(user), { state: 'allowed' }, session);
    });
    const moved = await startServerOf(4, {
      serverUrl: one.url,
      inventoryUrl: `${one.url}/adshares/inventory/list`,
    });
    await world.broadcastAs(4, moved.infoUrl);
    world.settle();
    await ours.discover();
    expect(await find(4)).toMatchObject({
      info: { serverUrl: `${other.url}/` },
      nextInfo: null,
      failures: 1,
      problem: expect.stringContaining(addressOfUser(3)),
    });
  });
});
