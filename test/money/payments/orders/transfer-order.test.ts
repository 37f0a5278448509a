import { afterEach, describe, expect, it } from '@jest/globals';
import { checkBooks } from '../../../../src/money/books/check-books.service';
import { createId } from '../../../../src/id';
import { orderTransfer } from '../../../../src/money/payments/orders/order-transfer.service';
import type { TransferOrder } from '../../../../src/money/payments/orders/transfer-order';
import type { LedgerClient } from '../../../../src/platform/ledger/ledger-client';
import { LedgerFailure } from '../../../../src/platform/ledger/ledger-failure';
import { addEarners, assertPaidOnce, earnAll, settleToTheEnd } from '../earners';
import { addressOfUser } from '../ledger-world';
import { coin, dyingContext, type PayingWorld, startPayingWorld } from '../paying-world';

const message = Buffer.from('Adshares joining fee').toString('hex').padEnd(64, '0');

let world: PayingWorld;
afterEach(() => world.close());

const order = (user: number, coins: bigint): Promise<TransferOrder> =>
  world.ctx.inTransaction((session) =>
    orderTransfer(
      world.ctx,
      {
        ...{ id: createId(world.ctx), address: addressOfUser(user), amount: coins * coin },
        ...{ message, book: 'peers:joining' },
      },
      session,
    ),
  );
const look = async ({ id }: TransferOrder) => (await world.ctx.transferOrders.find(id))!;
/** Transfers of the account that pays that say something. */
const sent = () =>
  world.ledger
    .transfers()
    .filter(({ sender, isMany }) => sender === 1 && !isMany)
    .map(({ address, amount, message: said }) => [address, amount, said.toLowerCase()]);
const balanceOf = async (book: 'peers:joining' | 'clearing:payments' | 'outside:payments') =>
  (await world.ctx.books.balancesOf([book])).get(book);
async function problems(): Promise<readonly string[]> {
  world.ledger.passTime(1);
  const found = await checkBooks(world.ctx);
  return found.flatMap(({ name, problem }) => (name === 'charges' ? [] : (problem ?? [])));
}
const settling = (changes: Partial<LedgerClient>) => ({
  ...world.ctx,
  ledger: { ...world.ctx.ledger!, ...changes },
});

describe('a transfer that was ordered', () => {
  it('is sent once with its message, and is paid from its book', async () => {
    world = await startPayingWorld();
    const earners = await addEarners(world, [2]);
    await earnAll(world, earners, 2n);
    const fee = await order(3, 7n);
    await world.settle();
    expect(await look(fee)).toMatchObject({ state: 'prepared', transactionId: null });
    expect(await balanceOf('clearing:payments')).toBe(9n * coin);
    expect(await problems()).toEqual([]);
    await settleToTheEnd(world);
    expect(sent()).toEqual([[addressOfUser(3), 7n * coin, message]]);
    expect(await look(fee)).toMatchObject({
      state: 'confirmed',
      transactionId: expect.stringMatching(/^0001:/),
      endedAt: expect.any(Date),
    });
    expect(await balanceOf('peers:joining')).toBe(-7n * coin);
    expect(await balanceOf('outside:payments')).toBe(9n * coin);
    expect(await balanceOf('clearing:payments')).toBe(0n);
    expect(await world.settle().then(() => world.statesOf())).toEqual(['confirmed']);
    expect(await problems()).toEqual([]);
  });

  it('is sent again as the same bytes where its block was replaced', async () => {
    world = await startPayingWorld();
    const fee = await order(3, 7n);
    await settleToTheEnd(world, 3);
    world.ledger.passTime(60);
    await world.settle(settling({ lookUp: () => Promise.resolve({ state: 'open' }) }));
    expect(await look(fee)).toMatchObject({ state: 'prepared', transactionId: null });
    expect(await balanceOf('outside:payments')).toBe(0n);
    expect(await problems()).toEqual([]);
    await settleToTheEnd(world, 2);
    expect(await look(fee)).toMatchObject({ state: 'confirmed' });
    expect(sent()).toHaveLength(1);
    expect(await problems()).toEqual([]);
  });

  it('waits with a reason where there is too little, and keeps nobody waiting', async () => {
    world = await startPayingWorld({ funds: 10n });
    const [large, small] = [await order(3, 50n), await order(4, 1n)];
    const earners = await addEarners(world, [2]);
    await earnAll(world, earners, 2n);
    await settleToTheEnd(world);
    expect(await look(large)).toMatchObject({
      state: 'waiting',
      reason: expect.stringMatching(/too little: 50.025\d* are needed/),
    });
    expect(await look(small)).toMatchObject({ state: 'confirmed' });
    await world.ledger.callAs(9, 'send_one', { address: addressOfUser(1), amount: '9' });
    expect(world.ledger.paid().get(addressOfUser(2))).toBe(2n * coin);
    expect(await problems()).toEqual([]);
  });

  it('counts for the limit of the day, and waits while settlement is paused', async () => {
    world = await startPayingWorld({ env: { ADGATE_DAILY_PAYOUT_LIMIT: '10' } });
    await world.ctx.settlements.set({ pausedReason: 'an operator looks' });
    const one = await order(3, 6n);
    world.ledger.clock.seconds += 1;
    const other = await order(4, 6n);
    await settleToTheEnd(world, 2);
    expect(sent()).toEqual([]);
    await world.ctx.settlements.set({ pausedReason: null });
    await settleToTheEnd(world);
    expect(await look(one)).toMatchObject({ state: 'confirmed' });
    expect(await look(other)).toMatchObject({
      state: 'waiting',
      reason: expect.stringContaining('ADGATE_DAILY_PAYOUT_LIMIT'),
    });
    world.ledger.passTime(86_400);
    await settleToTheEnd(world);
    expect(await look(other)).toMatchObject({ state: 'confirmed', reason: null });
  });

  it('that the ledger refuses lets payments go first, and comes back when its place is taken', async () => {
    world = await startPayingWorld();
    const earners = await addEarners(world, [2]);
    await earnAll(world, earners, 2n);
    // Nobody has this account.
    const fee = await order(4711, 7n);
    await settleToTheEnd(world);
    await assertPaidOnce(world, earners);
    expect(await look(fee)).toMatchObject({
      state: 'returned',
      reason: expect.stringMatching(/send_again/),
      endedAt: expect.any(Date),
    });
    expect(await balanceOf('peers:joining')).toBe(0n);
    await settleToTheEnd(world);
    expect(sent()).toEqual([]);
    expect(await problems()).toEqual([]);
  });

  it('that the ledger refuses for a while is sent later, as the same bytes', async () => {
    world = await startPayingWorld();
    const fee = await order(3, 7n);
    const refusal = new LedgerFailure('refused', 'read-only', { ledgerCode: 10 });
    await world.settle(settling({ sendAgain: () => Promise.reject(refusal) }));
    const [batch] = await world.ctx.paymentBatches.listOpen();
    expect(batch).toMatchObject({
      isAbandoned: true,
      problem: expect.stringMatching(/^read-only/),
    });
    await world.settle();
    expect(sent()).toEqual([]);
    world.ledger.passTime(600);
    await settleToTheEnd(world, 3);
    expect(await look(fee)).toMatchObject({ state: 'confirmed' });
    expect(await world.ctx.paymentBatches.listAll('', 9)).toMatchObject([
      { id: batch!.id, data: batch!.data, state: 'confirmed' },
    ]);
  });

  it('is not sent where the account was used by other means since', async () => {
    world = await startPayingWorld();
    await world.settle();
    await world.ledger.call('send_one', { address: addressOfUser(9), amount: '1' });
    const fee = await order(3, 7n);
    await settleToTheEnd(world);
    expect(await look(fee)).toMatchObject({
      state: 'returned',
      reason: 'the account 0001-00000001-8B4E was used by other means',
    });
    expect(sent().map(([address]) => address)).toEqual([addressOfUser(9)]);
    expect(await problems()).toEqual([]);
  });

  it('is sent once where the settler is killed at every other step', async () => {
    world = await startPayingWorld({ funds: 10_000n });
    let killed = 0;
    for (let step = 1, died = true; died; step += 2) {
      world.letPaymentsAge();
      const fee = await order(3, 1n);
      const dying = dyingContext(world.ctx, step);
      await world.settle(dying.ctx).catch((error: unknown) => {
        if (!(error instanceof Error) || error.message !== 'killed by the test') throw error;
      });
      died = dying.steps() >= step;
      killed += died ? 1 : 0;
      await settleToTheEnd(world, 3);
      expect(await look(fee)).toMatchObject({ state: 'confirmed' });
      expect(sent()).toHaveLength((step + 1) / 2);
    }
    expect(killed).toBeGreaterThan(10);
    expect(await balanceOf('peers:joining')).toBe(-BigInt(sent().length) * coin);
    expect(await problems()).toEqual([]);
  });
});

describe('the books', () => {
  it.each([
    ['an order that nobody took out of its book', 'journalEntries', 'order:', /taken out of peers/],
    ['an order that no transaction makes', 'paymentBatches', '', /no transaction makes order/],
  ])('tell of %s', async (_case, collection, prefix, problem) => {
    world = await startPayingWorld();
    const { id } = await order(3, 7n);
    await settleToTheEnd(world, 3);
    const filter = prefix === '' ? { orderId: id } : { _id: `${prefix}${id}` as never };
    await world.db.collection(collection).deleteOne(filter);
    const found = await checkBooks(world.ctx);
    expect(found.find(({ name }) => name === 'orders')?.problem).toMatch(problem);
  });

  it('tell of a network’s fee that was not booked, and of a broadcast that is none', async () => {
    world = await startPayingWorld({ publicUrl: 'https://exchange.example' });
    await settleToTheEnd(world, 3);
    expect(await problems()).toEqual([]);
    const batches = world.db.collection('paymentBatches');
    await batches.updateOne({ kind: 'broadcast' }, { $inc: { fee: 1n } });
    expect((await problems())[0]).toMatch(/^outside:network has /);
    await batches.updateOne({ kind: 'broadcast' }, { $inc: { fee: -1n } });
    await batches.updateOne({ kind: 'broadcast' }, { $set: { signature: 'AB' } });
    expect((await problems())[0]).toMatch(/^broadcast 0001:\S+ is not in the log$/);
  });
});
