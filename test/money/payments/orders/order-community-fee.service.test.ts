import { afterEach, describe, expect, it } from '@jest/globals';
import { checkBooks } from '../../../../src/money/books/check-books.service';
import { findCommunityFee } from '../../../../src/money/payments/orders/community-fee.service';
import { runCommand } from '../../../support/command-line';
import { settleToTheEnd } from '../earners';
import { addressOfUser } from '../ledger-world';
import { coin, type PayingWorld, startPayingWorld } from '../paying-world';

const community = addressOfUser(3);
const message = Buffer.from('Community fee').toString('hex').padEnd(64, '0');
const daySeconds = 24 * 60 * 60;

let world: PayingWorld;
afterEach(() => world.close());

let booked = 0;

/** Books coins of charges for the community. */
async function earn(units: bigint): Promise<void> {
  booked += 1;
  const lines = [
    { book: 'outside:deposits', amount: -units },
    { book: 'fees:community', amount: units },
  ] as const;
  const entry = { id: `test:fee:${booked}`, kind: 'charge', at: world.ctx.now(), lines } as const;
  await world.ctx.inTransaction((session) =>
    world.ctx.books.post([{ ...entry, memo: null }], session),
  );
}

const sent = () =>
  world.ledger
    .transfers()
    .filter(({ isMany }) => !isMany)
    .map(({ address, amount, message: said }) => [address, amount, said.toLowerCase()]);
const fee = () => findCommunityFee(world.ctx);
const left = async () =>
  (await world.ctx.books.balancesOf(['fees:community'])).get('fees:community');
const orders = async () =>
  (await world.ctx.transferOrders.listAll('', 10)).map(({ amount, state }) => [amount, state]);
async function problems(): Promise<readonly string[]> {
  world.ledger.passTime(1);
  const found = await checkBooks(world.ctx);
  return found.flatMap(({ name, problem }) => (name === 'charges' ? [] : (problem ?? [])));
}

describe('the community’s fee', () => {
  it('is paid to its address from the least payout on, once a day', async () => {
    world = await startPayingWorld({ env: { ADGATE_COMMUNITY_FEE_ADDRESS: community } });
    expect(await fee()).toEqual({ amount: 0n, address: community, reason: null });
    await earn(coin - 1n);
    await settleToTheEnd(world, 2);
    expect(await orders()).toEqual([]);
    expect((await fee()).reason).toMatch(/less than the least payout, 1 coins/);
    await earn(2n);
    expect(await fee()).toEqual({ amount: coin + 1n, address: community, reason: null });
    await settleToTheEnd(world);
    expect(sent()).toEqual([[community, coin + 1n, message]]);
    expect(await left()).toBe(0n);
    await earn(5n * coin);
    await settleToTheEnd(world, 3);
    expect(sent()).toHaveLength(1);
    expect((await fee()).reason).toMatch(/^one is ordered in a day, the next one from 20/);
    world.ledger.passTime(daySeconds);
    await settleToTheEnd(world);
    expect(sent().slice(1)).toEqual([[community, 5n * coin, message]]);
    expect(await problems()).toEqual([]);
  });

  it('is ordered once, however long the order waits, and stays where nobody says whose it is', async () => {
    world = await startPayingWorld({
      env: { ADGATE_COMMUNITY_FEE_ADDRESS: community, ADGATE_DAILY_PAYOUT_LIMIT: '2' },
    });
    await earn(3n * coin);
    for (let day = 0; day < 3; day += 1) {
      await settleToTheEnd(world, 2);
      world.ledger.passTime(daySeconds);
    }
    expect(await orders()).toEqual([[3n * coin, 'waiting']]);
    expect((await fee()).reason).toMatch(/ADGATE_DAILY_PAYOUT_LIMIT/);
    const { json } = await runCommand(world.mongodbUri, ['settlement', 'show']);
    expect(json.communityFee).toMatchObject({ amount: '3', reason: expect.any(String) });
    await world.ctx.settlements.set({ pausedReason: 'a look', pausedAt: world.ctx.now() });
    expect((await fee()).reason).toMatch(/paused/);
    expect(await left()).toBe(3n * coin);
    await world.close();
    world = await startPayingWorld();
    await earn(3n * coin);
    await settleToTheEnd(world, 2);
    expect(await orders()).toEqual([]);
    expect((await fee()).reason).toMatch(/ADGATE_COMMUNITY_FEE_ADDRESS/);
  });

  it('comes back from an account that the ledger does not know, and is ordered again a day later', async () => {
    const nobody = addressOfUser(4711);
    world = await startPayingWorld({ env: { ADGATE_COMMUNITY_FEE_ADDRESS: nobody } });
    const accountId = await world.addPublisher(2);
    await earn(3n * coin);
    await world.earn(accountId, 2n);
    await settleToTheEnd(world);
    expect(await orders()).toEqual([[3n * coin, 'returned']]);
    expect((await fee()).reason).toMatch(/^the last transfer came back \(.+\); one is ordered/);
    expect(await left()).toBe(3n * coin);
    expect(world.ledger.paid().get(addressOfUser(2))).toBe(2n * coin);
    world.ledger.passTime(daySeconds);
    await world.settle();
    expect((await orders()).map(([, state]) => state).toSorted()).toEqual(['prepared', 'returned']);
    expect(await problems()).toEqual([]);
  });

  it('is not ordered again by an old database, where a newer one has paid it', async () => {
    world = await startPayingWorld({ env: { ADGATE_COMMUNITY_FEE_ADDRESS: community } });
    await world.settle();
    await earn(3n * coin);
    // Of a later life, which is lost.
    await world.ledger.call('send_one', { address: community, amount: '3', message });
    await expect(world.settle()).rejects.toThrow(/used by other means/);
    world.ledger.passTime(daySeconds);
    await settleToTheEnd(world);
    expect(sent()).toEqual([[community, 3n * coin, message]]);
    expect((await world.ctx.settlements.get()).pausedReason).toMatch(/the community's address/);
  });

  it('stops nothing where others are paid by hand', async () => {
    world = await startPayingWorld({ env: { ADGATE_COMMUNITY_FEE_ADDRESS: community } });
    await world.settle();
    await earn(3n * coin);
    await world.ledger.call('send_one', { address: addressOfUser(9), amount: '3' });
    await expect(world.settle()).rejects.toThrow(/used by other means/);
    world.ledger.passTime(daySeconds);
    await settleToTheEnd(world);
    expect((await orders()).map(([, state]) => state).toSorted()).toEqual([
      'confirmed',
      'returned',
    ]);
  });
});
