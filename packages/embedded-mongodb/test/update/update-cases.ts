import { Double } from 'bson';

export interface UpdateExtra {
  readonly filter?: object;
  readonly arrayFilters?: readonly object[];
}

/** Before, update, after: from the manual's pages of the update operators. */
export const updateCases: readonly (readonly [object, object, object, UpdateExtra?])[] = [
  [{ a: 1 }, { $set: { b: 2 } }, { a: 1, b: 2 }],
  [{ a: 1 }, { $set: { 'b.c.d': 2 } }, { a: 1, b: { c: { d: 2 } } }],
  [
    { items: [{ a: 1 }, { a: 2 }, { b: 3 }, 4] },
    { $pull: { items: { $or: [{ a: 1 }, { b: { $gt: 2 } }] } } },
    { items: [{ a: 2 }, 4] },
  ],
  [{}, { $set: { 'b.0': 2 } }, { b: { '0': 2 } }],
  [{ a: [1] }, { $set: { 'a.3': 2 } }, { a: [1, null, null, 2] }],
  [{ a: [{ b: 1 }] }, { $set: { 'a.0.b': 2 } }, { a: [{ b: 2 }] }],
  [
    {},
    { $set: { b: 1, a: 1, '10': 1, '9': 1 } },
    new Map([
      ['9', 1],
      ['10', 1],
      ['a', 1],
      ['b', 1],
    ]),
  ],
  [
    { z: 1 },
    { $inc: { b: 1 }, $set: { a: 1 } },
    new Map([
      ['z', 1],
      ['a', 1],
      ['b', 1],
    ]),
  ],
  [{ a: 1, b: 2 }, { $unset: { a: '', 'x.y': '' } }, { b: 2 }],
  [{ a: [1, 2] }, { $unset: { 'a.0': 1, 'a.7': 1 } }, { a: [null, 2] }],
  [{ a: { b: 1 } }, { $unset: { 'a.b': 1 } }, { a: {} }],
  [{ a: 1 }, { $inc: { a: 2 } }, { a: 3 }],
  [{}, { $inc: { a: 2 } }, { a: 2 }],
  [{ a: 2 ** 31 - 1 }, { $inc: { a: 1 } }, { a: 2n ** 31n }],
  [{ a: 1n }, { $inc: { a: 1 } }, { a: 2n }],
  [{ a: 1 }, { $inc: { a: 1n } }, { a: 2n }],
  [{ a: 1 }, { $inc: { a: 0.5 } }, { a: 1.5 }],
  [{ a: 1.5 }, { $inc: { a: 0.5 } }, { a: new Double(2) }],
  [{ a: 2n ** 53n }, { $inc: { a: 1 } }, { a: 2n ** 53n + 1n }],
  [{ a: 3 }, { $mul: { a: 5 } }, { a: 15 }],
  [{ a: 2 ** 30 }, { $mul: { a: 2 ** 30 } }, { a: 2n ** 60n }],
  [{}, { $mul: { a: 5n } }, { a: 0n }],
  [{}, { $mul: { a: 5 } }, { a: 0 }],
  [{ a: 5 }, { $min: { a: 3 }, $max: { b: 3 } }, { a: 3, b: 3 }],
  [{ a: 5 }, { $min: { a: 7 } }, { a: 5 }],
  [{ a: 5 }, { $max: { a: 'x' } }, { a: 'x' }],
  [{ a: 1, b: 2 }, { $rename: { a: 'c.d' } }, { b: 2, c: { d: 1 } }],
  [{ a: 1, b: 2 }, { $rename: { a: 'b' } }, { b: 1 }],
  [{ a: [1], b: [2] }, { $rename: { a: 'b' } }, { b: [1] }],
  [{ b: 2 }, { $rename: { a: 'b' } }, { b: 2 }],
  [{ a: 1 }, { $setOnInsert: { b: 2 } }, { a: 1 }],
  [{ a: 1 }, { $setOnInsert: { 'c.$[]': 2 } }, { a: 1 }],
  [{ a: [1] }, { $push: { a: 2 } }, { a: [1, 2] }],
  [{}, { $push: { a: [1] } }, { a: [[1]] }],
  [{ a: [1] }, { $push: { a: { $each: [2, 3], $position: 0 } } }, { a: [2, 3, 1] }],
  [{ a: [1, 4] }, { $push: { a: { $each: [2], $position: -1 } } }, { a: [1, 2, 4] }],
  [{ a: [3] }, { $push: { a: { $each: [1, 2], $sort: 1, $slice: 2 } } }, { a: [1, 2] }],
  [{ a: [3] }, { $push: { a: { $each: [1, 2], $sort: -1, $slice: -1 } } }, { a: [1] }],
  [
    { a: [{ v: [1, 9] }, { v: 5 }, 1] },
    { $push: { a: { $each: [{ v: [0, 1] }], $sort: { v: -1 } } } },
    { a: [{ v: [1, 9] }, { v: [0, 1] }, { v: 5 }, 1] },
  ],
  [
    { a: [{ s: 2 }] },
    { $push: { a: { $each: [{ s: 1 }, { s: 3 }], $sort: { s: -1 } } } },
    { a: [{ s: 3 }, { s: 2 }, { s: 1 }] },
  ],
  [{ a: [1, 2] }, { $push: { a: { $each: [], $slice: 0 } } }, { a: [] }],
  [{ a: [1] }, { $addToSet: { a: { $each: [1, 2, new Double(2)] } } }, { a: [1, 2] }],
  [{ a: [1] }, { $addToSet: { a: [1] } }, { a: [1, [1]] }],
  [{ a: [1, 5, 7] }, { $pull: { a: { $gte: 5 } } }, { a: [1] }],
  [{ a: [{ b: 1, c: 2 }, { b: 2 }] }, { $pull: { a: { b: 1 } } }, { a: [{ b: 2 }] }],
  [{ a: [{ b: [1, 8] }] }, { $pull: { a: { b: { $gt: 5 } } } }, { a: [] }],
  [{ a: ['ax', 'b'] }, { $pull: { a: /^a/ } }, { a: ['b'] }],
  [{ a: [1, [1, 2]] }, { $pull: { a: [1, 2] } }, { a: [1] }],
  [{ a: ['x', 'y'] }, { $pull: { a: { $in: ['x'] }, b: 1 } }, { a: ['y'] }],
  [{ a: [1, 2, 1n] }, { $pullAll: { a: [1, 3] } }, { a: [2] }],
  [{ a: [1, 2, 3] }, { $pop: { a: 1 } }, { a: [1, 2] }],
  [{ a: [1, 2, 3] }, { $pop: { a: -1, b: 1 } }, { a: [2, 3] }],
  [{ a: [1, 2] }, { $inc: { 'a.$[]': 1 } }, { a: [2, 3] }],
  [
    { a: [{ b: 1 }, { b: 2 }] },
    { $set: { 'a.$[].c': 1 } },
    {
      a: [
        { b: 1, c: 1 },
        { b: 2, c: 1 },
      ],
    },
  ],
  [{ a: [1, 2] }, { $set: { 'a.$': 9 } }, { a: [1, 9] }, { filter: { a: 2 } }],
  [
    { a: [{ b: 1 }, { b: 2 }] },
    { $inc: { 'a.$.b': 1 } },
    { a: [{ b: 1 }, { b: 3 }] },
    { filter: { 'a.b': 2 } },
  ],
  [
    { a: [1, 5, 9] },
    { $set: { 'a.$[big]': 0 } },
    { a: [1, 0, 0] },
    { arrayFilters: [{ big: { $gte: 5 } }] },
  ],
  [
    {
      a: [
        { b: [1, 2], k: 1 },
        { b: [1, 2], k: 2 },
      ],
    },
    { $inc: { 'a.$[x].b.$[y]': 10 } },
    {
      a: [
        { b: [1, 2], k: 1 },
        { b: [1, 12], k: 2 },
      ],
    },
    { arrayFilters: [{ 'x.k': 2 }, { y: { $gt: 1 } }] },
  ],
  [
    { _id: 1, a: 1 },
    { b: 2 },
    new Map([
      ['_id', 1],
      ['b', 2],
    ]),
  ],
  [
    { _id: 1, a: 1 },
    { _id: 1, b: 2 },
    { _id: 1, b: 2 },
  ],
  [{ _id: 1, a: 1 }, {}, { _id: 1 }],
  [{ _id: 1, a: 1 }, [{ $set: { b: { $add: ['$a', 1] } } }, { $unset: 'a' }], { _id: 1, b: 2 }],
  [{ _id: 1, a: { x: 1 } }, [{ $project: { x: '$a.x' } }], { _id: 1, x: 1 }],
  [{ _id: 1, a: 1 }, [{ $unset: '_id' }, { $set: { b: 2 } }], { _id: 1, a: 1, b: 2 }],
];

/** Filter, update, what an upsert inserts. */
export const upsertCases: readonly (readonly [object, object, object])[] = [
  [{ _id: 1, a: 2 }, { $set: { b: 3 } }, { _id: 1, a: 2, b: 3 }],
  [{ _id: 1, a: 2 }, { b: 3 }, { _id: 1, b: 3 }],
  [{ 'a.b': { $eq: 2 }, c: { $gt: 1 } }, { $set: { d: 1 } }, { a: { b: 2 }, d: 1 }],
  [{ $and: [{ a: 1 }, { b: { $in: [2] } }] }, { $setOnInsert: { c: 3 } }, { a: 1, b: 2, c: 3 }],
  [{ a: { $in: [1, 2] }, b: /x/ }, { $inc: { n: 1 } }, { n: 1 }],
  [{ $or: [{ a: 1 }] }, { $inc: { n: 1 } }, { a: 1, n: 1 }],
  [{ $or: [{ a: 1 }, { b: 1 }] }, { $inc: { n: 1 } }, { n: 1 }],
  [{ a: 1 }, { $inc: { a: 1 } }, { a: 2 }],
  [{ a: 1 }, [{ $set: { b: '$a' } }], { a: 1, b: 1 }],
];
