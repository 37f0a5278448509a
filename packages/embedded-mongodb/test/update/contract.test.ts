import { describe, expect, it } from '@jest/globals';
import type { mongo } from 'mongoose';
import { codeOf, read, stored, useContract } from '../support/contract';
import { updateCases, type UpdateExtra, upsertCases } from './update-cases';

const { holding } = useContract();
const raw = { raw: true } as const;

function isReplacement(update: object): boolean {
  return !Array.isArray(update) && !Object.keys(update).some((name) => name.startsWith('$'));
}

function change(
  collection: mongo.Collection,
  filter: object,
  update: object,
  options: { upsert?: boolean; arrayFilters?: object[] } = {},
): Promise<unknown> {
  if (isReplacement(update)) return collection.replaceOne(filter, update, options);
  return collection.updateOne(filter, update, options);
}

function optionsOf({ arrayFilters }: UpdateExtra): { arrayFilters?: object[] } {
  return arrayFilters ? { arrayFilters: [...arrayFilters] } : {};
}

describe('update', () => {
  it.each(updateCases)('of %j with %j gives %j', async (before, update, after, extra = {}) => {
    const collection = await holding([{ _id: 1, ...before }]);
    await change(collection, { _id: 1, ...extra.filter }, update, optionsOf(extra));
    const [found] = await read(collection.find({}, raw));
    expect(found).toEqual(stored(after, 1));
    expect([...found!.keys()]).toEqual([...stored(after, 1).keys()]);
  });

  it('tells what it modified, not what it only matched', async () => {
    const collection = await holding([{ a: 1 }, { a: 2 }]);
    const result = await collection.updateMany({}, { $set: { a: 2 } });
    expect([result.matchedCount, result.modifiedCount]).toEqual([2, 1]);
  });

  it.each(upsertCases)('upserts %j and %j as %j', async (filter, update, expected) => {
    const collection = await holding([]);
    await change(collection, filter, update, { upsert: true });
    const [found] = await read(collection.find({}, raw));
    expect(found).toEqual(stored(expected, found!.get('_id')));
  });

  it.each<[object, object, number]>([
    [{}, { $what: { a: 1 } }, 9],
    [{}, { $set: { a: 1 }, $inc: { a: 1 } }, 40],
    [{}, { $set: { a: 1, 'a.b': 1 } }, 40],
    [{}, { $set: { _id: 2 } }, 66],
    [{ a: 1 }, { $set: { 'a.b': 1 } }, 28],
    [{ a: 'x' }, { $inc: { a: 1 } }, 14],
    [{}, { $inc: { a: 'x' } }, 14],
    [{ a: 2n ** 63n - 1n }, { $inc: { a: 1 } }, 2],
    [{ a: 1 }, { $push: { a: 1 } }, 2],
    [{}, { $pop: { a: 2 } }, 9],
    [{ a: [1] }, { $set: { 'a.$': 1 } }, 2],
    [{ a: [1] }, { $set: { 'a.$[x]': 1 } }, 2],
    [{ a: [{ b: 1 }] }, { $pull: { a: { $expr: true } } }, 224],
    [{ a: [{ b: 1 }] }, { $pull: { a: { $elemMatch: { $expr: true } } } }, 2],
    [{}, { $set: { 'a..b': 1 } }, 56],
    [{}, { $currentDate: { a: { $type: 'date', $what: 1 } } }, 2],
    [{}, { _id: 2 }, 66],
    [{}, [{ $match: {} }], 72],
  ])('of %j refuses %j with %i', async (before, update, code) => {
    const collection = await holding([{ _id: 1, ...before }]);
    expect(await codeOf(change(collection, { _id: 1 }, update))).toBe(code);
    expect(await read(collection.find({}, raw))).toEqual([stored(before, 1)]);
  });

  it('refuses a path with two positions', async () => {
    const collection = await holding([{ a: [{ b: [1, 2] }] }]);
    const set = { $set: { 'a.$.b.$': 3 } };
    expect(await codeOf(change(collection, { 'a.b': 2 }, set))).toBe(2);
  });

  it('refuses $expr in array filters, and in the filter of an upsert', async () => {
    const collection = await holding([{ _id: 1, a: [1] }]);
    const filter = { $and: [{ x: 1 }, { $expr: true }] };
    const options = { arrayFilters: [filter] };
    expect(await codeOf(change(collection, {}, { $set: { 'a.$[x]': 2 } }, options))).toBe(224);
    const upsert = { upsert: true };
    expect(await codeOf(change(collection, { $expr: true }, { $set: { b: 1 } }, upsert))).toBe(224);
    const found = collection.findOneAndUpdate({ $expr: true }, { $set: { b: 1 } }, upsert);
    expect(await codeOf(found)).toBe(224);
    expect(await read(collection.find({}, raw))).toEqual([stored({ a: [1] }, 1)]);
  });
});
