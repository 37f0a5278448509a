import { describe, expect, it } from '@jest/globals';
import { type mongo } from 'mongoose';
import { connect, failure, sharedClient } from '../support/client';
import { random } from '../support/documents';

const { client, db } = sharedClient();

interface Account {
  _id: number;
  balance: number;
  email?: string;
}

let collections = 0;

async function accounts(...documents: Account[]): Promise<mongo.Collection<Account>> {
  collections += 1;
  const collection = db().collection<Account>(`accounts${collections}`);
  await collection.createIndex({ email: 1 }, { unique: true, sparse: true }, {});
  if (documents.length > 0) await collection.insertMany(documents);
  return collection;
}

/** Runs `work` with a session whose transaction is open, and ends both. */
async function within<T>(work: (session: mongo.ClientSession) => Promise<T>): Promise<T> {
  const session = client().startSession();
  session.startTransaction();
  try {
    return await work(session);
  } finally {
    await session.endSession();
  }
}

describe('transactions', () => {
  it('show their own writes at once and others only what is committed', async () => {
    const collection = await accounts({ _id: 1, balance: 10 });
    await within(async (session) => {
      await collection.insertOne({ _id: 2, balance: 5 }, { session });
      await collection.updateOne({ _id: 1 }, { $inc: { balance: -5 } }, { session });
      const inside = await collection.find({}, { session, sort: { _id: 1 } }).toArray();
      expect(inside).toEqual([
        { _id: 1, balance: 5 },
        { _id: 2, balance: 5 },
      ]);
      expect(await collection.find().toArray()).toEqual([{ _id: 1, balance: 10 }]);
      await session.commitTransaction();
    });
    expect(await collection.countDocuments()).toBe(2);
  });

  it('leave nothing behind when aborted', async () => {
    const collection = await accounts({ _id: 1, balance: 10 });
    await within(async (session) => {
      await collection.deleteOne({ _id: 1 }, { session });
      await collection.insertOne({ _id: 2, balance: 0, email: 'a@x' }, { session });
      await session.abortTransaction();
    });
    expect(await collection.find().toArray()).toEqual([{ _id: 1, balance: 10 }]);
    await collection.insertOne({ _id: 3, balance: 0, email: 'a@x' });
  });

  it('read the snapshot of their first command, through an index too', async () => {
    const collection = await accounts({ _id: 1, balance: 10, email: 'a@x' });
    await within(async (session) => {
      await collection.findOne({ _id: 1 }, { session });
      await collection.updateOne({ _id: 1 }, { $set: { balance: 99, email: 'b@x' } });
      await collection.insertOne({ _id: 2, balance: 1, email: 'c@x' });
      expect(await collection.find({}, { session }).toArray()).toHaveLength(1);
      expect(await collection.findOne({ email: 'a@x' }, { session })).toMatchObject({
        balance: 10,
      });
      expect(await collection.findOne({ email: 'b@x' }, { session })).toBeNull();
      await session.commitTransaction();
    });
  });

  it('find by `_id` what they see: changed, removed, inserted and put back', async () => {
    const collection = await accounts(
      { _id: 1, balance: 10 },
      { _id: 2, balance: 20 },
      { _id: 3, balance: 30 },
    );
    await within(async (session) => {
      const find = (_id: number) => collection.findOne({ _id }, { session });
      expect(await find(3)).toEqual({ _id: 3, balance: 30 });
      await collection.updateOne({ _id: 3 }, { $set: { balance: 0 } });
      await collection.insertOne({ _id: 5, balance: 50 });
      expect([await find(3), await find(5)]).toEqual([{ _id: 3, balance: 30 }, null]);
      const some = collection.find({ _id: { $in: [3, 5] } }, { session });
      expect(await some.toArray()).toEqual([{ _id: 3, balance: 30 }]);
      await collection.updateOne({ _id: 1 }, { $inc: { balance: 1 } }, { session });
      await collection.updateOne({ _id: 1 }, { $inc: { balance: 1 } }, { session });
      await collection.deleteOne({ _id: 2 }, { session });
      await collection.insertOne({ _id: 4, balance: 40, email: 'd@x' }, { session });
      await collection.updateOne({ _id: 4 }, { $set: { email: 'e@x' } }, { session });
      expect([await find(1), await find(2), await find(4)]).toEqual([
        { _id: 1, balance: 12 },
        null,
        { _id: 4, balance: 40, email: 'e@x' },
      ]);
      await collection.insertOne({ _id: 2, balance: 21 }, { session });
      await collection.deleteOne({ _id: 4 }, { session });
      expect([await find(2), await find(4)]).toEqual([{ _id: 2, balance: 21 }, null]);
      const { upsertedCount } = await collection.updateOne(
        { _id: 4 },
        { $set: { balance: 41, email: 'd@x' } },
        { session, upsert: true },
      );
      expect(upsertedCount).toBe(1);
      await session.commitTransaction();
    });
    expect(await collection.find({}, { sort: { _id: 1 } }).toArray()).toEqual([
      { _id: 1, balance: 12 },
      { _id: 2, balance: 21 },
      { _id: 3, balance: 0 },
      { _id: 4, balance: 41, email: 'd@x' },
      { _id: 5, balance: 50 },
    ]);
    expect(await collection.findOne({ email: 'd@x' })).toMatchObject({ _id: 4 });
  });

  it('count and find by an index what they see: their own writes, and not those of others', async () => {
    const collection = await accounts(
      { _id: 1, balance: 10, email: 'a@x' },
      { _id: 2, balance: 20, email: 'b@x' },
    );
    await within(async (session) => {
      const mine = { email: { $gte: 'a', $lt: 'c' } };
      const count = () => collection.countDocuments(mine, { session });
      expect(await count()).toBe(2);
      await collection.insertOne({ _id: 3, balance: 30, email: 'b@y' });
      expect(await count()).toBe(2);
      await collection.updateOne({ _id: 1 }, { $set: { email: 'z@x' } }, { session });
      await collection.insertOne({ _id: 4, balance: 40, email: 'a@y' }, { session });
      expect(await count()).toBe(2);
      const found = await collection.find(mine, { session }).toArray();
      expect(found.map(({ _id: id }) => id).sort()).toEqual([2, 4]);
      await session.abortTransaction();
    });
  });

  it('show a document once to a cursor whose reader changes it', async () => {
    const collection = await accounts(
      ...Array.from({ length: 250 }, (_, i) => ({ _id: i, balance: 0 })),
    );
    await within(async (session) => {
      for await (const { _id } of collection.find({}, { session }))
        await collection.updateOne({ _id }, { $inc: { balance: 1 } }, { session });
      await session.commitTransaction();
    });
    expect(await collection.countDocuments({ balance: { $ne: 1 } })).toBe(0);
  });

  it('sort and limit across what they wrote and what was there', async () => {
    const collection = await accounts({ _id: 1, balance: 10 }, { _id: 3, balance: 30 });
    await within(async (session) => {
      await collection.insertOne({ _id: 2, balance: 20 }, { session });
      const found = collection.find({}, { session, sort: { _id: -1 }, limit: 2 });
      expect((await found.toArray()).map(({ _id: id }) => id)).toEqual([3, 2]);
      const [sum] = await collection
        .aggregate([{ $group: { _id: null, sum: { $sum: '$balance' } } }], { session })
        .toArray();
      expect(sum).toEqual({ _id: null, sum: 60 });
      await session.abortTransaction();
    });
  });

  it('fail with a labelled WriteConflict when the document changed since the snapshot', async () => {
    const collection = await accounts({ _id: 1, balance: 10 });
    await within(async (session) => {
      await collection.findOne({ _id: 1 }, { session });
      await collection.updateOne({ _id: 1 }, { $inc: { balance: 1 } });
      const error = await failure(
        collection.updateOne({ _id: 1 }, { $inc: { balance: 1 } }, { session }),
      );
      expect(error.code).toBe(112);
      expect(error.hasErrorLabel('TransientTransactionError')).toBe(true);
    });
  });

  it('fail with a WriteConflict when another open transaction has the document or the unique key', async () => {
    const collection = await accounts({ _id: 1, balance: 10 });
    await within(async (first) => {
      await collection.updateOne({ _id: 1 }, { $inc: { balance: 1 } }, { session: first });
      await collection.insertOne({ _id: 5, balance: 0, email: 'k@x' }, { session: first });
      await within(async (second) => {
        const update = collection.updateOne(
          { _id: 1 },
          { $inc: { balance: 1 } },
          { session: second },
        );
        expect((await failure(update)).code).toBe(112);
      });
      await within(async (second) => {
        const insert = collection.insertOne(
          { _id: 6, balance: 0, email: 'k@x' },
          { session: second },
        );
        expect((await failure(insert)).code).toBe(112);
      });
      await first.commitTransaction();
    });
    expect(await collection.countDocuments()).toBe(2);
  });

  it('make a write outside wait for their end, then see its result', async () => {
    const collection = await accounts({ _id: 1, balance: 10 });
    const order: string[] = [];
    await within(async (session) => {
      await collection.updateOne({ _id: 1 }, { $inc: { balance: 1 } }, { session });
      const outside = collection
        .findOneAndUpdate({ _id: 1 }, { $inc: { balance: 100 } }, { returnDocument: 'after' })
        .then((found) => {
          order.push('outside');
          return found;
        });
      await db().command({ ping: 1 });
      order.push('commit');
      await session.commitTransaction();
      expect(await outside).toEqual({ _id: 1, balance: 111 });
    });
    expect(order).toEqual(['commit', 'outside']);
  });

  it('end the wait of a write outside at its maxTimeMS', async () => {
    const collection = await accounts({ _id: 1, balance: 10 });
    await within(async (session) => {
      await collection.updateOne({ _id: 1 }, { $inc: { balance: 1 } }, { session });
      const waiting = collection.updateOne({ _id: 1 }, { $inc: { balance: 1 } }, { maxTimeMS: 50 });
      expect((await failure(waiting)).code).toBe(50);
      await session.abortTransaction();
    });
  });

  it('report a duplicate key and are aborted by it', async () => {
    const collection = await accounts({ _id: 1, balance: 10, email: 'a@x' });
    await within(async (session) => {
      await collection.insertOne({ _id: 2, balance: 0 }, { session });
      const error = await failure(
        collection.insertOne({ _id: 3, balance: 0, email: 'a@x' }, { session }),
      );
      expect(error.code).toBe(11000);
      const next = await failure(collection.findOne({ _id: 1 }, { session }).then());
      expect(next.code).toBe(251);
      expect(next.hasErrorLabel('TransientTransactionError')).toBe(true);
    });
    expect(await collection.countDocuments()).toBe(1);
  });

  it('let two documents exchange their unique keys', async () => {
    const collection = await accounts(
      { _id: 1, balance: 0, email: 'a@x' },
      { _id: 2, balance: 0, email: 'b@x' },
    );
    await within(async (session) => {
      await collection.updateOne({ _id: 1 }, { $unset: { email: 1 } }, { session });
      await collection.updateOne({ _id: 2 }, { $set: { email: 'a@x' } }, { session });
      await collection.updateOne({ _id: 1 }, { $set: { email: 'b@x' } }, { session });
      await session.commitTransaction();
    });
    expect(await collection.findOne({ email: 'a@x' })).toMatchObject({ _id: 2 });
    expect(await collection.findOne({ email: 'b@x' })).toMatchObject({ _id: 1 });
  });

  it.each(['changed', 'inserted'])(
    'let a document that they have %s take the unique key of one that they remove then',
    async (how) => {
      const own = db().collection<{ _id: number; key: string }>(`taken-${how}`);
      await own.createIndex({ key: 1 }, { unique: true }, {});
      await own.insertMany([
        { _id: 1, key: 'a' },
        { _id: 2, key: 'b' },
      ]);
      const _id = how === 'changed' ? 2 : 3;
      await client().withSession((session) =>
        session.withTransaction(async () => {
          const set = { $set: { key: 'c' } };
          await own.updateOne({ _id }, set, { session, upsert: true });
          await own.deleteOne({ _id: 1 }, { session });
          await own.updateOne({ _id }, { $set: { key: 'a' } }, { session });
        }),
      );
      expect(await own.find({ key: 'a' }).toArray()).toEqual([{ _id, key: 'a' }]);
      expect(await own.countDocuments({ _id: 1 })).toBe(0);
    },
  );

  it('make the collections that they insert into', async () => {
    const name = `made${collections}`;
    await within(async (session) => {
      await db().collection<Account>(name).insertOne({ _id: 1, balance: 1 }, { session });
      await session.commitTransaction();
    });
    expect(await db().collection(name).countDocuments()).toBe(1);
  });

  it.each<[string, mongo.Document, number]>([
    ['count', { count: 'accounts1' }, 263],
    ['create', { create: 'never' }, 263],
    ['drop', { drop: 'accounts1' }, 263],
    ['createIndexes', { createIndexes: 'accounts1', indexes: [{ key: { a: 1 }, name: 'a' }] }, 263],
  ])('refuse %s', async (_name, command, code) => {
    await within(async (session) => {
      expect((await failure(db().command(command, { session }))).code).toBe(code);
    });
  });

  it('make a drop of a collection that they use wait', async () => {
    const collection = await accounts({ _id: 1, balance: 10 });
    await within(async (session) => {
      await collection.updateOne({ _id: 1 }, { $inc: { balance: 1 } }, { session });
      const dropped = collection.drop();
      await db().command({ ping: 1 });
      expect(await collection.countDocuments()).toBe(1);
      await session.commitTransaction();
      expect(await dropped).toBe(true);
    });
  });

  it('are aborted when the connection of their last command is lost', async () => {
    const collection = await accounts({ _id: 1, balance: 10 });
    const other = await connect();
    const session = other.client.startSession();
    session.startTransaction();
    const theirs = other.client
      .db(db().databaseName)
      .collection<Account>(collection.collectionName);
    await theirs.updateOne({ _id: 1 }, { $inc: { balance: 1 } }, { session });
    await other.client.close(true);
    await collection.updateOne({ _id: 1 }, { $inc: { balance: 100 } }, { maxTimeMS: 5000 });
    expect(await collection.findOne()).toEqual({ _id: 1, balance: 110 });
  });

  it('keep the sum of all accounts under random transfers of many callers', async () => {
    const everyone = Array.from({ length: 8 }, (_, i) => ({ _id: i, balance: 100 }));
    const collection = await accounts(...everyone);
    const transfer = async (): Promise<void> => {
      const [from, to, amount] = [random(8), random(8), 1 + random(20)];
      await client().withSession((session) =>
        session.withTransaction(async () => {
          await collection.updateOne({ _id: from }, { $inc: { balance: -amount } }, { session });
          const found = await collection.findOne({ _id: from }, { session });
          if (found!.balance < 0) {
            await session.abortTransaction();
            return;
          }
          await collection.updateOne({ _id: to }, { $inc: { balance: amount } }, { session });
        }),
      );
    };
    const caller = async (): Promise<void> => {
      for (let i = 0; i < 15; i += 1) {
        await transfer();
        const snapshot = await within((session) => collection.find({}, { session }).toArray());
        expect(snapshot.reduce((sum, { balance }) => sum + balance, 0)).toBe(800);
      }
    };
    await Promise.all(Array.from({ length: 6 }, caller));
    const final = await collection.find().toArray();
    expect(final.reduce((sum, { balance }) => sum + balance, 0)).toBe(800);
    expect(final.every(({ balance }) => balance >= 0)).toBe(true);
  });
});
