import { describe, expect, it } from '@jest/globals';
import { codeOf, read, useContract } from '../support/contract';
import { doc } from '../support/documents';
import { filterCases, regexCases } from './filter-cases';

const { holding } = useContract();
const raw = { raw: true } as const;

describe('find', () => {
  it.each(filterCases)('with %j matches %j: %p', async (filter, document, expected) => {
    const collection = await holding([document]);
    expect(await collection.countDocuments(filter)).toBe(Number(expected));
  });

  it.each(regexCases)('matches /%s/%s with %j: %p', async (pattern, options, text, expected) => {
    const collection = await holding([{ a: text }]);
    const filter = { a: { $regex: pattern, $options: options } };
    expect(await collection.countDocuments(filter)).toBe(Number(expected));
  });

  it.each<[object, object, object[]]>([
    [{ n: 1 }, {}, [{ _id: 3 }, { _id: 2 }, { _id: 1 }]],
    [{ n: -1, _id: -1 }, {}, [{ _id: 2 }, { _id: 1 }, { _id: 3 }]],
    [{ _id: 1 }, { skip: 1, limit: 1 }, [{ _id: 2 }]],
    [{ 'list.v': -1 }, { limit: 1 }, [{ _id: 1 }]],
  ])('sorts by %j with %j', async (sort, options, expected) => {
    const collection = await holding([
      { _id: 1, n: 5, list: [{ v: 9 }, { v: 1 }] },
      { _id: 2, n: [4, 7], list: { v: 8 } },
      { _id: 3, list: [] },
    ]);
    const found = collection.find(
      {},
      { ...raw, ...options, sort: sort as never, projection: { _id: 1 } },
    );
    expect(await read(found)).toEqual(expected.map((one) => doc(one)));
  });

  it.each([
    [{ 'x.a': 1, 'x.b': 1 }, [2, 3, 1]],
    [{ 'x.a': 1, 'x.b': -1 }, [3, 1, 2]],
    [{ 'x.a': -1, 'x.b': -1 }, [1, 3, 2]],
    [{ x: 1, n: -1 }, [2, 3, 1]],
  ])('sorts by %j, which leads into one array, its elements together', async (sort, expected) => {
    const collection = await holding([
      {
        _id: 1,
        n: 1,
        x: [
          { a: 1, b: 9 },
          { a: 2, b: 1 },
        ],
      },
      { _id: 2, n: 1, x: [{ a: 1, b: 5 }] },
      {
        _id: 3,
        n: 2,
        x: [
          { a: 1, b: 10 },
          { a: 1, b: 6 },
          { a: 2, b: 0 },
        ],
      },
    ]);
    const found = await collection.find({}, { sort: sort as never }).toArray();
    expect(found.map(({ _id: id }) => id)).toEqual(expected);
  });

  it('refuses to sort by two arrays, and sorts where each document has one', async () => {
    const collection = await holding([
      { _id: 1, a: [2, 3], b: 1 },
      { _id: 2, a: 2, b: [0, 5] },
    ]);
    const sorted = () => collection.find({}, { sort: { a: 1, b: 1 } });
    expect((await sorted().toArray()).map(({ _id: id }) => id)).toEqual([2, 1]);
    await collection.insertOne({ a: [1], b: [1] });
    expect(await codeOf(sorted().toArray())).toBe(2);
  });

  it.each<[object, object, object]>([
    [{ a: 1 }, {}, { _id: 1, a: 1 }],
    [{ a: 0 }, {}, { _id: 1, list: [1, 7, 8], docs: [{ b: 1, c: 1 }, { b: 2 }] }],
    [{ _id: 0, 'docs.b': 1 }, {}, { docs: [{ b: 1 }, { b: 2 }] }],
    [{ _id: 0, sum: { $sum: '$list' }, text: 'x' }, {}, { sum: 16, text: 'x' }],
  ])('projects by %j', async (projection, filter, expected) => {
    const collection = await holding([
      { _id: 1, a: 1, list: [1, 7, 8], docs: [{ b: 1, c: 1 }, { b: 2 }] },
    ]);
    expect(await read(collection.find(filter, { ...raw, projection }))).toEqual([doc(expected)]);
  });

  it.each<[object, object, number]>([
    [{ $what: 1 }, {}, 2],
    [{ a: { $what: 1 } }, {}, 2],
    [{ $and: [] }, {}, 2],
    [{ a: { $in: 1 } }, {}, 2],
    [{ a: { $regex: '(' } }, {}, 51091],
    [{ a: { $type: [] } }, {}, 9],
    [{ $expr: { $what: 1 } }, {}, 168],
    [{ a: { $elemMatch: { $expr: true } } }, {}, 2],
    [{ a: { $elemMatch: { $and: [{ $expr: true }] } } }, {}, 2],
    [{ $expr: '$$who' }, {}, 17276],
    [{}, { projection: { a: 1, b: 0 } }, 31254],
    [{}, { projection: { a: 0, b: 1 } }, 31253],
    [{}, { sort: { a: 1, b: { $meta: 'what' } } }, 2],
  ])('refuses %j with %j: %i', async (filter, options, code) => {
    const collection = await holding([{ a: 1 }]);
    expect(await codeOf(collection.find(filter, options).toArray())).toBe(code);
  });
});
