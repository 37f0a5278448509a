import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createIndexesOf } from '../../../src/assembly/stores';
import { createRemittanceStore } from '../../../src/money/remittances/remittance.store';
import { freshDatabase } from '../../support/database';

let db: mongoose.Connection;
beforeAll(async () => {
  db = await mongoose.createConnection(await freshDatabase(), { autoIndex: false }).asPromise();
});
afterAll(() => db.close());

it('those that are late are counted without a look at all that were paid', async () => {
  const store = createRemittanceStore(db);
  await createIndexesOf([store], db);
  const all = Array.from({ length: 400 }, (_value, at) => ({
    ...{ accountId: `peer:${at}`, state: at < 4 ? 'ready' : 'paid', beganAt: new Date(at) },
    ...(at % 2 === 0 && { lateAt: new Date(at) }),
  }));
  await db.collection('remittances').insertMany(all);
  const filters: object[] = [];
  db.set('debug', (_collection: string, _method: string, filter: object) => filters.push(filter));
  expect(await store.countLate()).toBe(2);
  db.set('debug', false);
  const [filter] = filters;
  const plan = await db
    .collection('remittances')
    .find({ ...filter })
    .explain('executionStats');
  expect(plan).toMatchObject({ executionStats: { nReturned: 2, totalDocsExamined: 4 } });
});
