import { afterEach, expect, it } from '@jest/globals';
import type { PaymentBatch, PaymentState } from '../../../src/money/payments/payment';
import { aPayment } from '../../support/payments';
import { addressOfUser } from './ledger-world';
import { type PayingWorld, startPayingWorld } from './paying-world';

let world: PayingWorld;
afterEach(() => world.close());

const time = new Date('2026-11-01T10:00:00Z');
const later = new Date('2026-11-01T11:00:00Z');
const [alice, bob] = ['a'.repeat(32), 'b'.repeat(32)];

const paymentOf = (id: string, accountId: string, state: PaymentState = 'prepared') =>
  aPayment({ id, accountId, state, preparedAt: time });

const position = { messageId: 1, hash: 'AB' };

const aBatch = (
  id: string,
  paymentIds: readonly string[],
  changes: Partial<PaymentBatch>,
): PaymentBatch => ({
  ...{ kind: 'transfer', orderId: null, asideSince: null },
  ...{ id, state: 'prepared', isAbandoned: false, sender: addressOfUser(1), position, time },
  ...{ next: position, data: 'AB', signature: 'CD', sentAt: null, amount: 5n, fee: 1n },
  ...{
    paymentIds,
    preparedAt: time,
    transactionId: null,
    undecided: null,
    proof: null,
    replacements: 0,
    problem: null,
    ...changes,
  },
});

it('takes payments for sent from when their bytes have left first, and lists them so', async () => {
  world = await startPayingWorld();
  const { inTransaction, payments, paymentBatches } = world.ctx;
  await inTransaction(async (session) => {
    const prepared = [paymentOf('1', alice), paymentOf('2', bob), paymentOf('3', bob)];
    // As earlier versions have stored them.
    const stored = { ...paymentOf('4', alice, 'sent'), sentAt: time };
    await payments.insert([...prepared, stored, paymentOf('5', alice, 'confirmed')], session);
    const sent = { state: 'sent', isAbandoned: true, sentAt: time } as const;
    for (const batch of [
      aBatch('a', ['1', '2'], sent),
      aBatch('b', ['1'], { ...sent, sentAt: later }),
      aBatch('c', ['3'], {}),
      aBatch('d', ['4'], { state: 'sent' }),
      aBatch('e', ['5'], { state: 'confirmed', sentAt: later }),
    ])
      await paymentBatches.insert(batch, session);
  });
  const idsOf = async (state: PaymentState, filter: object = {}, afterId: string | null = null) =>
    (await payments.listAll({ state, ...filter }, { first: 9, afterId })).map(({ id }) => id);
  expect(await idsOf('prepared')).toEqual(['3']);
  expect(await idsOf('sent')).toEqual(['1', '2', '4']);
  const newest = async (state: PaymentState) =>
    (await payments.listNewest({ state }, { first: 9 })).map(({ id }) => id);
  expect([await newest('prepared'), await newest('sent')]).toEqual([['3'], ['4', '2', '1']]);
  expect(await idsOf('sent', { accountId: alice })).toEqual(['1', '4']);
  expect(await idsOf('sent', {}, '1')).toEqual(['2', '4']);
  expect(await idsOf('confirmed')).toEqual(['5']);
  const found = await payments.listByIds(['1', '2', '3', '4', '5']);
  expect(found.map(({ state, sentAt }) => [state, sentAt])).toEqual([
    ['sent', time],
    ['sent', time],
    ['prepared', null],
    ['sent', time],
    ['confirmed', null],
  ]);
  expect((await payments.listAll({}, { first: 9, afterId: null })).map((one) => one.state)).toEqual(
    found.map((one) => one.state),
  );
  expect(await payments.findById('2')).toMatchObject({ state: 'sent', sentAt: time });
  const own = await payments.listPrepared(bob, { after: null, limit: 9 });
  expect(own.map(({ state }) => state)).toEqual(['sent', 'prepared']);
});

it('lists the newest first, of a state and behind one of them', async () => {
  world = await startPayingWorld();
  const { inTransaction, payments } = world.ctx;
  const at = (id: string, minute: number, state: PaymentState) =>
    aPayment({
      id,
      accountId: alice,
      state,
      preparedAt: new Date(time.getTime() + minute * 60_000),
    });
  const stored = [
    ...[at('1', 2, 'returned'), at('2', 1, 'returned'), at('3', 4, 'confirmed')],
    ...[at('4', 3, 'returned'), at('5', 3, 'prepared'), at('6', 3, 'returned')],
  ];
  await inTransaction((session) => payments.insert(stored, session));
  const idsOf = async (state: PaymentState | null, first: number, afterId: string | null = null) =>
    (await payments.listNewest({ state }, { first, afterId })).map(({ id }) => id).join('');
  expect(await idsOf(null, 9)).toBe('365412');
  expect(await idsOf('returned', 2)).toBe('64');
  expect(await idsOf('returned', 9, '4')).toBe('12');
  expect(await idsOf('prepared', 9)).toBe('5');
  expect(await payments.listNewest({ accountId: bob }, { first: 9 })).toEqual([]);
});
