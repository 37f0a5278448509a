import { describe, expect, it } from '@jest/globals';
import { mongo } from 'mongoose';
import { failure } from '../support/client';
import { sharedCollections } from '../support/indexes';

const { aCollection, createIndexes } = sharedCollections();

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
