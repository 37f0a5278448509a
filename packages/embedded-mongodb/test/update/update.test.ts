import { describe, expect, it } from '@jest/globals';
import { Decimal128, Double, Timestamp } from 'bson';
import { compileFilter, matchedPosition } from '../../src/query/filter';
import { compileUpdate } from '../../src/update/update';
import { upsertDocument } from '../../src/update/upsert';
import type { Doc } from '../../src/bson/values';
import { doc } from '../support/documents';
import { updateCases, type UpdateExtra, upsertCases } from './update-cases';

const now = new Date('2026-03-01T12:00:00Z');

function parsed(update: object): Doc | Doc[] {
  return Array.isArray(update) ? update.map((stage) => doc(stage as object)) : doc(update);
}

function run(before: object, update: object, { filter, arrayFilters }: UpdateExtra = {}): Doc {
  const position = filter && matchedPosition(compileFilter(doc(filter), { now }), doc(before));
  const compiled = compileUpdate(parsed(update), {
    now,
    ...(arrayFilters && { arrayFilters: arrayFilters.map((one) => doc(one)) }),
  });
  return compiled(doc(before), position);
}

describe('compileUpdate', () => {
  it.each(updateCases)('%j with %j becomes %j', (before, update, after, extra = {}) => {
    expect(run(before, update, extra)).toEqual(doc(after));
    expect([...run(before, update, extra).keys()]).toEqual([...doc(after).keys()]);
  });

  it('sets the time of the command', () => {
    const update = { $currentDate: { a: true, b: { $type: 'timestamp' } } };
    const expected = { a: now, b: new Timestamp({ t: 1_772_366_400, i: 1 }) };
    expect(run({}, update)).toEqual(doc(expected));
  });

  it.each<[object, object]>([
    [{ a: 1 }, { $set: { a: 1 } }],
    [{ a: { b: [1] } }, { $set: { 'a.b': [1] } }],
    [{ a: 1 }, { $inc: { a: 0 } }],
    [{ a: 1 }, { $unset: { b: 1 } }],
    [{ a: [1] }, { $addToSet: { a: 1 } }],
    [{ a: [1] }, { $pull: { a: 2 } }],
    [{ a: [1] }, { $push: { a: { $each: [] } } }],
    [{ a: [1] }, { $unset: { 'a.b': 1 } }],
    [{ a: 1 }, { $setOnInsert: { 'a.b': 1 } }],
    [{ a: 1 }, { $set: {} }],
    [{ _id: 1, a: 1 }, { a: 1 }],
    [{ _id: 1, a: 1 }, [{ $set: { a: 1 } }]],
  ])('gives back %j itself for %j', (before, update) => {
    const original = doc(before);
    expect(compileUpdate(parsed(update), { now })(original)).toBe(original);
  });

  it.each<[object, object]>([
    [{ a: 1 }, { $set: { a: 1n } }],
    [{ a: 1 }, { $set: { a: new Double(1) } }],
    [{ a: { b: 1, c: 1 } }, { $set: { a: { c: 1, b: 1 } } }],
    [{ a: Decimal128.fromString('1.0') }, { $set: { a: Decimal128.fromString('1.00') } }],
  ])('takes another type or order as a change: %j with %j', (before, update) => {
    const original = doc(before);
    expect(compileUpdate(doc(update), { now })(original)).not.toBe(original);
  });

  it('never changes the document it was given', () => {
    const original = doc({ _id: 1, a: { b: [1, { c: 1 }] } });
    const changed = compileUpdate(
      doc({ $set: { 'a.b.1.c': 2, 'a.b.1.d': 3 }, $unset: { 'a.b.0': 1 } }),
      { now },
    )(original);
    expect(original).toEqual(doc({ _id: 1, a: { b: [1, { c: 1 }] } }));
    expect(changed).toEqual(doc({ _id: 1, a: { b: [null, { c: 2, d: 3 }] } }));
  });

  it.each<[object, object, number, string, UpdateExtra?]>([
    [{}, { $what: { a: 1 } }, 9, 'Unknown modifier: $what'],
    [{}, { $set: 1 }, 9, 'Modifiers operate on fields'],
    [{}, { $set: { a: 1 }, b: 1 }, 9, 'Unknown modifier: b'],
    [{}, { b: 1, $set: { a: 1 } }, 52, '$set'],
    [{}, { $set: { a: 1 }, $inc: { a: 1 } }, 40, "at 'a'"],
    [{}, { $set: { a: 1, 'a.b': 1 } }, 40, "at 'a'"],
    [{}, { $set: { 'a.b': 1 }, $unset: { a: 1 } }, 40, "at 'a'"],
    [{}, { $rename: { a: 'b' }, $set: { b: 1 } }, 40, "at 'b'"],
    [{ a: [1] }, { $set: { 'a.$[]': 1, 'a.0': 2 } }, 40, "at 'a.0'"],
    [{ _id: 1 }, { $set: { _id: 2 } }, 66, '_id'],
    [{ _id: 1 }, { $unset: { _id: 1 } }, 66, '_id'],
    [{ _id: 1 }, { _id: 2 }, 66, '_id'],
    [{ _id: 1 }, [{ $set: { _id: 2 } }], 66, '_id'],
    [{ a: 1 }, { $set: { 'a.b': 1 } }, 28, "Cannot create field 'b'"],
    [{ a: null }, { $set: { 'a.b': 1 } }, 28, "Cannot create field 'b'"],
    [{ a: [1] }, { $set: { 'a.b': 1 } }, 28, "Cannot create field 'b'"],
    [{ a: [1] }, { $set: { 'a.1500005': 1 } }, 2, 'backfill'],
    [{}, { $set: { 'a..b': 1 } }, 56, 'empty field name'],
    [{}, { $set: { 'a.$x': 1 } }, 52, '$x'],
    [{}, { $set: { $: 1 } }, 2, 'first position'],
    [{ a: 'x' }, { $inc: { a: 1 } }, 14, 'non-numeric type'],
    [{ a: null }, { $inc: { a: 1 } }, 14, 'non-numeric type'],
    [{}, { $inc: { a: 'x' } }, 14, 'non-numeric argument'],
    [{ a: 2n ** 63n - 1n }, { $inc: { a: 1 } }, 2, 'overflow'],
    [{ a: 2n ** 62n }, { $mul: { a: 2 } }, 2, 'overflow'],
    [{ a: Decimal128.fromString('1') }, { $inc: { a: 1 } }, 115, 'Decimal128'],
    [{}, { $rename: { a: 1 } }, 2, "'to' field"],
    [{}, { $rename: { a: 'a' } }, 2, 'must differ'],
    [{ a: [{ b: 1 }] }, { $rename: { 'a.0.b': 'c' } }, 2, 'array'],
    [{ a: 1, b: [2] }, { $rename: { a: 'b.0' } }, 2, 'array'],
    [{ a: 1, b: [{}] }, { $rename: { a: 'b.0.c' } }, 2, 'array'],
    [{}, { $currentDate: { a: 'x' } }, 2, '$currentDate'],
    [{ a: 1 }, { $bit: { a: { or: 1 } } }, 9, '$bit'],
    [{ a: 1 }, { $push: { a: 1 } }, 2, 'must be an array'],
    [{}, { $push: { a: { $each: 1 } } }, 2, '$each'],
    [{}, { $push: { a: { $each: [], $what: 1 } } }, 2, '$what'],
    [{}, { $push: { a: { $each: [], $slice: 'x' } } }, 2, '$slice'],
    [{}, { $push: { a: { $each: [], $sort: 2 } } }, 2, '$sort'],
    [{ a: 1 }, { $addToSet: { a: 1 } }, 2, 'must be an array'],
    [{ a: 1 }, { $pull: { a: 1 } }, 2, 'must be an array'],
    [{}, { $pullAll: { a: 1 } }, 2, '$pullAll requires an array'],
    [{}, { $pop: { a: 2 } }, 9, '$pop expects 1 or -1'],
    [{ a: 1 }, { $pop: { a: 1 } }, 14, 'non-array'],
    [{ a: [1] }, { $set: { 'a.$': 1 } }, 2, 'positional operator did not find'],
    [{}, { $set: { 'a.$[]': 1 } }, 2, 'must exist'],
    [{ a: 1 }, { $set: { 'a.$[]': 1 } }, 2, 'non-array'],
    [{ a: [1] }, { $set: { 'a.$[x]': 1 } }, 2, "identifier 'x'"],
    [{ a: [1] }, { $set: { a: 1 } }, 9, 'was not used', { arrayFilters: [{ x: 1 }] }],
    [
      { a: [1] },
      { $set: { 'a.$[x]': 1 } },
      9,
      'single top-level',
      { arrayFilters: [{ x: 1, y: 1 }] },
    ],
    [
      { a: [1] },
      { $set: { 'a.$[x]': 1 } },
      9,
      'multiple array filters',
      { arrayFilters: [{ x: 1 }, { x: 2 }] },
    ],
    [{ a: [1] }, { $set: { 'a.$[X]': 1 } }, 2, 'lowercase', { arrayFilters: [{ X: 1 }] }],
    [{}, [{ $match: { a: 1 } }], 72, '$match is not allowed'],
  ])('refuses %j with %j: %i', (before, update, code, text, extra = {}) => {
    expect(() => run(before, update, extra)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(text) }),
    );
  });
});

describe('upsertDocument', () => {
  it.each(upsertCases)('%j and %j insert %j', (filter, update, expected) => {
    expect(upsertDocument(doc(filter), parsed(update), { now })).toEqual(doc(expected));
  });

  it('takes null for an _id', () => {
    const update = parsed({ $set: { a: 1 } });
    expect(upsertDocument(doc({ _id: null }), update, { now })).toEqual(doc({ _id: null, a: 1 }));
  });

  it.each<[object, object, number]>([
    [{ $and: [{ a: 1 }, { a: 2 }] }, { $set: { b: 1 } }, 54],
    [{ a: 1, 'a.b': 2 }, { $set: { b: 1 } }, 54],
    [{ _id: 1 }, { $set: { _id: 2 } }, 66],
    [{ _id: 1 }, { _id: 2 }, 66],
  ])('refuses %j and %j: %i', (filter, update, code) => {
    expect(() => upsertDocument(doc(filter), doc(update), { now })).toThrow(
      expect.objectContaining({ code }),
    );
  });
});
