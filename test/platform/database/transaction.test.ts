import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import mongoose, { type Connection } from 'mongoose';
import { ConfigError } from '../../../src/config';
import { openDatabase } from '../../../src/platform/database/connection';
import { assertTransactions, createTransactions } from '../../../src/platform/database/transaction';
import { isDatabaseUnavailable } from '../../../src/platform/database/unavailable';
import { freshDatabase } from '../../support/database';
import { type DatabaseProxy, startDatabaseProxy } from '../../support/fault-proxy';

let proxy: DatabaseProxy;
let db: Connection;
const counts = () => db.collection<{ _id: string; count: number }>('counts');
beforeAll(async () => {
  proxy = await startDatabaseProxy(await freshDatabase());
  db = await openDatabase(proxy.uri);
});
afterAll(async () => {
  await db.close();
  await proxy.close();
});
beforeEach(() => counts().deleteMany({}));

it('a transaction gives what its work gives', async () => {
  const inTransaction = createTransactions(db);
  const id = await inTransaction(async (session) => {
    const { insertedId } = await counts().insertOne({ _id: 'one', count: 1 }, { session });
    return insertedId;
  });
  expect(id).toBe('one');
});

it('a transaction that lost a race for an _id runs again, and finds it', async () => {
  let tries = 0;
  const found = await createTransactions(db)(async (session) => {
    tries += 1;
    const known = await counts().findOne({ _id: 'one' }, { session });
    if (known) return known.count;
    await counts().insertOne({ _id: 'one', count: 2 });
    // As servers refuse it that do not call it a conflict.
    throw new mongoose.mongo.MongoServerError({ message: 'duplicate key', code: 11_000 });
  });
  expect([tries, found]).toEqual([2, 2]);
});

it('a transaction whose server goes in the middle fails as a database that is away, and leaves nothing', async () => {
  const failed = createTransactions(db)(async (session) => {
    await counts().insertOne({ _id: 'one', count: 1 }, { session });
    proxy.cut();
    await counts().insertOne({ _id: 'two', count: 1 }, { session });
  });
  const error: unknown = await failed.catch((reason: unknown) => reason);
  expect(isDatabaseUnavailable(error)).toBe(true);
  proxy.restore();
  expect(await counts().countDocuments()).toBe(0);
});

it('a database that does transactions is accepted', async () => {
  await expect(assertTransactions(db)).resolves.toBeUndefined();
});

it.each([
  [20, ConfigError, /stands alone: make it a replica set/],
  [13, mongoose.mongo.MongoServerError, /refused/],
])('a database that answers %i to a transaction is not', async (code, kind, message) => {
  const error = new mongoose.mongo.MongoServerError({ message: 'refused', code });
  const collection = db.db!.collection('migrations');
  jest.spyOn(collection, 'findOne').mockRejectedValue(error);
  const known = jest.spyOn(db.db!, 'collection').mockReturnValue(collection);
  const failure: unknown = await assertTransactions(db).catch((reason: unknown) => reason);
  known.mockRestore();
  expect(failure).toBeInstanceOf(kind);
  expect(String(failure)).toMatch(message);
});
