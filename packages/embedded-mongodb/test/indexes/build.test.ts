import { describe, expect, it } from '@jest/globals';
import type { mongo } from 'mongoose';
import { failure } from '../support/client';
import { random } from '../support/documents';
import { planOf, sharedCollections } from '../support/indexes';

const { client, db, aCollection, createIndexes } = sharedCollections();

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
    ['a direction of true', { key: { a: true }, name: 'true' }, 67],
    ['a list of directions', { key: { a: [1] }, name: 'list' }, 67],
    ['a field named with a dollar', { key: { $a: 1 }, name: 'dollar' }, 67],
    ['an unknown option', { key: { z: 1 }, name: 'z', surprise: 1 }, 197],
    ['a collation', { key: { z: 1 }, name: 'z', collation: { locale: 'de' } }, 115],
    ['a TTL on two fields', { key: { y: 1, z: 1 }, name: 'yz', expireAfterSeconds: 1 }, 67],
    ['a TTL of null', { key: { z: 1 }, name: 'z', expireAfterSeconds: null }, 67],
    ['a TTL that is a text', { key: { z: 1 }, name: 'z', expireAfterSeconds: '60' }, 67],
    ['a TTL of _id', { key: { _id: 1 }, name: '_id_', expireAfterSeconds: 60 }, 197],
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
    const all = await own.find({}).toArray();
    for (let t = 0; t < 50; t += 1) {
      const having = all.filter((doc) => (doc['t'] as readonly number[]).includes(t));
      const ids = having.map(({ _id: id }) => id as unknown as number).sort((a, b) => a - b);
      expect(await idsBy({ t }, { t: 1 })).toEqual(ids);
    }
    const stored = await own.aggregate([{ $group: { _id: '$u' } }, { $count: 'n' }]).toArray();
    expect(stored).toEqual([{ n: all.length }]);
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

  it('drops nothing by a list that names an index twice', async () => {
    const own = aCollection();
    await createIndexes(own, { key: { a: 1 }, name: 'a' }, { key: { b: 1 }, name: 'b' });
    const twice = db().command({ dropIndexes: own.collectionName, index: ['a', 'a'] });
    expect(await failure(twice)).toMatchObject({ code: 27 });
    expect(await own.indexes()).toHaveLength(3);
  });
});
