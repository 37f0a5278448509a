import { describe, expect, it } from '@jest/globals';
import { mongo } from 'mongoose';
import { startEmbeddedMongodb } from '../src/server';
import { failure, sharedClient } from './support/client';
import { compareValues } from '../src/bson/values';
import { random, value } from './support/documents';

const { client, db } = sharedClient();
let collections = 0;

function aCollection(): mongo.Collection {
  collections += 1;
  return db().collection(`indexed${collections}`);
}

function createIndexes(
  collection: mongo.Collection,
  ...indexes: mongo.Document[]
): Promise<mongo.Document> {
  return db().command({ createIndexes: collection.collectionName, indexes });
}

/** The index that a find uses, or the stage without one. */
async function planOf(find: mongo.FindCursor): Promise<{ index: string; isSorted: boolean }> {
  const { queryPlanner } = (await find.explain('queryPlanner')) as { queryPlanner: mongo.Document };
  let stage = queryPlanner['winningPlan'] as mongo.Document;
  const isSorted = stage['stage'] === 'SORT';
  if (isSorted) stage = stage['inputStage'] as mongo.Document;
  const scan = (stage['inputStage'] ?? stage) as mongo.Document;
  return { index: String(scan['indexName'] ?? scan['stage']), isSorted };
}

describe('a unique index', () => {
  it('refuses a second document, on insert, update and upsert, and names key and value', async () => {
    const collection = aCollection();
    await createIndexes(collection, { key: { a: 1, b: -1 }, name: 'ab', unique: true });
    await collection.insertMany([
      { _id: 1 as never, a: 1, b: 2 },
      { _id: 2 as never, a: 1, b: 3 },
    ]);
    const expected = { code: 11000, keyPattern: { a: 1, b: -1 }, keyValue: { a: 1, b: 2 } };
    expect(await failure(collection.insertOne({ a: 1, b: 2 }))).toMatchObject(expected);
    const update = collection.updateOne({ _id: 2 as never }, { $set: { b: 2 } });
    expect(await failure(update)).toMatchObject(expected);
    const upsert = collection.findOneAndUpdate(
      { _id: 9 as never },
      { $set: { a: 1, b: 2 } },
      { upsert: true },
    );
    expect(await failure(upsert)).toMatchObject(expected);
    expect(await collection.countDocuments()).toBe(2);
  });

  it('holds for missing as for null, for equal numbers of all types, and for array elements', async () => {
    const collection = aCollection();
    await createIndexes(collection, { key: { a: 1 }, name: 'a', unique: true });
    await collection.insertMany([{}, { a: 5 }, { a: [10, 11, 10] }]);
    for (const a of [null, new mongo.Long(5), new mongo.Double(5), 11, [12, 10]]) {
      expect(await failure(collection.insertOne({ a }))).toMatchObject({ code: 11000 });
    }
    await collection.insertOne({ a: [] });
  });

  it('leaves no trace of a document that another index refuses', async () => {
    const collection = aCollection();
    await createIndexes(
      collection,
      { key: { a: 1 }, name: 'a', unique: true },
      { key: { b: 1 }, name: 'b', unique: true },
    );
    await collection.insertOne({ a: 1, b: 1 });
    await failure(collection.insertOne({ a: 2, b: 1 }));
    await collection.insertOne({ a: 2, b: 2 });
    await failure(collection.updateOne({ a: 2 }, { $set: { a: 3, b: 1 } }));
    await collection.insertOne({ a: 3, b: 3 });
    expect(await collection.find({ a: { $gte: 2 } }).toArray()).toHaveLength(2);
  });

  it('cannot be made over duplicates, and then is not there', async () => {
    const collection = aCollection();
    await collection.insertMany([{ a: 1 }, { a: 1 }]);
    const made = createIndexes(collection, { key: { a: 1 }, name: 'a', unique: true });
    expect(await failure(made)).toMatchObject({ code: 11000, keyValue: { a: 1 } });
    expect(await collection.indexes()).toHaveLength(1);
    await collection.insertOne({ a: 1 });
  });

  it('lets exactly one of racing upserts insert', async () => {
    const collection = aCollection();
    await createIndexes(collection, { key: { key: 1 }, name: 'key', unique: true });
    const upsert = () =>
      collection.findOneAndUpdate(
        { key: 'k' },
        { $inc: { n: 1 }, $setOnInsert: { first: true } },
        { upsert: true, returnDocument: 'after' },
      );
    const found = await Promise.all(Array.from({ length: 20 }, upsert));
    expect(new Set(found.map((doc) => String(doc?._id))).size).toBe(1);
    expect(await collection.findOne()).toMatchObject({ key: 'k', n: 20, first: true });
  });

  it('that is sparse or partial ignores what it does not hold', async () => {
    const collection = aCollection();
    await createIndexes(
      collection,
      { key: { s: 1 }, name: 's', unique: true, sparse: true },
      {
        key: { p: 1 },
        name: 'p',
        unique: true,
        partialFilterExpression: { state: 'open', p: { $type: 'string' } },
      },
    );
    await collection.insertMany([
      { p: 'x' },
      { p: 'x', state: 'closed' },
      { p: 'x', state: 'open' },
    ]);
    expect(await failure(collection.insertOne({ p: 'x', state: 'open' }))).toMatchObject({
      code: 11000,
    });
    await collection.insertOne({ s: null });
    expect(await failure(collection.insertOne({ s: null }))).toMatchObject({ code: 11000 });
    const update = collection.updateOne({ p: 'x', state: 'closed' }, { $set: { state: 'open' } });
    expect(await failure(update)).toMatchObject({ code: 11000 });
  });
});

describe('a compound index over arrays', () => {
  it('takes the elements of one array together', async () => {
    const collection = aCollection();
    await createIndexes(collection, { key: { 'l.a': 1, 'l.b': 1 }, name: 'l', unique: true });
    await collection.insertOne({
      l: [
        { a: 1, b: 2 },
        { a: 3, b: 4 },
      ],
    });
    await collection.insertOne({ l: [{ a: 1, b: 4 }] });
    expect(await failure(collection.insertOne({ l: [{ a: 3, b: 4 }] }))).toMatchObject({
      code: 11000,
      keyValue: { 'l.a': 3, 'l.b': 4 },
    });
  });

  it('takes a position of an array together with its elements', async () => {
    const collection = aCollection();
    await createIndexes(collection, { key: { 'a.1': 1, a: 1 }, name: 'i' });
    await collection.insertMany([
      { _id: 1 as never, a: [5, 6, 7] },
      { _id: 2 as never, a: 6 },
    ]);
    for (const a of [5, 6, 7]) {
      const found = await collection.find({ 'a.1': 6, a }).hint('i').toArray();
      expect(found).toEqual([{ _id: 1, a: [5, 6, 7] }]);
    }
  });

  it('refuses two arrays', async () => {
    const collection = aCollection();
    await createIndexes(collection, { key: { a: 1, b: 1 }, name: 'ab' });
    expect(await failure(collection.insertOne({ a: [1], b: [2] }))).toMatchObject({ code: 171 });
  });
});

describe('the planner', () => {
  it('uses indexes for equality, $in, ranges, prefixes, sorts and $or', async () => {
    const collection = aCollection();
    await createIndexes(
      collection,
      { key: { a: 1, b: -1 }, name: 'ab' },
      { key: { c: 1 }, name: 'c' },
      { key: { s: 1 }, name: 's', sparse: true },
      { key: { p: 1 }, name: 'p', partialFilterExpression: { p: { $gt: 10 } } },
      { key: { 'd.e': 1 }, name: 'de', partialFilterExpression: { 'd.e': { $gt: '' } } },
    );
    const plan = (filter: mongo.Document, sort: mongo.Document = {}) =>
      planOf(collection.find(filter as mongo.Filter<mongo.Document>).sort(sort));
    expect(await plan({ a: 1 })).toEqual({ index: 'ab', isSorted: false });
    expect(await plan({ a: { $in: [1, 2] } })).toEqual({ index: 'ab', isSorted: false });
    expect(await plan({ a: 1, b: { $lt: 3 } }, { b: -1 })).toEqual({
      index: 'ab',
      isSorted: false,
    });
    expect(await plan({ a: 1 }, { b: 1 })).toEqual({ index: 'ab', isSorted: false });
    expect(await plan({}, { a: 1, b: -1 })).toEqual({ index: 'ab', isSorted: false });
    expect(await plan({}, { a: -1, b: 1 })).toEqual({ index: 'ab', isSorted: false });
    expect(await plan({}, { a: 1, b: 1 })).toEqual({ index: 'COLLSCAN', isSorted: true });
    expect(await plan({ b: 1 })).toEqual({ index: 'COLLSCAN', isSorted: false });
    expect(await plan({ $or: [{ a: 1 }, { c: 2 }] })).toEqual({ index: 'OR', isSorted: false });
    expect(await plan({ $or: [{ a: 1 }, { d: 2 }] })).toEqual({
      index: 'COLLSCAN',
      isSorted: false,
    });
    expect(await plan({ 'd.e': 'x' })).toEqual({ index: 'de', isSorted: false });
    expect(await plan({ 'd.e': '' })).toEqual({ index: 'COLLSCAN', isSorted: false });
    expect(await plan({ s: 1 })).toEqual({ index: 's', isSorted: false });
    expect(await plan({ s: null })).toEqual({ index: 'COLLSCAN', isSorted: false });
    expect(await plan({}, { s: 1 })).toEqual({ index: 'COLLSCAN', isSorted: true });
    expect(await plan({ p: 11 })).toEqual({ index: 'p', isSorted: false });
    expect(await plan({ p: { $gte: 11 } })).toEqual({ index: 'p', isSorted: false });
    expect(await plan({ p: { $gte: 10 } })).toEqual({ index: 'COLLSCAN', isSorted: false });
    expect(await plan({ _id: 1, a: 1 })).toEqual({ index: '_id_', isSorted: false });
  });

  it('follows a hint, and refuses one without an index', async () => {
    const collection = aCollection();
    await createIndexes(collection, { key: { a: 1 }, name: 'a' });
    expect(await planOf(collection.find({ _id: 1 as never }).hint('a'))).toMatchObject({
      index: 'a',
    });
    expect(await planOf(collection.find({ a: 1 }).hint({ $natural: 1 }))).toMatchObject({
      index: 'COLLSCAN',
    });
    expect(await failure(collection.find().hint('zz').toArray())).toMatchObject({ code: 2 });
  });

  it('looks at no more for a late page than for the first', async () => {
    const collection = aCollection();
    await createIndexes(collection, { key: { at: -1, _id: -1 }, name: 'page' });
    const documents = Array.from({ length: 5000 }, (_, i) => ({
      _id: i as never,
      at: i >> 2,
      one: 1,
    }));
    await collection.insertMany(documents);
    const last = (at: number, id: number) => ({ at, _id: { $lt: id as never } });
    const pages = [
      (at: number, id: number) => ({ at: { $lte: at }, $or: [{ at: { $lt: at } }, last(at, id)] }),
      (at: number, id: number) => ({ $or: [{ at: { $lt: at } }, last(at, id)] }),
      (at: number, id: number) => ({ one: 1, $or: [{ at: { $lt: at } }, last(at, id)] }),
    ];
    const examined = async (at: number, id: number, page = pages[0]!): Promise<number> => {
      const after = page(at, id);
      const find = collection.find(after).sort({ at: -1, _id: -1 }).limit(10);
      expect((await find.clone().toArray())[0]).toMatchObject({ _id: id - 1 });
      const { executionStats } = await find.explain('executionStats');
      return (executionStats as { totalDocsExamined: number }).totalDocsExamined;
    };
    for (const page of pages.slice(0, 2)) {
      expect(await examined(1249, 4999, page)).toBeLessThanOrEqual(14);
      expect(await examined(2, 11, page)).toBeLessThanOrEqual(14);
    }
    await createIndexes(collection, { key: { one: 1, at: -1, _id: -1 }, name: 'one' });
    expect(await examined(2, 11, pages[2])).toBeLessThanOrEqual(14);
  });
});

const sortsAlike = (a: unknown, b: unknown): boolean =>
  compareValues(value(a ?? null), value(b ?? null)) === 0;

describe('an answer through indexes', () => {
  const scalar = (): unknown =>
    [
      random(6),
      random(6),
      random(6) / 2,
      mongo.Long.fromNumber(random(6)),
      null,
      `s${random(4)}`,
      random(2) === 0,
      new Date(random(4)),
      { x: random(3) },
      mongo.Decimal128.fromString(`${random(6)}.${random(10)}`),
    ][random(10)];
  /** One value of so many is an array. */
  let valuesForArray = 5;
  const anyValue = (): unknown =>
    random(valuesForArray) === 0 ? Array.from({ length: random(4) }, scalar) : scalar();
  const aDocument = (): mongo.Document => {
    const document: mongo.Document = {};
    for (const name of ['a', 'b', 'c']) if (random(5) > 0) document[name] = anyValue();
    if (random(3) === 0) {
      document['l'] = Array.from({ length: random(3) }, () => ({ x: scalar(), y: scalar() }));
    }
    return document;
  };
  const condition = (): unknown => {
    switch (random(8)) {
      case 0:
        return { $in: [scalar(), scalar(), anyValue()] };
      case 1:
        return { [['$gt', '$gte', '$lt', '$lte'][random(4)]!]: scalar() };
      case 2:
        return { $gte: random(4), $lt: 2 + random(4) };
      case 3:
        return { $exists: random(2) === 0 };
      case 4:
        return { $ne: scalar() };
      case 5:
        return { $elemMatch: { $gte: random(3), $lte: 1 + random(4) } };
      default:
        return anyValue();
    }
  };
  const aFilter = (): mongo.Document => {
    const filter: mongo.Document = {};
    for (const name of ['a', 'b', 'c', 'l.x', 'l.y'])
      if (random(3) === 0) filter[name] = condition();
    if (random(6) === 0) filter['$or'] = [{ a: condition() }, { b: condition() }];
    return filter;
  };
  const aSort = (): mongo.Document => {
    const sort: mongo.Document = {};
    for (const name of ['a', 'b', 'c']) if (random(3) === 0) sort[name] = random(2) * 2 - 1;
    return sort;
  };

  it.each([
    ['some are arrays', 5],
    ['none is an array', Infinity],
  ])('equals the answer of a scan where of the values %s', async (_what, every) => {
    valuesForArray = every;
    const collection = aCollection();
    await createIndexes(
      collection,
      { key: { a: 1 }, name: 'a' },
      { key: { b: -1, c: 1 }, name: 'bc' },
      { key: { c: 1, a: -1 }, name: 'ca' },
      { key: { 'l.x': 1, 'l.y': -1 }, name: 'l' },
      { key: { c: -1 }, name: 'sparse', sparse: true },
      { key: { a: -1 }, name: 'partial', partialFilterExpression: { a: { $gte: 2 } } },
    );
    const bulk = Array.from({ length: 300 }, (_, i) => ({ _id: i, ...aDocument() }));
    const insert = { insert: collection.collectionName, documents: bulk, ordered: false };
    await db()
      .command(insert)
      .catch(() => undefined);
    for (let i = 0; i < 100; i += 1) {
      const change = { $set: { [['a', 'b', 'c'][random(3)]!]: anyValue() } };
      await collection.updateOne({ _id: random(300) as never }, change).catch(() => undefined);
      if (i % 10 === 0) await collection.deleteOne({ _id: random(300) as never });
    }
    let used = 0;
    for (let i = 0; i < 400; i += 1) {
      const filter = aFilter() as mongo.Filter<mongo.Document>;
      const sort = aSort();
      const keys = Object.keys(sort);
      const find = () => collection.find(filter).sort(sort);
      const ids = (docs: mongo.Document[]) => docs.map(({ _id: id }) => id as number);
      const [fast, slow] = [await find().toArray(), await find().hint({ $natural: 1 }).toArray()];
      expect({ filter, ids: ids(fast).sort() }).toEqual({ filter, ids: ids(slow).sort() });
      const [skip, limit] = [random(3), 1 + random(300)];
      const counts = [
        await collection.countDocuments(filter),
        await collection.countDocuments(filter, { skip, limit }),
        Number((await db().command({ count: collection.collectionName, query: filter }))['n']),
      ];
      const some = Math.min(limit, Math.max(0, slow.length - skip));
      expect({ filter, counts }).toEqual({ filter, counts: [slow.length, some, slow.length] });
      const isScalar = fast.every((doc) => keys.every((key) => !Array.isArray(doc[key])));
      for (const [i, doc] of isScalar ? fast.entries() : []) {
        const differing = keys.filter((key) => !sortsAlike(doc[key], slow[i]?.[key]));
        expect({ filter, sort, i, differing }).toEqual({ filter, sort, i, differing: [] });
      }
      if ((await planOf(find())).index !== 'COLLSCAN') used += 1;
    }
    expect(used).toBeGreaterThan(100);
  });
});

describe('a count by an index', () => {
  it.each([true, false])('is of all keys, however many (unique: %s)', async (unique) => {
    const collection = aCollection();
    await createIndexes(collection, { key: { kind: 1, at: -1 }, name: 'kind_at', unique });
    const documents = Array.from({ length: 20_001 }, (_, at) => ({ kind: 'a', at }));
    await collection.insertMany([...documents, { kind: 'b', at: 0 }]);
    const count = (filter: mongo.Document, options: mongo.CountDocumentsOptions = {}) =>
      collection.countDocuments(filter, options);
    expect(await count({ kind: 'a' })).toBe(20_001);
    expect(await count({ kind: 'a', at: { $lt: 20_000 } })).toBe(20_000);
    expect(await count({ kind: 'a', at: { $gte: 0, $lte: 9_999 } })).toBe(10_000);
    expect(await count({ kind: { $in: ['a', 'b', 'b'] }, at: 0 })).toBe(2);
    expect(await count({ kind: 'a' }, { limit: 15_000 })).toBe(15_000);
    expect(await count({ kind: 'a' }, { skip: 19_999, limit: 10_000 })).toBe(2);
    expect(await count({ kind: 'c' })).toBe(0);
  });
});

describe('a partial index', () => {
  it('serves ranges of its own type only', async () => {
    const collection = aCollection();
    const values = [1, 6, 7, 'a', 'b', 'zz', [6, 'zz'], [[1, 2]], true, new Date(5), null];
    await collection.insertMany(values.map((a) => ({ a })));
    const ends = [5, 6, 'a', 'b', 'zzz', false, new Date(1), new Date(9)];
    const conditions: unknown[] = [[1, 2], { $gt: 5, $lt: 'b' }, { $gt: 6, $lt: 'zzzz' }];
    for (const operator of ['$gt', '$gte', '$lt', '$lte', '$eq']) {
      conditions.push(...ends.map((end) => ({ [operator]: end })));
    }
    for (const end of ends) conditions.push({ $in: [end, 7] });
    const expressions = [...ends.flatMap((a) => [{ $gt: a }, { $lte: a }, { $lt: a }])];
    for (const a of [...expressions, { $type: 'int' }, { $type: 'double' }]) {
      await createIndexes(collection, { key: { a: 1 }, name: 'p', partialFilterExpression: { a } });
      for (const condition of conditions) {
        const filters = [{ a: condition }, { $or: [{ a: condition }, { a: { $gt: 'b' } }] }];
        for (const filter of filters as mongo.Filter<mongo.Document>[]) {
          const find = () => collection.find(filter).sort({ _id: 1 });
          const scanned = await find().hint({ $natural: 1 }).toArray();
          expect({ a, filter, found: await find().toArray() }).toEqual({
            a,
            filter,
            found: scanned,
          });
        }
      }
      await collection.dropIndex('p');
    }
  });
});

describe('the first of an order', () => {
  const scalar = () =>
    [random(9), random(9) / 2, `s${random(5)}`, new Date(random(5)), null][random(5)];
  const condition = (): unknown => {
    const operator = ['$gt', '$gte', '$lt', '$lte'][random(4)]!;
    return [
      scalar(),
      { [operator]: scalar() },
      { [operator]: scalar() },
      { $in: [scalar(), scalar()] },
    ][random(4)];
  };
  const branch = (): mongo.Document => ({
    ...(random(8) > 0 && { d: condition() }),
    ...(random(3) === 0 && { _id: { $lt: random(300) } }),
    ...(random(6) === 0 && { e: random(3) }),
  });

  it('under $or equals that of a scan', async () => {
    const collection = aCollection();
    await createIndexes(
      collection,
      { key: { d: 1, _id: 1 }, name: 'd' },
      { key: { e: 1, d: -1, _id: -1 }, name: 'ed' },
    );
    await collection.insertMany(
      Array.from({ length: 300 }, (_, i) => ({ _id: i as never, d: scalar(), e: random(3) })),
    );
    let used = 0;
    for (let i = 0; i < 300; i += 1) {
      const filter: mongo.Document = { $or: Array.from({ length: 1 + random(3) }, branch) };
      if (random(3) === 0) filter['e'] = random(3);
      if (random(4) === 0) filter['d'] = condition();
      const direction = random(2) === 0 ? 1 : -1;
      const find = () =>
        collection
          .find(filter as mongo.Filter<mongo.Document>)
          .sort({ d: direction, _id: direction })
          .limit(1 + (i % 20));
      const [fast, slow] = [await find().toArray(), await find().hint({ $natural: 1 }).toArray()];
      expect({ filter, fast }).toEqual({ filter, fast: slow });
      const plan = await planOf(find());
      if (!plan.isSorted && plan.index !== 'COLLSCAN') used += 1;
    }
    expect(used).toBeGreaterThan(50);
  });
});

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

describe('createIndexes', () => {
  const collection = () => db().collection('specifications');

  it('says when there is nothing to do', async () => {
    const spec = { key: { a: 1 }, name: 'a_1' };
    expect(await createIndexes(collection(), spec)).toMatchObject({
      numIndexesBefore: 1,
      numIndexesAfter: 2,
      createdCollectionAutomatically: true,
    });
    expect(await createIndexes(collection(), spec)).toMatchObject({
      numIndexesBefore: 2,
      numIndexesAfter: 2,
      note: 'all indexes already exist',
    });
  });

  it.each<[string, mongo.Document, number]>([
    ['the same name for other fields', { key: { b: 1 }, name: 'a_1' }, 86],
    ['the same name with other options', { key: { a: 1 }, name: 'a_1', unique: true }, 86],
    ['the same fields under another name', { key: { a: 1 }, name: 'other' }, 85],
    ['no fields', { key: {}, name: 'none' }, 67],
    ['a text index', { key: { a: 'text' }, name: 'text' }, 67],
    ['a direction of 0', { key: { a: 0 }, name: 'zero' }, 67],
    ['a field named with a dollar', { key: { $a: 1 }, name: 'dollar' }, 67],
    ['an unknown option', { key: { z: 1 }, name: 'z', surprise: 1 }, 197],
    ['a collation', { key: { z: 1 }, name: 'z', collation: { locale: 'de' } }, 115],
    ['a TTL on two fields', { key: { y: 1, z: 1 }, name: 'yz', expireAfterSeconds: 1 }, 67],
    [
      'a partial filter with $not',
      { key: { z: 1 }, name: 'z', partialFilterExpression: { z: { $not: { $gt: 1 } } } },
      67,
    ],
    [
      'sparse and partial together',
      { key: { z: 1 }, name: 'z', sparse: true, partialFilterExpression: { z: 1 } },
      67,
    ],
    ['no name', { key: { z: 1 } }, 9],
  ])('refuses %s', async (_name, spec, code) => {
    expect(await failure(createIndexes(collection(), spec))).toMatchObject({ code });
  });

  it('answers when the index is there, though another asked for it first', async () => {
    const own = aCollection();
    await own.insertMany(Array.from({ length: 5000 }, (_, i) => ({ a: i, b: Math.min(i, 4998) })));
    const [spec, unique] = [
      { key: { a: 1 }, name: 'a' },
      { key: { b: 1 }, name: 'b', unique: true },
    ];
    await Promise.all([createIndexes(own, spec), createIndexes(own, spec)]);
    expect(await planOf(own.find({ a: 1 }))).toMatchObject({ index: 'a' });
    const both = [createIndexes(own, unique), createIndexes(own, unique)];
    const errors = await Promise.all(both.map((each) => failure(each)));
    expect(errors.map(({ code }) => code)).toEqual([11000, 11000]);
    expect(await own.indexes()).toHaveLength(2);
  });

  it('holds what was written while it was made', async () => {
    const own = aCollection();
    const aDocument = (i: number) => ({
      _id: i as never,
      a: random(1e6),
      t: [random(50), 60],
      u: i,
    });
    await own.insertMany(Array.from({ length: 15_000 }, (_, i) => aDocument(i)));
    const made = createIndexes(
      own,
      { key: { a: 1 }, name: 'a' },
      { key: { t: 1 }, name: 't' },
      { key: { u: 1 }, name: 'u', unique: true },
    ).then(() => true);
    let isMade = false;
    void made.then(() => {
      isMade = true;
    });
    for (let next = 15_000; !isMade; next += 10) {
      const changes = Array.from({ length: 50 }, () => {
        const filter = { _id: random(15_000) as never };
        const change = [{ a: random(1e6) }, { t: [60, random(50)] }, { u: -random(1e9) }][
          random(3)
        ]!;
        return { updateOne: { filter, update: { $set: change } } };
      });
      const inserts = Array.from({ length: 10 }, (_, i) => aDocument(next + i));
      await own.bulkWrite(changes, { ordered: false });
      await own.insertMany(inserts);
      await own.deleteMany({ _id: { $in: [random(15_000), random(15_000)] as never[] } });
    }
    const idsBy = async (filter: mongo.Document, hint: mongo.Document) => {
      const found = await own.find(filter, { hint, projection: { _id: 1 } }).toArray();
      return found.map(({ _id: id }) => id as unknown as number).sort((a, b) => a - b);
    };
    for (const path of ['a', 't', 'u']) {
      const all = { [path]: { $gt: -2e9 } };
      expect(await idsBy(all, { [path]: 1 })).toEqual(await idsBy(all, { $natural: 1 }));
    }
    for (let t = 0; t < 50; t += 1) {
      expect(await idsBy({ t }, { t: 1 })).toEqual(await idsBy({ t }, { $natural: 1 }));
    }
    const { length } = await own.find({}).toArray();
    const stored = await own.aggregate([{ $group: { _id: '$u' } }, { $count: 'n' }]).toArray();
    expect(stored).toEqual([{ n: length }]);
  });

  it('makes one index when two wait for a transaction, none when that ends with a drop', async () => {
    const own = aCollection();
    await own.insertOne({ a: 1 });
    const spec = { key: { a: 1 }, name: 'a' };
    const waitingFor = async (...commands: (() => Promise<unknown>)[]) => {
      const session = client().startSession();
      session.startTransaction();
      await own.findOne({}, { session });
      const begun = commands.map((command) => command());
      await db().command({ ping: 1 });
      await session.commitTransaction();
      await session.endSession();
      return Promise.allSettled(begun);
    };
    const make = () => createIndexes(own, spec);
    await waitingFor(make, make);
    expect((await own.indexes()).map(({ name }) => name as string)).toEqual(['_id_', 'a']);
    await own.dropIndex('a');
    const [, made] = await waitingFor(() => own.drop(), make);
    expect(made).toMatchObject({ status: 'rejected', reason: { code: 276 } });
  });

  it('is undone by dropIndexes, by name and by fields', async () => {
    const own = aCollection();
    await createIndexes(own, { key: { a: 1 }, name: 'a' }, { key: { b: 1 }, name: 'b' });
    await own.dropIndex('a');
    await db().command({ dropIndexes: own.collectionName, index: { b: 1 } });
    expect(await own.indexes()).toHaveLength(1);
    expect(await failure(own.dropIndex('a'))).toMatchObject({ code: 27 });
    expect(await failure(own.dropIndex('_id_'))).toMatchObject({ code: 72 });
  });
});
