import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Broadcast } from '../../../src/platform/ledger/broadcasts';
import { LedgerFailure } from '../../../src/platform/ledger/ledger-failure';
import { addressOfUser } from '../../money/payments/ledger-world';
import { aPeer } from '../../support/peer-access';
import { type PeerServer, type PeerWorld, startPeerWorld } from '../peer-world';

const url = 'http://127.0.0.1:9/info.json';
const hourS = 3_600;

let world: PeerWorld;
let ours: PeerServer;
/** Broadcasts of blocks by their times; null: the block cannot be read. */
let blocks: Map<number, readonly Broadcast[] | null>;
/** Accounts that were asked, turn by turn. */
let turns: string[][];

beforeEach(async () => {
  world = await startPeerWorld();
  ours = await world.startServer(2);
  [blocks, turns] = [new Map(), []];
  const { ledger, peerCalls } = ours.ctx;
  Object.assign(ours.ctx, {
    ledger: {
      ...ledger,
      listBroadcasts(block: Date) {
        const found = blocks.get(block.getTime());
        return found === null
          ? Promise.reject(new LedgerFailure('refused', 'it is not there', { ledgerCode: 24 }))
          : Promise.resolve(found ?? []);
      },
    },
    peerCalls: {
      ...peerCalls,
      readInfo(address: string) {
        turns.at(-1)?.push(address);
        return Promise.resolve({ value: null, problem: 'away' });
      },
    },
  });
});
afterEach(() => world.close());

const announcing = (user: number) => ({
  sender: addressOfUser(user),
  message: Buffer.from(url),
});
const crowd = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => announcing(from + at));

async function discover(): Promise<void> {
  turns.push([]);
  await ours.discover();
}

/** Blocks that nobody could read when they were closed. */
async function addGaps(count: number): Promise<readonly Date[]> {
  world.settle();
  await discover();
  const { scannedTo } = await ours.ctx.peerScans.get();
  world.ledger.passTime(hourS);
  world.settle();
  const gaps = (await ours.ctx.ledger!.listClosedBlocks(scannedTo)).slice(1, count + 1);
  for (const gap of gaps) blocks.set(gap.getTime(), null);
  await discover();
  expect((await ours.ctx.peerScans.get()).gaps).toEqual(gaps);
  turns = [];
  return gaps;
}

/** Closes one more block, in which these are. */
async function addBlock(broadcasts: readonly Broadcast[]): Promise<Date> {
  world.settle();
  const { scannedTo } = await ours.ctx.peerScans.get();
  const last = (await ours.ctx.ledger!.listClosedBlocks(scannedTo)).at(-1)!;
  blocks.set(last.getTime(), broadcasts);
  return last;
}

const state = () => ours.ctx.peerScans.get();
const counts = () => turns.map(({ length }) => length);

describe('a block that is read later', () => {
  it('has 200 of its servers asked a turn, each once', async () => {
    const [gap] = await addGaps(1);
    blocks.set(gap!.getTime(), crowd(1_000, 450));
    for (const _turn of [1, 2]) await discover();
    expect((await state()).gaps).toEqual([gap]);
    for (const _turn of [3, 4]) await discover();
    expect(counts()).toEqual([200, 200, 50, 0]);
    expect(new Set(turns.flat()).size).toBe(450);
    expect(await state()).toMatchObject({ gaps: [], crowdedGap: null, lookedAtInGap: [] });
  });

  it('shares the 200 with another one, and with new blocks', async () => {
    const [first, second] = await addGaps(2);
    blocks.set(first!.getTime(), crowd(1_000, 150));
    blocks.set(second!.getTime(), crowd(2_000, 150));
    const last = await addBlock(crowd(3_000, 150));
    for (const _turn of [1, 2, 3, 4]) await discover();
    expect(counts()).toEqual([200, 200, 50, 0]);
    expect(new Set(turns.flat()).size).toBe(450);
    const { gaps, scannedTo } = await state();
    expect([gaps, scannedTo]).toEqual([[], last]);
  });

  it('is gone on with, though one before it can be read by then', async () => {
    const [first, second] = await addGaps(2);
    blocks.set(second!.getTime(), crowd(1_000, 250));
    await discover();
    blocks.set(first!.getTime(), crowd(2_000, 250));
    for (const _turn of [2, 3, 4]) await discover();
    expect(counts()).toEqual([200, 200, 100, 0]);
    expect(new Set(turns.flat()).size).toBe(500);
  });

  it('has a server asked once that a new block announces, too', async () => {
    const [gap] = await addGaps(1);
    blocks.set(gap!.getTime(), [announcing(1_000)]);
    await addBlock([announcing(1_000), announcing(1_001)]);
    await discover();
    expect(turns).toEqual([[addressOfUser(1_000), addressOfUser(1_001)]]);
  });

  it('keeps nobody silent that we know while a crowd before it is asked', async () => {
    const { ctx } = ours;
    const known = addressOfUser(3);
    const broadcastAt = new Date(ctx.now().getTime() - 20 * hourS * 1_000);
    const peer = aPeer({ address: known, state: 'allowed', broadcastAt });
    await ctx.inTransaction((session) => ctx.peers.insert(peer, session));
    const [first, second] = await addGaps(2);
    blocks.set(first!.getTime(), crowd(1_000, 450));
    blocks.set(second!.getTime(), [announcing(1_500), announcing(3)]);
    await discover();
    expect(turns[0]).not.toContain(known);
    expect((await ctx.peers.find(known))?.broadcastAt).toEqual(second);
    expect((await state()).gaps).toEqual([first, second]);
  });
});
