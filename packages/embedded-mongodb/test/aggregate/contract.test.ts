import { describe, expect, it } from '@jest/globals';
import { compareValues, type Doc } from '../../src/bson/values';
import { codeOf, read, useContract } from '../support/contract';
import { doc, value } from '../support/documents';
import { dateCases, expressionCases, missing, source } from './expression-cases';
import { pipelineCases } from './pipeline-cases';

const { holding } = useContract();

/** `$group` promises no order. */
function inOrder(name: string, documents: readonly Doc[]): readonly Doc[] {
  return name.startsWith('$group') ? documents.toSorted(compareValues) : documents;
}

describe('aggregate', () => {
  it.each([...expressionCases, ...dateCases])(
    'evaluates %j to %j',
    async (expression, expected) => {
      const collection = await holding([source]);
      const cursor = collection.aggregate([{ $addFields: { result: expression } }], {
        raw: true,
        let: { given: { $add: [1, 1] } },
      });
      const [result] = await read(cursor);
      expect(result!.get('result')).toEqual(expected === missing ? undefined : value(expected));
    },
  );

  it.each(pipelineCases)('%s', async (name, stages, input, expected) => {
    const collection = await holding(input);
    const withoutId = input.every((one) => '_id' in one) ? [] : [{ $unset: '_id' }];
    const cursor = collection.aggregate([...withoutId, ...stages], {
      raw: true,
      let: { wanted: 2 },
    });
    const wanted = expected.map((one) => doc(one));
    expect(inOrder(name, await read(cursor))).toEqual(inOrder(name, wanted));
  });

  it.each<[object, number]>([
    [{ $what: 1 }, 40324],
    [{ $match: { $what: 1 } }, 2],
    [{ $project: { a: { $what: 1 } } }, 168],
    [{ $project: {} }, 51272],
    [{ $limit: 0 }, 15958],
    [{ $group: {} }, 15955],
    [{ $group: { _id: 1, a: { $what: 1 } } }, 15952],
    [{ $group: { _id: 1, a: { $sum: ['$a', '$b'] } } }, 40237],
    [{ $group: { _id: 1, a: { $push: ['$a'] } } }, 40237],
    [{ $unwind: 'a' }, 28818],
    [{ $set: { a: { $size: '$none' } } }, 17124],
    [{ $set: { a: { $toString: [['x']] } } }, 241],
    [{ $set: { a: { $subtract: [1] } } }, 16020],
    [{ $set: { a: { $dateToString: { date: new Date(8e14) } } } }, 18537],
    [{ $set: { a: { $toString: new Date(-1e14) } } }, 18537],
    [{ $set: { a: { $concat: [1] } } }, 16702],
  ])('refuses %j with %i', async (stage, code) => {
    const collection = await holding([{ a: 1 }]);
    expect(await codeOf(collection.aggregate([stage]).toArray())).toBe(code);
  });
});
