import { describe, expect, it } from '@jest/globals';
import mongoose, { mongo, Schema } from 'mongoose';
import { freshDatabase } from '../support/database';
import { failure, sharedClient } from '../support/client';

const { db } = sharedClient();
let collections = 0;

interface Thing extends mongo.Document {
  _id?: unknown;
}

async function aCollection(...documents: Thing[]): Promise<mongo.Collection> {
  collections += 1;
  const collection = db().collection(`things${collections}`);
  if (documents.length > 0) await collection.insertMany(documents as mongo.Document[]);
  return collection;
}

const ids = (documents: readonly mongo.Document[]) => documents.map(({ _id: id }) => id as unknown);

/** An expression that takes some steps to make 1. */
function oneAfter(steps: number): mongo.Document {
  return { $max: { $literal: Array<number>(steps).fill(1) } };
}

describe('insert', () => {
  it('stops at an error when ordered, goes on when not', async () => {
    const documents = [{ _id: 1 }, { _id: 1 }, { _id: 2 }];
    const ordered = await aCollection();
    const insert = (collection: mongo.Collection, isOrdered: boolean) =>
      db().command({ insert: collection.collectionName, documents, ordered: isOrdered });
    expect(await failure(insert(ordered, true))).toMatchObject({ code: 11000 });
    expect(ids(await ordered.find().toArray())).toEqual([1]);
    const unordered = await aCollection();
    const error = await failure(insert(unordered, false));
    expect(error.errorResponse).toMatchObject({
      n: 2,
      writeErrors: [{ index: 1, code: 11000, keyPattern: { _id: 1 }, keyValue: { _id: 1 } }],
    });
    expect(ids(await unordered.find().toArray())).toEqual([1, 2]);
  });

  it('puts _id first, and makes one where there is none', async () => {
    const collection = await aCollection();
    const documents = [{ a: 1, _id: 'late' }, { a: 2 }];
    await db().command({ insert: collection.collectionName, documents });
    const found = await collection.find().toArray();
    expect(found.map((document) => Object.keys(document))).toEqual([
      ['_id', 'a'],
      ['_id', 'a'],
    ]);
    expect(found[1]?._id).toBeInstanceOf(mongo.ObjectId);
  });

  it.each<[string, mongo.Document, number]>([
    ['an _id that is an array', { _id: [1] }, 53],
    ['an _id that is a pattern', { _id: /x/ }, 53],
    ['a document above 16 MiB', { text: 'x'.repeat((16 << 20) + 1) }, 10334],
  ])('refuses %s', async (_name, document, code) => {
    const command = { insert: 'refused', documents: [document] };
    expect((await failure(db().command(command))).code).toBe(code);
  });
});

describe('update, delete and findAndModify', () => {
  it('count what matched and what changed', async () => {
    const collection = await aCollection({ _id: 1, n: 1 }, { _id: 2, n: 2 }, { _id: 3, n: 2 });
    expect(await collection.updateMany({ n: 2 }, { $set: { n: 2 } })).toMatchObject({
      matchedCount: 2,
      modifiedCount: 0,
    });
    expect(await collection.updateMany({}, { $inc: { n: 1 } })).toMatchObject({ modifiedCount: 3 });
    expect(await collection.updateOne({ n: 9 }, { $set: { n: 1 } })).toMatchObject({
      matchedCount: 0,
    });
    const upsert = await collection.updateOne(
      { _id: 7 as never },
      { $set: { n: 7 } },
      { upsert: true },
    );
    expect(upsert).toMatchObject({ matchedCount: 0, upsertedCount: 1, upsertedId: 7 });
    expect(await collection.deleteMany({ n: { $gte: 3 } })).toMatchObject({ deletedCount: 3 });
    expect(await collection.find().toArray()).toEqual([{ _id: 1, n: 2 }]);
  });

  it('change each document once though the change moves it along the index in use', async () => {
    const collection = await aCollection(
      ...Array.from({ length: 300 }, (_, i) => ({ _id: i, n: i })),
    );
    await collection.createIndex({ n: 1 }, {}, {});
    await collection.updateMany({ n: { $gte: 0 } }, { $inc: { n: 1000 } });
    const found = await collection.find({}).sort({ _id: 1 }).toArray();
    expect(found.map(({ n }) => n as number)).toEqual(
      Array.from({ length: 300 }, (_, i) => i + 1000),
    );
  });

  it('give the document before or after, sorted and projected', async () => {
    const collection = await aCollection({ _id: 1, n: 1, a: 'x' }, { _id: 2, n: 2, a: 'y' });
    const options = { sort: { n: -1 }, projection: { n: 1 } } as const;
    const change = { $inc: { n: 10 } };
    expect(await collection.findOneAndUpdate({}, change, options)).toEqual({ _id: 2, n: 2 });
    expect(
      await collection.findOneAndUpdate({}, change, { ...options, returnDocument: 'after' }),
    ).toEqual({ _id: 2, n: 22 });
    expect(await collection.findOneAndReplace({ _id: 1 as never }, { z: 1 })).toEqual({
      _id: 1,
      n: 1,
      a: 'x',
    });
    expect(await collection.findOneAndDelete({}, { sort: { _id: 1 } })).toEqual({ _id: 1, z: 1 });
    expect(await collection.findOneAndDelete({ _id: 99 as never })).toBeNull();
  });

  it('change nothing where the projection of findAndModify is wrong', async () => {
    const collection = await aCollection({ _id: 1, n: 1 });
    const projection = { n: 1, a: 0 };
    const update = collection.findOneAndUpdate({}, { $inc: { n: 1 } }, { projection });
    expect(await failure(update)).toMatchObject({ code: 31254 });
    const removal = collection.findOneAndDelete({}, { projection });
    expect(await failure(removal)).toMatchObject({ code: 31254 });
    expect(await collection.find().toArray()).toEqual([{ _id: 1, n: 1 }]);
  });

  it('run mixed bulks', async () => {
    const collection = await aCollection({ _id: 1, n: 1 }, { _id: 2, n: 2 });
    const result = await collection.bulkWrite([
      { insertOne: { document: { _id: 3 as never, n: 3 } } },
      { updateOne: { filter: { _id: 1 as never }, update: { $set: { n: 10 } } } },
      { replaceOne: { filter: { _id: 9 as never }, replacement: { n: 9 }, upsert: true } },
      { deleteMany: { filter: { n: { $lt: 4 } } } },
    ]);
    expect(result).toMatchObject({
      insertedCount: 1,
      matchedCount: 1,
      upsertedCount: 1,
      deletedCount: 2,
    });
    expect(ids(await collection.find().sort({ _id: 1 }).toArray())).toEqual([1, 9]);
  });

  it('keep null as an _id', async () => {
    const collection = await aCollection();
    const upsert = {
      update: collection.collectionName,
      updates: [{ q: { _id: null }, u: {}, upsert: true }],
    };
    expect(await db().command(upsert)).toMatchObject({ n: 1, upserted: [{ index: 0, _id: null }] });
    expect(await collection.find().toArray()).toEqual([{ _id: null }]);
    await collection.deleteMany({});
    await db().command({ insert: collection.collectionName, documents: [{ a: 1, _id: null }] });
    expect(await collection.find().toArray()).toEqual([{ _id: null, a: 1 }]);
  });

  it('refuse a sort of an update, which is of MongoDB 8', async () => {
    const updates = [{ q: {}, u: { $set: { a: 1 } }, sort: { a: 1 } }];
    expect((await failure(db().command({ update: 'sorted', updates }))).code).toBe(40415);
  });

  it('do not make a collection that they find nothing in', async () => {
    const collection = await aCollection();
    await collection.updateOne({ a: 1 }, { $set: { b: 1 } });
    await collection.deleteOne({ a: 1 });
    const names = await db().listCollections({ name: collection.collectionName }).toArray();
    expect(names).toEqual([]);
  });
});

describe('cursors', () => {
  it('give everything in batches, and are gone when exhausted or killed', async () => {
    const collection = await aCollection(...Array.from({ length: 250 }, (_, i) => ({ _id: i })));
    const cursor = collection.find({}, { batchSize: 7, sort: { _id: -1 }, skip: 5, limit: 200 });
    const found = ids(await cursor.toArray());
    expect(found).toEqual(Array.from({ length: 200 }, (_, i) => 244 - i));
    const name = collection.collectionName;
    const first = await db().command({ find: name, batchSize: 2 });
    const { id } = first['cursor'] as { id: mongo.Long };
    const killed = await db().command({ killCursors: name, cursors: [id, 5n] });
    expect(killed).toMatchObject({ cursorsKilled: [id], cursorsNotFound: [5] });
    const next = db().command({ getMore: id, collection: name });
    expect(await failure(next)).toMatchObject({ code: 43, codeName: 'CursorNotFound' });
  });

  it.each([1.5, 1e300, 'a'])('are not known by the id %p', async (id) => {
    const killed = db().command({ killCursors: 'any', cursors: [id] });
    expect(await failure(killed)).toMatchObject({ code: 40414 });
    const more = db().command({ getMore: id, collection: 'any' });
    expect(await failure(more)).toMatchObject({ code: typeof id === 'string' ? 14 : 40414 });
  });

  it('never end short because they are killed while they are read', async () => {
    const collection = await aCollection(...Array.from({ length: 2000 }, (_, i) => ({ _id: i })));
    const name = collection.collectionName;
    const filter = { $expr: { $lt: [oneAfter(20_000), 2] } };
    const first = await db().command({ find: name, filter, batchSize: 1 });
    const { id } = first['cursor'] as { id: mongo.Long };
    const more = failure(db().command({ getMore: id, collection: name }));
    await db().command({ killCursors: name, cursors: [id] });
    expect(await more).toMatchObject({ code: 237, codeName: 'CursorKilled' });
  });

  it('survive writes between their batches', async () => {
    const collection = await aCollection(...Array.from({ length: 100 }, (_, i) => ({ _id: i })));
    const cursor = collection.find({}, { batchSize: 10, sort: { _id: 1 } });
    const found: unknown[] = [];
    for await (const { _id: id } of cursor) {
      found.push(id);
      await collection.deleteOne({ _id: (Number(id) + 50) as never });
    }
    expect(found).toEqual(Array.from({ length: 50 }, (_, i) => i));
  });

  it('have no time limit but that of their find', async () => {
    const collection = await aCollection(...Array.from({ length: 1200 }, (_, i) => ({ _id: i })));
    const filter = { $or: [{ _id: { $lt: 2 } }, { $expr: { $lt: [oneAfter(250_000), 0] } }] };
    const find = { find: collection.collectionName, filter, batchSize: 1 };
    const more = async (options: mongo.Document): Promise<mongo.Document> => {
      const first = await db().command({ ...find, ...options });
      const { id } = first['cursor'] as { id: mongo.Long };
      return db().command({ getMore: id, collection: find.find });
    };
    const startedAt = performance.now();
    expect(await more({})).toMatchObject({ cursor: { id: 0, nextBatch: [{ _id: 1 }] } });
    expect(performance.now() - startedAt).toBeGreaterThan(1000);
    expect((await failure(more({ maxTimeMS: 100 }))).code).toBe(50);
  });

  it('of ordinary kind refuse to wait', async () => {
    const collection = await aCollection({ _id: 1 }, { _id: 2 });
    const name = collection.collectionName;
    const { cursor } = await db().command({ find: name, batchSize: 1, noCursorTimeout: true });
    const { id } = cursor as { id: mongo.Long };
    const waiting = db().command({ getMore: id, collection: name, maxTimeMS: 10 });
    expect((await failure(waiting)).code).toBe(2);
    const next = await db().command({ getMore: id, collection: name });
    expect(next['cursor']).toMatchObject({ id: 0, nextBatch: [{ _id: 2 }] });
  });

  it('end when their collection is dropped', async () => {
    const collection = await aCollection(...Array.from({ length: 50 }, (_, i) => ({ _id: i })));
    const cursor = collection.find({}, { batchSize: 5 });
    await cursor.next();
    await collection.drop();
    expect(await failure(cursor.toArray())).toMatchObject({ code: 175 });
  });

  it('split what does not fit one answer', async () => {
    const text = 'x'.repeat(3 << 20);
    const collection = await aCollection(
      { text },
      { text },
      { text },
      { text },
      { text },
      { text },
    );
    const first = await db().command({ find: collection.collectionName });
    expect((first['cursor'] as { firstBatch: unknown[] }).firstBatch).toHaveLength(5);
    expect(await collection.find().toArray()).toHaveLength(6);
  });
});

describe('reading', () => {
  it.each<[string, unknown]>([
    ['a number of another type', 5n],
    ['a string', 'x'],
    ['nothing', null],
    ['a document', { a: 1 }],
    ['an ObjectId', new mongo.ObjectId('65e1c8800123456789abcdef')],
    ['bytes', new mongo.Binary(Buffer.alloc(16, 7), 4)],
    ['a pattern', /^x/],
    ['an array', [5]],
    ['an operator', { $gt: 4 }],
    ['what is not there', 6],
  ])('finds one by its _id, %s, as a scan does', async (_name, id) => {
    const collection = await aCollection(
      { _id: 5, a: 'number' },
      { _id: 'x' },
      { _id: null },
      { _id: { a: 1 } },
      { _id: new mongo.ObjectId('65e1c8800123456789abcdef') },
      { _id: new mongo.Binary(Buffer.alloc(16, 7), 4) },
    );
    const filter = { _id: id } as mongo.Filter<mongo.Document>;
    const scanned = await collection.findOne(filter, { hint: { $natural: 1 } });
    expect(await collection.findOne(filter)).toEqual(scanned);
    expect(await collection.findOne(filter, { projection: { a: 1 } })).toEqual(scanned);
    const command = { find: collection.collectionName, filter, limit: 1 };
    for (const [options, count] of [
      [{ batchSize: 0 }, 0],
      [{ singleBatch: true }, scanned ? 1 : 0],
      [{ skip: 1 }, 0],
    ] as const) {
      const { cursor } = await db().command({ ...command, ...options });
      expect((cursor as { firstBatch: unknown[] }).firstBatch).toHaveLength(count);
    }
  });

  it('counts and lists distinct values', async () => {
    const collection = await aCollection({ a: 1 }, { a: [1, 2] }, { a: null }, {}, { a: 2 });
    expect(await collection.countDocuments({ a: 1 })).toBe(2);
    expect(await collection.countDocuments({}, { skip: 1, limit: 2 })).toBe(2);
    expect(await collection.estimatedDocumentCount()).toBe(5);
    expect(await collection.distinct('a')).toEqual([null, 1, 2]);
    await collection.deleteMany({ a: 1 });
    expect(await collection.estimatedDocumentCount()).toBe(3);
  });

  it.each<[string, object[], unknown[]]>([
    ['items.x', [{ items: [{ x: 1 }, { y: 2 }] }], [1]],
    ['items.x', [{ items: [{ x: [3, 2] }, { x: [] }] }, { items: 5 }, {}], [2, 3]],
    ['items.1', [{ items: ['a', 'b'] }], ['b']],
    ['items.1.x', [{ items: [{ x: 1 }, { x: 2 }] }], [2]],
    ['a', [{ a: [[1, 2], 3] }], [3, [1, 2]]],
    ['a.b', [{ a: { b: null } }], [null]],
  ])('lists what is at %s of %j', async (path, documents, values) => {
    const collection = await aCollection(...(documents as Thing[]));
    expect(await collection.distinct(path)).toEqual(values);
  });

  it('reads an array of so many elements that no call takes them as arguments', async () => {
    const collection = await aCollection();
    await collection.createIndex({ list: 1 }, {}, {});
    await collection.insertOne({ list: Array.from({ length: 500_000 }, (_, at) => at % 3) });
    expect(await collection.distinct('list')).toEqual([0, 1, 2]);
    expect(await collection.countDocuments({ list: 2 })).toBe(1);
  });

  it('lists few values of many, and refuses more bytes of them than MongoDB answers', async () => {
    const many = Array.from({ length: 400_000 }, (_, at) => at % 2);
    const collection = await aCollection({ many }, { many }, { many });
    expect(await collection.distinct('many')).toEqual([0, 1]);
    const long = Array.from({ length: 9 }, (_, at) => ({ long: `${at}`.repeat(2 ** 21) }));
    await collection.insertMany(long);
    expect(await failure(collection.distinct('long'))).toMatchObject({ code: 15 });
  });

  it.each<[string, (slow: mongo.Document) => mongo.Document[]]>([
    ['groups', (slow) => [{ $group: { _id: null, all: { $push: slow }, n: { $sum: slow } } }]],
    [
      'computes',
      (slow) => [{ $addFields: { slow } }, { $group: { _id: null, n: { $sum: '$slow' } } }],
    ],
    ['unwinds', (slow) => [{ $unwind: '$a' }, { $match: { $expr: slow } }, { $count: 'n' }]],
    [
      'sorts',
      (slow) => [
        { $unwind: '$a' },
        { $sort: { a: 1 } },
        { $match: { $expr: slow } },
        { $count: 'n' },
      ],
    ],
  ])('lets others run while it %s', async (_name, stagesWith) => {
    const documents = Array.from({ length: 400 }, (_, i) => ({ _id: i, a: [i] }));
    const collection = await aCollection(...documents);
    const stages = [...stagesWith(oneAfter(75_000)), { $project: { _id: 0, n: 1 } }];
    let isOver = false;
    const answer = collection
      .aggregate(stages)
      .toArray()
      .finally(() => (isOver = true));
    let pings = 0;
    for (; !isOver; pings += 1) await db().command({ ping: 1 });
    expect(await answer).toEqual([{ n: 400 }]);
    expect(pings).toBeGreaterThan(6);
  });

  it('ends at maxTimeMS, and lets others run meanwhile', async () => {
    const collection = await aCollection();
    for (let i = 0; i < 3; i += 1) {
      await collection.insertMany(Array.from({ length: 10_000 }, (_, n) => ({ n, a: [n, n + 1] })));
    }
    // A hundred questions to each document, all in vain.
    const never = Array.from({ length: 100 }, (_, at) => ({ a: { $lt: -at } }));
    const slow = collection.find({ $or: never }, { maxTimeMS: 30 }).toArray();
    let pings = 0;
    const isOver = failure(slow).then((error) => error);
    const pinging = (async () => {
      for (let i = 0; i < 3; i += 1) {
        await db().command({ ping: 1 });
        pings += 1;
      }
    })();
    expect(await isOver).toMatchObject({ code: 50, codeName: 'MaxTimeMSExpired' });
    await pinging;
    expect(pings).toBe(3);
  });
});

describe('collections and databases', () => {
  it('are made, listed and dropped', async () => {
    const collection = await aCollection({ _id: 1 });
    const name = collection.collectionName;
    expect(await failure(db().createCollection(name))).toMatchObject({ code: 48 });
    const [listed] = await db().listCollections({ name }).toArray();
    expect(listed).toMatchObject({ name, type: 'collection', options: {} });
    await collection.drop();
    expect(await db().listCollections({ name }).toArray()).toEqual([]);
    const { databases } = await db().admin().listDatabases({ nameOnly: true });
    expect(databases).toContainEqual({ name: db().databaseName });
  });

  it.each(['', 'a$b', '.a', 'x'.repeat(300)])('cannot be named %p', async (name) => {
    expect(await failure(db().command({ create: name }))).toMatchObject({ code: 73 });
  });
});

describe('what is refused', () => {
  it.each<[string, mongo.Document, number]>([
    ['an unknown command', { frobnicate: 1 }, 59],
    ...['mapReduce', 'collMod', 'renameCollection', 'refreshSessions', 'setParameter'].map(
      (name): [string, mongo.Document, number] => [name, { [name]: 'c' }, 59],
    ),
    ['an unknown member', { find: 'c', surprise: 1 }, 40415],
    ['a member that no driver sends', { insert: 'c', documents: [{}], stmtIds: [1] }, 40415],
    ['an old name of a command', { findandmodify: 'c', query: {}, remove: true }, 59],
    ['an unknown member of a statement', { update: 'c', updates: [{ q: {}, u: {}, x: 1 }] }, 40415],
    ['a member of a wrong type', { find: 'c', filter: 5 }, 14],
    ['a negative limit', { find: 'c', limit: -1 }, 51024],
    ['half a limit', { find: 'c', limit: 1.5 }, 2],
    ['a negative maxTimeMS', { find: 'c', maxTimeMS: -1 }, 2],
    ['a hint of two', { find: 'refused', hint: { $natural: 1, x: 1 } }, 2],
    ['a dollar in _id', { insert: 'c', documents: [{ _id: { $a: 1 } }] }, 52],
    ['a dollar deep in _id', { insert: 'c', documents: [{ _id: { a: { $b: 1 } } }] }, 52],
    ['an unknown write concern', { insert: 'c', documents: [{}], writeConcern: { foo: 2 } }, 40415],
    ['a write concern below 0', { insert: 'c', documents: [{}], writeConcern: { w: -5 } }, 9],
    ['a write concern by tag', { insert: 'c', documents: [{}], writeConcern: { w: 'tag' } }, 79],
    ['a missing member', { update: 'c' }, 40414],
    ['a statement without a filter', { delete: 'c', deletes: [{ limit: 1 }] }, 40414],
    ['no statements', { insert: 'c', documents: [] }, 16],
    ['a collation', { find: 'c', collation: { locale: 'de' } }, 115],
    ['a tailable cursor', { find: 'c', tailable: true }, 115],
    ['a capped collection', { create: 'c', capped: true, size: 1000 }, 115],
    ['a validator', { create: 'c', validator: { a: 1 } }, 115],
    ['a write concern of two nodes', { insert: 'c', documents: [{}], writeConcern: { w: 2 } }, 100],
    ['a count of a snapshot', { count: 'c', readConcern: { level: 'snapshot' } }, 72],
    ['an aggregate without cursor', { aggregate: 'c', pipeline: [] }, 9],
    ['an aggregate of a database', { aggregate: 1, pipeline: [], cursor: {} }, 73],
    ['an unknown stage', { aggregate: 'c', pipeline: [{ $frob: 1 }], cursor: {} }, 40324],
    ['a stage of two', { aggregate: 'c', pipeline: [{ $match: {}, $skip: 1 }], cursor: {} }, 40323],
    ['an unknown operator', { find: 'refused', filter: { a: { $frob: 1 } } }, 2],
    ['a replacement of many', { update: 'c', updates: [{ q: {}, u: { a: 1 }, multi: true }] }, 9],
    ['remove with update', { findAndModify: 'c', remove: true, update: { $set: { a: 1 } } }, 9],
    ['a limit of two deletions', { delete: 'c', deletes: [{ q: {}, limit: 2 }] }, 9],
    ['explain of insert', { explain: { insert: 'c', documents: [{}] } }, 115],
  ])('%s', async (_name, command, code) => {
    await db()
      .collection('refused')
      .updateOne({ _id: 1 as never }, { $set: { a: 1 } }, { upsert: true });
    expect((await failure(db().command(command))).code).toBe(code);
  });
});

describe('mongoose', () => {
  it('works unchanged: models, indexes, hooks of timestamps, transactions, streams', async () => {
    const connection = await mongoose.createConnection(await freshDatabase()).asPromise();
    const schema = new Schema(
      {
        email: { type: String, unique: true },
        visits: { type: BigInt, default: 0n },
        tags: [String],
      },
      { timestamps: true, optimisticConcurrency: true },
    );
    const Person = connection.model('Person', schema);
    await Person.init();
    const ann = await Person.create({ email: 'ann@example.org', tags: ['a'] });
    ann.tags.push('b');
    await ann.save();
    await expect(Person.create({ email: 'ann@example.org' })).rejects.toMatchObject({
      code: 11000,
      keyPattern: { email: 1 },
      keyValue: { email: 'ann@example.org' },
    });
    await Person.updateOne({ email: 'ann@example.org' }, { $inc: { visits: 3_000_000_000n } });
    await connection.transaction(async (session) => {
      await Person.create([{ email: 'bo@example.org' }], { session });
    });
    const found = await Person.find({ tags: 'b' }).lean();
    expect(found).toMatchObject([{ email: 'ann@example.org', tags: ['a', 'b'], __v: 1 }]);
    expect(await Person.countDocuments({ createdAt: { $lte: new Date() } })).toBe(2);
    expect(await Person.syncIndexes()).toEqual([]);
    await connection.dropDatabase();
    await connection.close();
  });
});
