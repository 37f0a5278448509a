import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type PeerServer, type PeerWorld, startPeerWorld } from '../peer-world';
import { startServerOf as startOtherServer } from '../strict-server';
import { addressOfUser } from '../../money/payments/ledger-world';
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

/** A server of somebody else's. */
async function startServerOf(user: number, change: object = {}) {
  const stranger = await startOtherServer(user, change);
  strangers.push(stranger);
  return stranger;
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

  it('begins with the block of 24 hours before', async () => {
    const { ledger, now } = ours.ctx;
    const asked: (Date | null)[] = [];
    const listClosedBlocks = (from: Date | null) => {
      asked.push(from);
      return Promise.resolve([]);
    };
    Object.assign(ours.ctx, {
      ledger: { ...ledger, listClosedBlocks },
      now: () => new Date('2026-02-09T12:00:00Z'),
    });
    await ours.discover();
    Object.assign(ours.ctx, { ledger, now });
    expect(asked).toEqual([new Date(0x69887a00 * 1_000)]);
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

  it('asks at no former place of a server for a block that it reads later', async () => {
    const [former, last] = [await startServerOf(3), await startServerOf(3)];
    await world.broadcastAs(3, former.infoUrl);
    world.settle();
    await world.broadcastAs(3, last.infoUrl);
    world.settle();
    const honest = ours.ctx.ledger!;
    const restore = spoilBlocks(async (block) => {
      const found = await honest.listBroadcasts(block);
      if (found?.some(({ message }) => message.equals(Buffer.from(former.infoUrl))) === true)
        throw new LedgerFailure('refused', 'the block is not there', { ledgerCode: 24 });
      return found;
    });
    await ours.discover();
    restore();
    await ours.discover();
    expect((await ours.ctx.peerScans.get()).gaps).toEqual([]);
    expect([former.state.asked, last.state.asked]).toEqual([0, 1]);
    expect((await find(3))?.url).toBe(last.infoUrl);
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
