import { Double } from 'bson';

const sales = [
  { _id: 1, item: 'x', price: 10, at: new Date('2026-01-01') },
  { _id: 2, item: 'y', price: 20n, at: new Date('2026-01-02') },
  { _id: 3, item: 'x', price: 2.5, at: new Date('2026-01-03') },
  { _id: 4, price: 'free' },
];

/** Name, stages, input, output: from the manual's pages of the stages. `$$wanted` is 2. */
export const pipelineCases: readonly (readonly [
  string,
  readonly object[],
  readonly object[],
  readonly object[],
])[] = [
  ['$match', [{ $match: { a: { $gt: 1 } } }], [{ a: 1 }, { a: 2 }], [{ a: 2 }]],
  [
    '$match with a variable of the command',
    [{ $match: { $expr: { $eq: ['$a', '$$wanted'] } } }],
    [{ a: 1 }, { a: 2 }],
    [{ a: 2 }],
  ],
  [
    '$project',
    [{ $project: { a: 1, b: { $add: ['$a', 1] } } }],
    [{ _id: 1, a: 1, c: 1 }],
    [{ _id: 1, a: 1, b: 2 }],
  ],
  [
    '$project that excludes',
    [{ $project: { a: 0 } }],
    [{ _id: 1, a: 1, c: 1 }],
    [{ _id: 1, c: 1 }],
  ],
  [
    '$addFields',
    [{ $addFields: { 'a.x': '$b', b: '$$REMOVE', c: { d: 1 } } }],
    [{ a: { y: 1 }, b: 2, c: { e: 2 } }],
    [{ a: { y: 1, x: 2 }, c: { e: 2, d: 1 } }],
  ],
  [
    '$set in an array',
    [{ $set: { 'a.x': 1 } }],
    [{ a: [{ y: 1 }, 5] }],
    [{ a: [{ y: 1, x: 1 }, { x: 1 }] }],
  ],
  ['$set keeps the place', [{ $set: { a: 5 } }], [{ a: 1, b: 2 }], [{ a: 5, b: 2 }]],
  ['$unset', [{ $unset: ['a', 'b.c'] }], [{ a: 1, b: { c: 1, d: 1 } }], [{ b: { d: 1 } }]],
  [
    '$sort, $skip and $limit',
    [{ $sort: { a: -1 } }, { $skip: 1 }, { $limit: 1 }],
    [{ a: 1 }, { a: 3 }, { a: 2 }],
    [{ a: 2 }],
  ],
  [
    '$sort is stable',
    [{ $sort: { a: 1 } }],
    [
      { a: 1, b: 1 },
      { a: 0, b: 2 },
      { a: 1, b: 3 },
    ],
    [
      { a: 0, b: 2 },
      { a: 1, b: 1 },
      { a: 1, b: 3 },
    ],
  ],
  ['$count', [{ $count: 'n' }], [{}, {}], [{ n: 2 }]],
  ['$count of nothing', [{ $count: 'n' }], [], []],
  [
    '$unwind',
    [{ $unwind: '$a' }],
    [{ a: [1, 2] }, { a: [] }, { a: null }, {}, { a: 5 }],
    [{ a: 1 }, { a: 2 }, { a: 5 }],
  ],
  [
    '$unwind that keeps empty ones and the index',
    [{ $unwind: { path: '$a.b', includeArrayIndex: 'i', preserveNullAndEmptyArrays: true } }],
    [{ a: { b: ['x'] } }, { a: { b: [] } }, { a: { b: null } }, { a: { b: 5 } }, {}],
    [
      { a: { b: 'x' }, i: 0n },
      { a: {}, i: null },
      { a: { b: null }, i: null },
      { a: { b: 5 }, i: null },
      { i: null },
    ],
  ],
  [
    '$group by a field',
    [{ $group: { _id: '$item', n: { $sum: 1 }, total: { $sum: '$price' } } }],
    sales,
    [
      { _id: 'x', n: 2, total: 12.5 },
      { _id: 'y', n: 1, total: 20n },
      { _id: null, n: 1, total: 0 },
    ],
  ],
  [
    '$group with every accumulator',
    [
      { $match: { item: 'x' } },
      {
        $group: {
          _id: null,
          avg: { $avg: '$price' },
          min: { $min: '$price' },
          max: { $max: '$price' },
          first: { $first: '$_id' },
          last: { $last: '$_id' },
          all: { $push: '$price' },
          set: { $addToSet: '$item' },
          count: { $count: {} },
          none: { $avg: '$none' },
        },
      },
    ],
    sales,
    [
      {
        _id: null,
        avg: 6.25,
        min: 2.5,
        max: 10,
        first: 1,
        last: 3,
        all: [10, 2.5],
        set: ['x'],
        count: 2,
        none: null,
      },
    ],
  ],
  [
    '$group of equal numbers',
    [{ $group: { _id: '$a' } }],
    [{ a: 1 }, { a: 1n }, { a: new Double(1) }, {}, { a: null }],
    [{ _id: 1 }, { _id: null }],
  ],
  [
    '$sum past int32',
    [{ $group: { _id: null, n: { $sum: '$a' } } }],
    [{ a: 2 ** 31 - 1 }, { a: 1 }],
    [{ _id: null, n: 2n ** 31n }],
  ],
  [
    '$sum past int64',
    [{ $group: { _id: null, n: { $sum: '$a' } } }],
    [{ a: 2n ** 63n - 1n }, { a: 1 }],
    [{ _id: null, n: 2 ** 63 }],
  ],
  [
    '$sum of tenths',
    [{ $group: { _id: null, n: { $sum: '$a' } } }],
    Array.from({ length: 10 }, () => ({ a: 0.1 })),
    [{ _id: null, n: new Double(1) }],
  ],
  [
    '$group with a compound _id',
    [{ $group: { _id: { y: { $year: '$at' }, i: '$item' } } }],
    sales.slice(0, 1),
    [{ _id: { y: 2026, i: 'x' } }],
  ],
  [
    '$project of an expression below an array',
    [{ $project: { 'a.b': { $literal: 5 } } }],
    [{ a: [{ b: 1, c: 2 }, 7, [8]] }, { a: 7 }],
    [{ a: [{ b: 5 }, { b: 5 }, [{ b: 5 }]] }, { a: { b: 5 } }],
  ],
];

/** Stages of MongoDB that this server refuses by 40324. */
export const refusedStages =
  '$bucket $bucketAuto $densify $facet $fill $geoNear $graphLookup $lookup $merge $out $redact $replaceRoot $replaceWith $sample $setWindowFields $sortByCount $unionWith'.split(
    ' ',
  );
