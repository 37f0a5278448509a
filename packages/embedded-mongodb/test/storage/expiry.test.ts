import { describe, expect, it } from '@jest/globals';
import { mongo } from 'mongoose';
import { startEmbeddedMongodb } from '../../src/server';

describe('TTL', () => {
  it('removes what is too old and nothing else', async () => {
    const server = await startEmbeddedMongodb({ path: ':memory:', ttlSleepSeconds: 1 });
    const own = await mongo.MongoClient.connect(server.uri);
    const collection = own.db('ttl').collection('c');
    await collection.createIndex({ at: 1 }, { expireAfterSeconds: 60 }, {});
    const deletions = collection.watch([{ $match: { operationType: 'delete' } }]);
    const two = (async () => [await deletions.next(), await deletions.next()])();
    await own.db('ttl').command({ ping: 1 });
    const now = Date.now();
    await collection.insertMany([
      { _id: 1 as never, at: new Date(now - 61_000) },
      { _id: 2 as never, at: new Date(now - 30_000) },
      { _id: 3 as never, at: 'no date' },
      { _id: 4 as never },
      { _id: 5 as never, at: [new Date(now), new Date(now - 90_000)] },
    ]);
    const removed = (await two).map(
      (event) => (event as mongo.ChangeStreamDeleteDocument).documentKey._id as unknown,
    );
    expect(removed).toEqual([5, 1]);
    const rest = await collection.find().sort({ _id: 1 }).toArray();
    expect(rest.map(({ _id: id }) => id as unknown)).toEqual([2, 3, 4]);
    await deletions.close();
    await own.close();
    await server.stop();
  });
});
