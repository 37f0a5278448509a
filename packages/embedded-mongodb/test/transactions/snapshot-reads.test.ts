import { describe, expect, it } from '@jest/globals';
import { Timestamp } from 'bson';
import type { mongo } from 'mongoose';
import { failure, sharedClient } from '../support/client';

const { client, db } = sharedClient();

interface Count {
  _id: number;
  value: number;
}

let collections = 0;

async function counts(length = 3): Promise<mongo.Collection<Count>> {
  collections += 1;
  const collection = db().collection<Count>(`counts${collections}`);
  await collection.createIndex({ value: 1 }, {}, {});
  await collection.insertMany(Array.from({ length }, (_, _id) => ({ _id, value: 1 })));
  return collection;
}

async function within<T>(work: (session: mongo.ClientSession) => Promise<T>): Promise<T> {
  const session = client().startSession({ snapshot: true });
  try {
    return await work(session);
  } finally {
    await session.endSession();
  }
}

describe('a snapshot session', () => {
  it('sees all collections as they were when it first read, by every way of reading', async () => {
    const [one, other] = [await counts(), await counts()];
    await within(async (session) => {
      await one.findOne({}, { session });
      await one.updateMany({}, { $set: { value: 2 } });
      await other.updateMany({}, { $set: { value: 2 } });
      await other.deleteOne({ _id: 0 });
      await other.insertOne({ _id: 7, value: 1 });
      expect(await one.findOne({ _id: 0 }, { session })).toEqual({ _id: 0, value: 1 });
      expect(
        await other
          .find({ value: 1 }, { session })
          .map(({ _id }) => _id)
          .toArray(),
      ).toEqual([0, 1, 2]);
      expect(await other.countDocuments({}, { session })).toBe(3);
      expect(await other.countDocuments({ _id: { $gte: 1, $lt: 8 } }, { session })).toBe(2);
      expect(await other.distinct('value', {}, { session })).toEqual([1]);
    });
    expect(await other.countDocuments({ value: 2 })).toBe(2);
  });

  it('reads on from batch to batch while all is written and removed', async () => {
    const collection = await counts(500);
    await within(async (session) => {
      const cursor = collection.find({}, { session, batchSize: 50 });
      const first = await cursor.next();
      await collection.updateMany({}, { $set: { value: 2 } });
      await collection.deleteMany({ _id: { $gt: 100 } });
      const rest = await cursor.toArray();
      expect(first?.value).toBe(1);
      expect(rest.map(({ value }) => value)).toEqual(Array(499).fill(1));
    });
  });

  it('refuses what was indexed or dropped since', async () => {
    const [indexed, dropped] = [await counts(), await counts()];
    await within(async (session) => {
      await indexed.findOne({}, { session });
      await indexed.createIndex({ value: -1 }, {}, {});
      expect((await failure(indexed.findOne({}, { session }))).code).toBe(246);
    });
    await within(async (session) => {
      await indexed.findOne({}, { session });
      await dropped.drop();
      expect((await failure(dropped.findOne({}, { session }))).code).toBe(246);
    });
  });

  it('reads on while a collection of another database is dropped', async () => {
    const collection = await counts();
    const elsewhere = client().db(`${db().databaseName}_2`).collection('dropped');
    await elsewhere.insertOne({});
    await within(async (session) => {
      await collection.findOne({}, { session });
      await elsewhere.drop();
      expect(await collection.countDocuments({}, { session })).toBe(3);
    });
  });

  it('refuses a time that nobody has asked for, and commands that read no snapshot', async () => {
    const atClusterTime = new Timestamp({ t: 5, i: 1 });
    const find = { find: 'c', readConcern: { level: 'snapshot', atClusterTime } };
    expect((await failure(db().command(find))).code).toBe(239);
    const readConcern = { level: 'snapshot' };
    expect((await failure(db().command({ count: 'c', readConcern }))).code).toBe(72);
    const local = { find: 'c', readConcern: { level: 'local', atClusterTime } };
    expect((await failure(db().command(local))).code).toBe(72);
  });
});
