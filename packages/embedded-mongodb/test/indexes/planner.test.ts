import { describe, expect, it } from '@jest/globals';
import type { mongo } from 'mongoose';
import { failure } from '../support/client';
import { random } from '../support/documents';
import { planOf, sharedCollections } from '../support/indexes';

const { aCollection, createIndexes } = sharedCollections();

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

describe('between two indexes', () => {
  it('a scan takes that with few keys where the one with more bounds has many', async () => {
    const collection = aCollection();
    const isUndone = { undoneAt: { $gt: new Date(0) } };
    await createIndexes(
      collection,
      { key: { owner: 1, at: 1 }, name: 'owner' },
      { key: { undoneAt: 1 }, name: 'undone', partialFilterExpression: isUndone },
    );
    const insert = (count: number, more: object) =>
      collection.insertMany(Array.from({ length: count }, (_, at) => ({ owner: 1, at, ...more })));
    const find = collection.find({ owner: 1, ...isUndone }).sort({ undoneAt: 1 });
    const indexOf = async () => (await planOf(find.clone())).index;
    await insert(100, {});
    expect(await indexOf()).toBe('owner');
    await insert(400, {});
    expect(await indexOf()).toBe('undone');
    await insert(20, { undoneAt: new Date(5) });
    expect(await indexOf()).toBe('undone');
    const found = await find.clone().toArray();
    expect(found.map(({ undoneAt }) => undoneAt)).toEqual(found.map(() => new Date(5)));
    expect(await find.clone().explain()).toMatchObject({
      executionStats: { nReturned: 20, totalDocsExamined: 20 },
    });
    await insert(200, { undoneAt: new Date(6) });
    expect(await indexOf()).toBe('owner');
    expect(await find.clone().toArray()).toHaveLength(220);
  });

  it('a branch of $or takes that with few keys, too', async () => {
    const collection = aCollection();
    await createIndexes(
      collection,
      { key: { kind: 1 }, name: 'kind' },
      { key: { at: 1 }, name: 'at' },
    );
    await collection.insertMany(Array.from({ length: 1_000 }, (_, at) => ({ kind: 'a', at })));
    const $or = [{ kind: 'a', at: { $lt: 3 } }, { kind: 'b' }];
    expect(await collection.find({ $or }).explain()).toMatchObject({
      executionStats: { nReturned: 3, totalDocsExamined: 3 },
    });
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
    const filters = conditions.flatMap((condition) => [
      { a: condition },
      { $or: [{ a: condition }, { a: { $gt: 'b' } }] },
    ]) as mongo.Filter<mongo.Document>[];
    const find = (filter: mongo.Filter<mongo.Document>) => collection.find(filter).sort({ _id: 1 });
    const scanned: mongo.Document[][] = [];
    for (const filter of filters) {
      scanned.push(await find(filter).hint({ $natural: 1 }).toArray());
    }
    const expressions = ends.flatMap((a) => [{ $gt: a }, { $lte: a }, { $lt: a }]);
    for (const a of [...expressions, { $type: 'int' }, { $type: 'double' }]) {
      await createIndexes(collection, { key: { a: 1 }, name: 'p', partialFilterExpression: { a } });
      for (const [i, filter] of filters.entries()) {
        const found = await find(filter).toArray();
        expect({ a, filter, found }).toEqual({ a, filter, found: scanned[i] });
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
