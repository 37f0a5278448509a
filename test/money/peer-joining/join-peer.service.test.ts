import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { joinPeer, listJoiningFees } from '../../../src/money/peer-joining/join-peer.service';
import { denyPeer } from '../../../src/peers/directory/peer-word.service';
import { killAtEach } from '../../support/killed-at-each';
import { aPeer } from '../../support/peer-access';
import { settleToTheEnd } from '../payments/earners';
import { addressOfUser } from '../payments/ledger-world';
import { coin, type PayingWorld, startPayingWorld } from '../payments/paying-world';

const address = addressOfUser(3);

let world: PayingWorld;
beforeEach(async () => {
  world = await startPayingWorld();
});
afterEach(() => world.close());

/** A server that was found, as it says of itself. */
async function findServer(joiningFee: bigint): Promise<void> {
  const { ctx } = world;
  const peer = aPeer();
  const found = { ...peer, info: { ...peer.info, joiningFee } };
  await ctx.inTransaction((session) => ctx.peers.insert(found, session));
}
const join = (most: bigint) => joinPeer(world.ctx, { address: address.toLowerCase(), most });
const feesOnLedger = () =>
  world.ledger.transfers().filter(({ sender, isMany }) => sender === 1 && !isMany);

it('pays the fee that a server asks for, once, with its message', async () => {
  await findServer(100n * coin);
  await expect(join(99n * coin)).rejects.toThrow(`${address} asks for 100 coins`);
  const asked = await Promise.allSettled([join(100n * coin), join(100n * coin)]);
  expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(join(100n * coin)).rejects.toThrow(/is on its way/);
  await settleToTheEnd(world, 3);
  expect(feesOnLedger()).toMatchObject([
    {
      address,
      amount: 100n * coin,
      message: '4164736861726573206a6f696e696e6720666565000000000000000000000000'.toUpperCase(),
    },
  ]);
  expect(await listJoiningFees(world.ctx, address)).toMatchObject([
    { state: 'confirmed', transactionId: expect.any(String) },
  ]);
  await expect(join(100n * coin)).rejects.toThrow(/less than a day ago/);
  world.ledger.passTime(86_400);
  await join(100n * coin);
  await settleToTheEnd(world, 3);
  expect(feesOnLedger()).toHaveLength(2);
  const books = await world.ctx.books.balancesOf(['peers:joining']);
  expect(books.get('peers:joining')).toBe(-200n * coin);
});

it('is refused for a server that asks for nothing, is denied, or is not known', async () => {
  await expect(join(coin)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await findServer(0n);
  await expect(join(coin)).rejects.toThrow(/asks for no joining fee/);
  await denyPeer(world.ctx, { address, isHeld: false });
  await expect(join(coin)).rejects.toThrow(/is denied: allow it first/);
  await settleToTheEnd(world, 2);
  expect(feesOnLedger()).toEqual([]);
});

it('is ordered once or not at all, and paid once, wherever the order is killed', async () => {
  const { ctx } = world;
  const fee = 10n * coin;
  await findServer(fee);
  const listAll = () => listJoiningFees(ctx, address);
  const joinBy = (broken: typeof ctx) => joinPeer(broken, { address, most: fee });
  let paid = 0;
  const kills = await killAtEach(ctx, ['peers', 'transferOrders'], async (kill, death) => {
    const isStored = !(await kill(joinBy)) || death.where === 'committed';
    expect([death, (await listAll()).length - paid]).toEqual([death, isStored ? 1 : 0]);
    if (isStored) await expect(joinBy(ctx)).rejects.toThrow(/is on its way/);
    else await joinBy(ctx);
    await settleToTheEnd(world, 3);
    paid += 1;
    expect([death, feesOnLedger().length]).toEqual([death, paid]);
    expect((await listAll()).map(({ state }) => state)).toEqual(
      Array.from({ length: paid }, () => 'confirmed'),
    );
    const books = await ctx.books.balancesOf(['peers:joining']);
    expect(books.get('peers:joining')).toBe(-fee * BigInt(paid));
    world.ledger.passTime(86_400);
  });
  // Before and after each of three calls, and behind the transaction.
  expect(kills).toBeGreaterThanOrEqual(7);
});

it('is ordered again after two that came back, though the clock was set back between these', async () => {
  const { ctx, ledger } = world;
  await findServer(coin);
  const ofBefore: string[] = [];
  for (const seconds of [0, -60, 0]) {
    ledger.clock.seconds += seconds;
    const { id } = await join(coin);
    ofBefore.push(id);
    const waiting = (await listJoiningFees(ctx, address)).filter(
      ({ state }) => state === 'waiting',
    );
    expect(waiting.map((one) => one.id)).toEqual([id]);
    const returned = { reason: 'refused', endedAt: ctx.now() };
    await ctx.inTransaction((session) => ctx.transferOrders.endWaiting(returned, session));
  }
  expect(new Set(ofBefore).size).toBe(3);
});
