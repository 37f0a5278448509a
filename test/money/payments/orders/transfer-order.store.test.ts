import mongoose from 'mongoose';
import { afterAll, expect, it } from '@jest/globals';
import { createTransferOrderStore } from '../../../../src/money/payments/orders/transfer-order.store';
import { isRecord } from '../../../../src/record';
import { freshDatabase } from '../../../support/database';
import { anId } from '../../../support/events';
import { addressOfUser } from '../ledger-world';

let db: mongoose.Connection;
afterAll(() => db.close());

const [often, once, never] = [addressOfUser(3), addressOfUser(4), addressOfUser(5)];

function orderOf(recipient: string, nth: number, book = 'peers:joining') {
  const orderedAt = new Date(Date.UTC(2026, 0, nth));
  return {
    ...{ _id: anId(), recipient, amount: BigInt(nth), message: '0'.repeat(64), book },
    ...{ state: 'confirmed', orderedAt, endedAt: orderedAt, transactionId: null, reason: null },
  };
}

it('reads the newest order for each of some recipients, however many there were', async () => {
  db = await mongoose
    .createConnection(await freshDatabase(), { monitorCommands: true })
    .asPromise();
  const store = createTransferOrderStore(db);
  await store.models[0]?.insertMany([
    ...[1, 2, 9, 3].map((nth) => orderOf(often, nth)),
    ...[orderOf(often, 20, 'community'), orderOf(once, 4)],
  ]);
  let read = 0;
  db.getClient().on('commandSucceeded', ({ reply }) => {
    if (
      isRecord(reply) &&
      isRecord(reply['cursor']) &&
      Array.isArray(reply['cursor']['firstBatch'])
    )
      read += reply['cursor']['firstBatch'].length;
  });
  const newest = await store.listNewestFor([often, once, never], 'peers:joining');
  expect([...newest].map(([recipient, { amount }]) => [recipient, Number(amount)])).toEqual([
    [often, 9],
    [once, 4],
  ]);
  expect(read).toBe(2);
});
