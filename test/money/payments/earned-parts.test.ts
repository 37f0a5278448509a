import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { hourOf } from '../../../src/hour';
import type { Payment } from '../../../src/money/payments/payment';
import { listEarnedParts } from '../../../src/money/payments/payment.service';
import { aPayment } from '../../support/payments';
import { coin, type PayingWorld, startPayingWorld } from './paying-world';

const [first, second, third] = ['51'.repeat(16), '52'.repeat(16), '53'.repeat(16)] as const;

let world: PayingWorld;
beforeEach(async () => {
  world = await startPayingWorld();
});
afterEach(() => world.close());

/** Prepares a payment ten minutes after something was earned. */
async function prepare(accountId: string, earns: () => Promise<void>): Promise<Payment> {
  world.ledger.passTime(600);
  await earns();
  world.ledger.passTime(600);
  const payment = aPayment({ accountId, preparedAt: world.ctx.now() });
  await world.ctx.inTransaction((session) => world.ctx.payments.insert([payment], session));
  return payment;
}

/** Ten minutes pass before it. */
async function giveBack({ id }: Payment): Promise<void> {
  world.ledger.passTime(600);
  const changes = { state: 'returned', returnedAt: world.ctx.now() } as const;
  await world.ctx.inTransaction((session) =>
    world.ctx.payments.change([id], ['prepared'], changes, session),
  );
}

async function partsOf(payment: Payment) {
  const parts = await listEarnedParts(world.ctx, payment);
  return parts.map(({ siteId, amount }) => [siteId, amount / coin]);
}

it('a payment that comes back after the next one was prepared is in none but the one after that', async () => {
  const hour = hourOf(world.ctx.now());
  const alice = await world.addPublisher(2);
  const paid = await prepare(alice, () => world.earn(alice, 5n, { siteId: first, hour }));
  const next = await prepare(alice, () => world.earn(alice, 7n, { siteId: second, hour }));
  await giveBack(paid);
  const last = await prepare(alice, async () => {
    await world.earn(alice, 1n, { siteId: third, hour });
    await world.earn(alice, 2n, { siteId: first, hour });
  });
  expect(await partsOf(paid)).toEqual([[first, 5n]]);
  expect(await partsOf(next)).toEqual([[second, 7n]]);
  expect(await partsOf(last)).toEqual([
    [first, 7n],
    [third, 1n],
  ]);
});

it('a payment that comes back before the next one is prepared is in that', async () => {
  const hour = hourOf(world.ctx.now());
  const alice = await world.addPublisher(2);
  const paid = await prepare(alice, () => world.earn(alice, 5n, { siteId: first, hour }));
  await giveBack(paid);
  const next = await prepare(alice, () => world.earn(alice, 7n, { siteId: second, hour }));
  const last = await prepare(alice, () => world.earn(alice, 1n, { siteId: third, hour }));
  expect(await partsOf(next)).toEqual([
    [first, 5n],
    [second, 7n],
  ]);
  expect(await partsOf(last)).toEqual([[third, 1n]]);
});
