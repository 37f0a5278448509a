import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { type mongo } from 'mongoose';
import { freshDatabase } from '../support/database';
import { sharedClient } from '../support/client';
import { connectWire, opMsg } from '../support/wire-client';

const { client, db } = sharedClient();

interface Counter {
  _id: number;
  n: number;
  isSeen?: boolean;
}

let collections = 0;

async function counter(): Promise<mongo.Collection<Counter>> {
  collections += 1;
  const collection = db().collection<Counter>(`counters${collections}`);
  await collection.insertOne({ _id: 1, n: 0 });
  return collection;
}

/** Starts writes while a transaction has the document; all of them wait when it ends. */
async function behindTransaction<T>(
  collection: mongo.Collection<Counter>,
  end: 'commitTransaction' | 'abortTransaction',
  write: () => Promise<T>,
): Promise<T[]> {
  const session = client().startSession();
  session.startTransaction();
  await collection.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session });
  const waiting = Array.from({ length: 50 }, write);
  let isAnswered = false;
  void Promise.race(waiting).then(() => {
    isAnswered = true;
  });
  for (let i = 0; i < 50; i += 1) await db().command({ ping: 1 });
  expect(isAnswered).toBe(false);
  await session[end]();
  await session.endSession();
  return Promise.all(waiting);
}

describe('writes that wait for the same document', () => {
  it.each([
    ['commitTransaction', 51n],
    ['abortTransaction', 50n],
  ] as const)('are all applied after %s', async (end, expected) => {
    const collection = await counter();
    const results = await behindTransaction(collection, end, () =>
      collection.updateOne({ _id: 1 }, { $inc: { n: 1 } }),
    );
    expect(results.every(({ modifiedCount }) => modifiedCount === 1)).toBe(true);
    expect(BigInt((await collection.findOne())!.n)).toBe(expected);
  });

  it('each see what the one before has made', async () => {
    const collection = await counter();
    const results = await behindTransaction(collection, 'abortTransaction', () =>
      collection.findOneAndUpdate(
        { n: { $gte: 0 } },
        { $inc: { n: 1 } },
        { returnDocument: 'after' },
      ),
    );
    const seen = results.map((document) => Number(document?.n)).sort((a, b) => a - b);
    expect(seen).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
  });

  it('take a document once', async () => {
    const collection = await counter();
    const results = await behindTransaction(collection, 'abortTransaction', () =>
      collection.findOneAndDelete({ _id: 1 }),
    );
    expect(results.filter((document) => document !== null)).toHaveLength(1);
    expect(await collection.estimatedDocumentCount()).toBe(0);
  });
});

describe('an update of many that waits for a transaction', () => {
  it('counts a document once', async () => {
    const collection = await counter();
    const results = await behindTransaction(collection, 'commitTransaction', () =>
      collection.updateMany({ _id: 1 }, { $inc: { n: 1 } }),
    );
    expect(new Set(results.map(({ matchedCount }) => matchedCount))).toEqual(new Set([1]));
  });

  it('upserts where the document matches no more', async () => {
    const collection = await counter();
    const results = await behindTransaction(collection, 'commitTransaction', () =>
      collection.updateMany({ n: 0 }, { $set: { isSeen: true } }, { upsert: true }),
    );
    expect(results.filter(({ upsertedCount }) => upsertedCount === 1)).toHaveLength(1);
    expect(await collection.findOne({ n: 0 })).toMatchObject({ isSeen: true });
  });
});

describe('writes that arrive together', () => {
  it('are all applied when nobody waits for an answer', async () => {
    const uri = await freshDatabase();
    const collection = await counter();
    const wires = await Promise.all(Array.from({ length: 20 }, () => connectWire(uri)));
    const update = opMsg(
      {
        update: collection.collectionName,
        updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }],
        writeConcern: { w: 0 },
        $db: db().databaseName,
      },
      { flags: 2 },
    );
    for (const wire of wires) wire.send(Buffer.concat(Array.from({ length: 30 }, () => update)));
    await Promise.all(wires.map((wire) => wire.command({ ping: 1 })));
    for (const wire of wires) {
      wire.close();
      await once(wire.socket, 'close');
    }
    expect((await collection.findOne())!.n).toBe(600);
  });

  it('take different documents from a queue that is sorted in memory over several turns', async () => {
    const queue = db().collection<{ _id: number; rank: number; isTaken: boolean }>('queue');
    await queue.insertMany(
      Array.from({ length: 20_000 }, (_, i) => ({ _id: i, rank: i, isTaken: false })),
    );
    const take = () =>
      queue.findOneAndUpdate(
        { isTaken: false },
        { $set: { isTaken: true } },
        { sort: { rank: 1 } },
      );
    const taken = await Promise.all(Array.from({ length: 8 }, take));
    expect(new Set(taken.map((document) => document?._id)).size).toBe(8);
  });

  it('change a document once that moves on in the index which is read', async () => {
    const moving = db().collection<{ _id: number; at: number; n: number }>('moving');
    await moving.createIndex({ at: 1 }, {}, {});
    const count = 20_000;
    await moving.insertMany(Array.from({ length: count }, (_, i) => ({ _id: i, at: i, n: 0 })));
    const [{ modifiedCount }] = await Promise.all([
      moving.updateMany({ at: { $gte: 0 }, n: { $gte: 0 } }, { $inc: { n: 1 } }),
      moving.updateMany({ _id: { $lt: 200 } }, { $inc: { at: count } }),
    ]);
    expect(modifiedCount).toBe(count);
    expect(await moving.countDocuments({ n: { $ne: 1 } })).toBe(0);
  });
});
