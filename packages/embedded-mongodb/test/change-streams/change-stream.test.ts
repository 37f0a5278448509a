import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { mongo } from 'mongoose';
import { Oplog } from '../../src/change-streams/oplog';
import { startEmbeddedMongodb } from '../../src/server';
import { failure, sharedClient } from '../support/client';

const { client, db } = sharedClient();
let collections = 0;
/** Empty polls come back soon. */
const soon = { maxAwaitTimeMS: 30 };

function aCollection(): mongo.Collection {
  collections += 1;
  return db().collection(`watched${collections}`);
}

type Stream = mongo.ChangeStream<mongo.Document, mongo.Document>;

/** Opens the stream on the server: what is written afterwards is in it. */
async function opened(stream: Stream): Promise<Stream> {
  expect(await stream.tryNext()).toBeNull();
  return stream;
}

async function take(stream: Stream, count: number): Promise<mongo.Document[]> {
  const events: mongo.Document[] = [];
  while (events.length < count) events.push(await stream.next());
  return events;
}

const kinds = (events: readonly mongo.Document[]) =>
  events.map(({ operationType }) => operationType as string);

describe('a change stream on a collection', () => {
  it('tells every kind of change in order, as MongoDB words it', async () => {
    const collection = aCollection();
    const stream = await opened(collection.watch([], soon));
    const ns = { db: db().databaseName, coll: collection.collectionName };
    await collection.insertOne({ _id: 1 as never, a: { b: 1, c: 2 }, list: [1, 2, 3] });
    await collection.updateOne(
      { _id: 1 as never },
      { $set: { 'a.b': 5, 'list.1': 9, n: 1 }, $unset: { 'a.c': 1 } },
    );
    await collection.updateOne({ _id: 1 as never }, { $set: { list: [1] } });
    await collection.replaceOne({ _id: 1 as never }, { z: 1 });
    await collection.deleteOne({ _id: 1 as never });
    const events = await take(stream, 5);
    const common = { ns, documentKey: { _id: 1 }, wallTime: expect.any(Date) };
    expect(events[0]).toMatchObject({
      ...common,
      operationType: 'insert',
      fullDocument: { _id: 1, a: { b: 1, c: 2 }, list: [1, 2, 3] },
    });
    expect(events[1]).toMatchObject({
      ...common,
      operationType: 'update',
      updateDescription: {
        updatedFields: { 'a.b': 5, 'list.1': 9, n: 1 },
        removedFields: ['a.c'],
        truncatedArrays: [],
      },
    });
    expect(events[1]).not.toHaveProperty('fullDocument');
    expect(events[2]?.['updateDescription']).toEqual({
      updatedFields: {},
      removedFields: [],
      truncatedArrays: [{ field: 'list', newSize: 1 }],
    });
    expect(events[3]).toMatchObject({
      ...common,
      operationType: 'replace',
      fullDocument: { _id: 1, z: 1 },
    });
    expect(events[4]).toMatchObject({ ...common, operationType: 'delete' });
    await stream.close();
  });

  it('looks up the document of an update, or null when it is gone', async () => {
    const collection = aCollection();
    await collection.insertMany([{ _id: 1 as never }, { _id: 2 as never }]);
    const stream = await opened(collection.watch([], { ...soon, fullDocument: 'updateLookup' }));
    await collection.updateMany({}, { $set: { n: 1 } });
    await collection.deleteOne({ _id: 2 as never });
    const [first, second] = await take(stream, 2);
    expect(first?.['fullDocument']).toEqual({ _id: 1, n: 1 });
    expect(second?.['fullDocument']).toBeNull();
    await stream.close();
  });

  it('passes events through its pipeline', async () => {
    const collection = aCollection();
    const pipeline = [
      { $match: { operationType: 'insert', 'fullDocument.n': { $gt: 1 } } },
      { $project: { 'fullDocument.n': 1 } },
    ];
    const stream = await opened(collection.watch(pipeline, soon));
    await collection.insertMany([{ n: 1 }, { n: 2 }, { n: 3 }]);
    const events = await take(stream, 2);
    expect(events.map(({ fullDocument }) => fullDocument as unknown)).toEqual([{ n: 2 }, { n: 3 }]);
    await stream.close();
  });

  it('tells nothing of what was rolled back, and a transaction at its commit', async () => {
    const collection = aCollection();
    await collection.insertOne({ _id: 0 as never });
    const stream = await opened(collection.watch([], soon));
    const session = client().startSession();
    session.startTransaction();
    await collection.insertOne({ _id: 1 as never }, { session });
    await session.abortTransaction();
    session.startTransaction();
    await collection.insertOne({ _id: 2 as never }, { session });
    await collection.updateOne({ _id: 0 as never }, { $set: { n: 1 } }, { session });
    expect(await stream.tryNext()).toBeNull();
    await session.commitTransaction();
    const events = await take(stream, 2);
    expect(kinds(events)).toEqual(['insert', 'update']);
    expect(events[0]).toMatchObject({ documentKey: { _id: 2 }, txnNumber: expect.anything() });
    await session.endSession();
    await stream.close();
  });

  it('ends with an invalidate event when the collection is dropped', async () => {
    const collection = aCollection();
    await collection.insertOne({ _id: 1 as never });
    const stream = await opened(collection.watch([], soon));
    await collection.drop();
    expect(kinds(await take(stream, 2))).toEqual(['drop', 'invalidate']);
    expect(await stream.hasNext().catch(() => false)).toBe(false);
  });

  it('sends the invalidate event to a stream that is resumed after the drop, and to no later one', async () => {
    const collection = aCollection();
    await collection.insertOne({ _id: 1 as never });
    const stream = await opened(collection.watch([], soon));
    await collection.drop();
    const [drop] = await take(stream, 1);
    await stream.close();
    await collection.insertOne({ _id: 2 as never });
    const again = collection.watch([], { ...soon, resumeAfter: drop!['_id'] as mongo.ResumeToken });
    const [invalidate] = await take(again, 1);
    expect(kinds([invalidate!])).toEqual(['invalidate']);
    expect(await again.hasNext().catch(() => false)).toBe(false);
    const startAfter = invalidate!['_id'] as mongo.ResumeToken;
    const later = collection.watch([], { ...soon, startAfter });
    expect(kinds(await take(later, 1))).toEqual(['insert']);
    await later.close();
  });

  it('resumes after an event without loss or repetition', async () => {
    const collection = aCollection();
    const stream = await opened(collection.watch([], soon));
    await collection.insertMany(Array.from({ length: 20 }, (_, i) => ({ _id: i as never })));
    const [first] = await take(stream, 7).then((events) => events.slice(-1));
    await stream.close();
    const again = collection.watch([], { resumeAfter: first!['_id'] as mongo.ResumeToken });
    const rest = await take(again, 13);
    expect(rest.map(({ documentKey }) => (documentKey as { _id: number })._id)).toEqual(
      Array.from({ length: 13 }, (_, i) => i + 7),
    );
    await again.close();
  });

  it('resumes after the server has started again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'change-streams-'));
    const first = await startEmbeddedMongodb({ path: folder });
    const before = await mongo.MongoClient.connect(first.uri);
    const collection = before.db('d').collection('c');
    const stream = await opened(collection.watch([], soon));
    await collection.insertMany([{ n: 1 }, { n: 2 }]);
    const [event] = await take(stream, 1);
    await stream.close();
    await before.close();
    await first.stop();
    const second = await startEmbeddedMongodb({ path: folder });
    const after = await mongo.MongoClient.connect(second.uri);
    const same = after.db('d').collection('c');
    await same.insertOne({ n: 3 });
    const token = event!['_id'] as mongo.ResumeToken;
    const events = await take(same.watch([], { resumeAfter: token }), 2);
    expect(events.map(({ fullDocument }) => (fullDocument as { n: number }).n)).toEqual([2, 3]);
    await after.close();
    await second.stop();
    rmSync(folder, { recursive: true });
  });

  it('fails when it is read after the log has dropped what it has not told', async () => {
    const server = await startEmbeddedMongodb({ path: ':memory:' });
    const own = await mongo.MongoClient.connect(server.uri, { useBigInt64: true });
    const watched = own.db('d');
    const pipeline = [{ $changeStream: {} }];
    const { cursor } = await watched.command({ aggregate: 'c', pipeline, cursor: {} });
    const text = 'x'.repeat(14 << 20);
    for (let i = 0; i < 6; i += 1) await watched.collection('c').insertOne({ text });
    const { id: getMore } = cursor as { readonly id: bigint };
    const more = { getMore, collection: 'c', maxTimeMS: 30 };
    const answer = failure(watched.command(more));
    await answer.catch(() => undefined);
    await own.close();
    await server.stop();
    expect(await answer).toMatchObject({ code: 286 });
  });

  it.each<[string, mongo.Document, number]>([
    ['a token of another server', { resumeAfter: { _data: 'zz' } }, 260],
    ['a position nobody watched', { resumeAfter: { _data: '0000000000000000' } }, 286],
    ['two positions', { resumeAfter: { _data: '0' }, startAfter: { _data: '0' } }, 50_865],
    ['a time', { startAtOperationTime: new mongo.Timestamp({ t: 9, i: 1 }) }, 115],
    ['pre-images', { fullDocumentBeforeChange: 'required' }, 115],
    ['an unknown member', { surprise: 1 }, 40415],
  ])('refuses %s', async (_name, options, code) => {
    const command = {
      aggregate: 'never-watched',
      pipeline: [{ $changeStream: options }],
      cursor: {},
    };
    expect((await failure(db().command(command))).code).toBe(code);
  });

  it('refuses a $changeStream that is no document', async () => {
    const pipeline = [{ $changeStream: 1 }];
    const error = await failure(db().command({ aggregate: 'c', pipeline, cursor: {} }));
    expect(error.code).toBe(50_808);
  });

  it.each([{ $project: { _id: 0 } }, { $addFields: { _id: 1 } }])(
    'ends where its pipeline takes the resume token: %j',
    async (stage) => {
      const collection = aCollection();
      const pipeline = [{ $changeStream: {} }, stage];
      const command = { aggregate: collection.collectionName, pipeline, cursor: {} };
      const { cursor } = await db().command(command);
      await collection.insertOne({ n: 1 });
      const getMore = { getMore: cursor.id, collection: collection.collectionName };
      expect((await failure(db().command(getMore))).code).toBe(280);
    },
  );

  it('refuses stages that MongoDB refuses', async () => {
    const pipeline = [{ $changeStream: {} }, { $group: { _id: 1 } }];
    const error = await failure(db().command({ aggregate: 'c', pipeline, cursor: {} }));
    expect(error.code).toBe(20);
  });
});

describe('a change stream on more', () => {
  it('sees all collections of a database, and its end', async () => {
    const own = client().db(`${db().databaseName}_own`);
    await own.createCollection('c');
    const stream = await opened(own.watch([], soon));
    await own.collection('a').insertOne({});
    await own.collection('b').insertOne({});
    await aCollection().insertOne({});
    await own.dropDatabase();
    const events = await take(stream, 7);
    expect(kinds(events)).toEqual([
      'insert',
      'insert',
      'drop',
      'drop',
      'drop',
      'dropDatabase',
      'invalidate',
    ]);
    await stream.close();
  });

  it.each<[string, unknown]>([
    ['a list', { $in: ['a', 'b'] }],
    ['one name', 'a'],
  ])('logs only the collections that its first stage leaves, by %s', async (_how, condition) => {
    const append = jest.spyOn(Oplog.prototype, 'append');
    const server = await startEmbeddedMongodb({ path: ':memory:' });
    const own = await mongo.MongoClient.connect(server.uri);
    try {
      const first = await opened(own.db('d').watch([{ $match: { 'ns.coll': condition } }], soon));
      const resumeAfter = first.resumeToken;
      await own.db('d').collection('events').insertOne({});
      await own.db('d').collection('a').insertOne({ n: 1 });
      await own.db('e').collection('a').insertOne({});
      expect(append.mock.calls.map(([{ db: name, collection }]) => [name, collection])).toEqual([
        ['d', 'a'],
      ]);
      expect(await take(first, 1)).toMatchObject([{ fullDocument: { n: 1 } }]);
      const again = own.db('d').watch([{ $match: { 'ns.coll': condition } }], {
        ...soon,
        resumeAfter,
      });
      expect(await take(again, 1)).toMatchObject([{ fullDocument: { n: 1 } }]);
      const wider = own.db('d').watch([], { ...soon, resumeAfter });
      expect((await failure(wider.tryNext())).code).toBe(286);
      await own.db('d').dropDatabase();
      expect(kinds(await take(first, 1))).toEqual(['drop']);
      expect(await first.hasNext().catch(() => false)).toBe(false);
    } finally {
      append.mockRestore();
      await own.close();
      await server.stop();
    }
  });

  it('sees all databases', async () => {
    const name = aCollection().collectionName;
    const stream = await opened(client().watch([{ $match: { 'ns.coll': name } }], soon));
    await db().collection(name).insertOne({ n: 1 });
    const [event] = await take(stream, 1);
    expect(event).toMatchObject({ operationType: 'insert', ns: { coll: name } });
    await stream.close();
  });
});
