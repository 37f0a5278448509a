import { describe, expect, it } from '@jest/globals';
import { mongo } from 'mongoose';
import { compareValues } from '../../src/bson/values';
import { random, value } from '../support/documents';
import { planOf, sharedCollections } from '../support/indexes';

const { db, aCollection, createIndexes } = sharedCollections();

const sortsAlike = (a: unknown, b: unknown): boolean =>
  compareValues(value(a ?? null), value(b ?? null)) === 0;

/** The documents, or the code of the error. */
const answerOf = (cursor: mongo.FindCursor): Promise<unknown> =>
  cursor.toArray().catch((error: unknown) => error instanceof mongo.MongoServerError && error.code);

/** As much of a sort as can be done: one that leads into two arrays of a document is refused, with and without an index. */
async function possibleSort(
  sort: mongo.Document,
  find: (sort: mongo.Document) => mongo.FindCursor,
): Promise<mongo.Document> {
  const scanned = await answerOf(find(sort).hint({ $natural: 1 }));
  if (Array.isArray(scanned)) return sort;
  expect([scanned, await answerOf(find(sort))]).toEqual([2, 2]);
  return Object.fromEntries(Object.entries(sort).slice(0, 1));
}

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
      const sort = await possibleSort(aSort(), (tried) => collection.find(filter).sort(tried));
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
