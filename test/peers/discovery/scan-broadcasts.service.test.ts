import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type PeerServer, type PeerWorld, startPeerWorld } from '../peer-world';
import { startStranger, strictInfo } from '../strict-server';
import { addressOfUser } from '../../money/payments/ledger-world';
import { allowPeer } from '../../../src/peers/directory/peer-word.service';
import { LedgerFailure } from '../../../src/platform/ledger/ledger-failure';
import type { Broadcast } from '../../../src/platform/ledger/broadcasts';

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

/** A server of somebody else's, which says that it is the account of a user. */
async function startServerOf(user: number, change: object = {}) {
  const stranger = await startStranger((url) => (_req, res) => {
    res.end(JSON.stringify({ ...strictInfo(url, addressOfUser(user)), ...change }));
  });
  strangers.push(stranger);
  return { ...stranger, infoUrl: `${stranger.url}/info.json` };
}

const find = (user: number) => ours.ctx.peers.find(addressOfUser(user));

/** Lets the ledger say something else of blocks than it knows. */
function spoilBlocks(
  listBroadcasts: (block: Date) => Promise<readonly Broadcast[] | null>,
): () => void {
  const { ledger } = ours.ctx;
  Object.assign(ours.ctx, { ledger: { ...ledger, listBroadcasts } });
  return () => Object.assign(ours.ctx, { ledger });
}

describe('a scan', () => {
  it('reads every closed block once, and remembers how far', async () => {
    const server = await startServerOf(3);
    await world.broadcastAs(3, server.infoUrl);
    world.settle();
    await ours.discover();
    await ours.discover();
    expect(server.state.asked).toBe(1);
    const { scannedTo } = await ours.ctx.peerScans.get();
    const blocks = await ours.ctx.ledger!.listClosedBlocks(null);
    expect(scannedTo).toEqual(blocks.at(-1));
  });

  it('asks for the last place that an account has announced, once', async () => {
    const [first, second] = [await startServerOf(3), await startServerOf(3)];
    for (const { infoUrl } of [first, first, second]) await world.broadcastAs(3, infoUrl);
    world.settle();
    await ours.discover();
    expect([first.state.asked, second.state.asked]).toEqual([0, 1]);
    expect(await find(3)).toMatchObject({ url: second.infoUrl });
  });

  it('asks one account once, though it announces itself 10,000 times', async () => {
    const server = await startServerOf(3);
    const many = Array.from({ length: 10_000 }, () => ({
      sender: addressOfUser(3),
      message: Buffer.from(server.infoUrl),
    }));
    const restore = spoilBlocks(() => Promise.resolve(many));
    world.settle();
    await ours.discover();
    restore();
    expect(server.state.asked).toBe(1);
  });

  it('asks for a block again that is not ready', async () => {
    const server = await startServerOf(3);
    await world.broadcastAs(3, server.infoUrl);
    world.settle();
    const restore = spoilBlocks(() => Promise.resolve(null));
    await ours.discover();
    expect(await find(3)).toBeNull();
    restore();
    await ours.discover();
    expect(await find(3)).not.toBeNull();
  });

  it('goes on behind a block that cannot be read, and reads that later', async () => {
    const [one, other] = [await startServerOf(3), await startServerOf(4)];
    await world.broadcastAs(3, one.infoUrl);
    world.settle();
    await world.broadcastAs(4, other.infoUrl);
    world.settle();
    const honest = ours.ctx.ledger!;
    const restore = spoilBlocks(async (block) => {
      const found = await honest.listBroadcasts(block);
      if (found?.some(({ sender }) => sender === addressOfUser(3)) === true)
        throw new LedgerFailure('refused', 'the block is not there', { ledgerCode: 24 });
      return found;
    });
    await ours.discover();
    expect([await find(3), (await find(4))?.url]).toEqual([null, other.infoUrl]);
    expect((await ours.ctx.peerScans.get()).gaps).toHaveLength(1);
    restore();
    await ours.discover();
    expect((await find(3))?.url).toBe(one.infoUrl);
    expect((await ours.ctx.peerScans.get()).gaps).toEqual([]);
  });

  it('stores no place where the ledger does not answer', async () => {
    const restore = spoilBlocks(() => Promise.reject(new LedgerFailure('unreachable', 'away', {})));
    world.settle();
    await expect(ours.discover()).rejects.toThrow('away');
    expect((await ours.ctx.peerScans.get()).scannedTo).toBeNull();
    restore();
  });

  it('asks no more than 200 servers a turn, and the others in the next ones', async () => {
    const announced = Array.from({ length: 450 }, (_, user) => ({
      sender: addressOfUser(user + 1_000),
      message: Buffer.from('http://127.0.0.1:9/info.json'),
    }));
    const asked = new Set<string>();
    const turns: number[] = [];
    Object.assign(ours.ctx, {
      peerCalls: {
        ...ours.ctx.peerCalls,
        readInfo: (address: string) => {
          asked.add(address);
          return Promise.resolve({ value: null, problem: 'away' });
        },
      },
    });
    world.settle();
    const last = (await ours.ctx.ledger!.listClosedBlocks(null)).at(-1)!;
    spoilBlocks((block) => Promise.resolve(block.getTime() === last.getTime() ? announced : []));
    for (const _turn of [1, 2, 3]) {
      await ours.discover();
      turns.push(asked.size);
    }
    expect(turns).toEqual([200, 400, 450]);
    expect((await ours.ctx.peerScans.get()).scannedTo).toEqual(last);
  });

  it('keeps nobody silent that we know, though a crowd is in a block before', async () => {
    const server = await startServerOf(3);
    await world.broadcastAs(3, server.infoUrl);
    world.settle();
    await ours.discover();
    world.ledger.passTime(3_600);
    world.settle();
    const { scannedTo } = await ours.ctx.peerScans.get();
    const [crowded, behind] = (await ours.ctx.ledger!.listClosedBlocks(scannedTo)).slice(1);
    const saying = (user: number, url: string) => ({
      sender: addressOfUser(user),
      message: Buffer.from(url),
    });
    const crowd = Array.from({ length: 450 }, (_, at) => saying(1_000 + at, 'http://127.0.0.1:9/'));
    const asked: string[] = [];
    spoilBlocks((block) => {
      asked.push(block.toISOString());
      if (block.getTime() === crowded!.getTime()) return Promise.resolve(crowd);
      const isBehind = block.getTime() === behind!.getTime();
      return Promise.resolve(isBehind ? [saying(3, server.infoUrl), saying(3, 'x')] : []);
    });
    await ours.discover();
    expect((await find(3))?.broadcastAt).toEqual(behind);
    await ours.discover();
    expect((await ours.ctx.peerScans.get()).scannedTo).toEqual(scannedTo);
    // A block behind the crowd is read once for that.
    expect(asked.filter((block) => block === behind!.toISOString())).toHaveLength(1);
    await ours.discover();
    expect((await ours.ctx.peerScans.get()).scannedTo?.getTime()).toBeGreaterThanOrEqual(
      behind!.getTime(),
    );
  });

  it('leaves calls to others while it asks', async () => {
    let running = 0;
    let most = 0;
    Object.assign(ours.ctx, {
      peerCalls: {
        ...ours.ctx.peerCalls,
        async readInfo() {
          most = Math.max(most, (running += 1));
          await new Promise((resolve) => setTimeout(resolve, 5));
          running -= 1;
          return { value: null, problem: 'away' };
        },
      },
    });
    for (let user = 3; user < 9; user += 1) await world.broadcastAs(user, 'http://127.0.0.1:9/');
    world.settle();
    await ours.discover();
    expect(most).toBe(2);
  });

  it('misses nobody when the clock jumps by a day, and back', async () => {
    const [one, other] = [await startServerOf(3), await startServerOf(4)];
    await world.broadcastAs(3, one.infoUrl);
    world.settle();
    const { now } = ours.ctx;
    for (const days of [1, -1, 0]) {
      const jumped = () => new Date(now().getTime() + days * 86_400_000);
      Object.assign(ours.ctx, { now: jumped });
      await ours.discover();
    }
    await world.broadcastAs(4, other.infoUrl);
    world.settle();
    await ours.discover();
    expect([(await find(3))?.url, (await find(4))?.url]).toEqual([one.infoUrl, other.infoUrl]);
  });

  it('finds a server once whose block was replaced', async () => {
    const server = await startServerOf(3);
    await world.broadcastAs(3, server.infoUrl);
    world.ledger.closeBlock();
    world.ledger.misbehave('replaced-blocks');
    world.settle();
    await ours.discover();
    expect((await find(3))?.url).toBe(server.infoUrl);
    expect(server.state.asked).toBe(1);
  });
});

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
