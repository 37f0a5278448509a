import { Double, ObjectId, Timestamp } from 'bson';

/** Stands for no value. */
export const missing = Symbol('missing');
const max = 2n ** 63n - 1n;

/** The document that the expressions see. */
export const source = {
  n: null,
  one: 1,
  two: 2,
  long: 5n,
  big: max,
  text: 'Hello',
  list: [3, 1, 2],
  docs: [{ v: 1 }, { v: 2 }, { w: 3 }, 4],
  nested: { a: { b: 7 } },
  at: new Date('2026-03-29T00:30:15.250Z'),
  id: new ObjectId('65e1c8800123456789abcdef'),
};

/** Expression, result: from the manual's pages of the expression operators. `$$given` is 2. */
export const expressionCases: readonly (readonly [unknown, unknown])[] = [
  ['text', 'text'],
  ['$text', 'Hello'],
  ['$none', missing],
  ['$nested.a.b', 7],
  ['$docs.v', [1, 2]],
  ['$list.0', []],
  [
    ['$one', '$none'],
    [1, null],
  ],
  [
    { a: '$one', b: '$none', c: { d: '$two' } },
    { a: 1, c: { d: 2 } },
  ],
  ['$$ROOT.one', 1],
  ['$$CURRENT.two', 2],
  ['$$REMOVE', missing],
  ['$$given', 2],
  [{ $literal: '$one' }, '$one'],

  [{ $add: [1, 2] }, 3],
  [{ $add: [] }, 0],
  [{ $add: [1, '$n'] }, null],
  [{ $add: [2 ** 31 - 1, 1] }, 2n ** 31n],
  [{ $add: ['$long', 1] }, 6n],
  [{ $add: ['$big', 1] }, 2 ** 63],
  [{ $add: [1, 0.5, 0.5] }, new Double(2)],
  [{ $add: ['$at', 1000] }, new Date('2026-03-29T00:30:16.250Z')],
  [{ $subtract: [5, 7] }, -2],
  [{ $subtract: ['$at', '$at'] }, 0n],
  [{ $subtract: ['$at', 250] }, new Date('2026-03-29T00:30:15Z')],
  [{ $multiply: [3, '$long', 2] }, 30n],
  [{ $multiply: ['$big', 2] }, 2 ** 64],
  [{ $divide: [6, 3] }, new Double(2)],
  [{ $divide: [1, 4] }, 0.25],
  [{ $mod: [-7, 3] }, -1],
  [{ $mod: [7n, 3] }, 1n],
  [{ $mod: [7.5, 2] }, 1.5],
  [{ $abs: -5 }, 5],
  [{ $abs: -(2 ** 31) }, 2n ** 31n],
  [{ $ceil: 1.2 }, new Double(2)],
  [{ $floor: -1.2 }, new Double(-2)],
  [{ $floor: 5 }, 5],
  [{ $trunc: -1.7 }, new Double(-1)],
  [{ $trunc: [1234.567, -2] }, new Double(1200)],
  [{ $round: [2.5] }, new Double(2)],
  [{ $round: 3.5 }, new Double(4)],
  [{ $round: [1.005, 2] }, new Double(1)],
  [{ $round: [2.675, 2] }, 2.67],
  [{ $round: [-2.5, 0] }, new Double(-2)],
  [{ $round: [1e300, 2] }, 1e300],
  [{ $round: [25n, -1] }, 20n],
  [{ $round: [19.255, 1] }, 19.3],
  [{ $round: [155, -1] }, 160],
  [{ $round: [5n, 1] }, 5n],

  [{ $eq: [1, 1n] }, true],
  [{ $eq: ['$none', null] }, false],
  [{ $lt: ['$none', null] }, true],
  [{ $gt: ['a', 5] }, true],
  [{ $cmp: [1, 2] }, -1],
  [{ $ne: ['$n', '$none'] }, true],
  [{ $and: [] }, true],
  [{ $and: [1, 'x', []] }, true],
  [{ $and: [0, { $divide: [1, 0] }] }, false],
  [{ $or: [null, '$none', new Double(0)] }, false],
  [{ $or: [true, { $divide: [1, 0] }] }, true],
  [{ $not: ['$n'] }, true],
  [{ $cond: [{ $gt: ['$one', 0] }, 'yes', 'no'] }, 'yes'],
  [{ $cond: { if: false, then: 1, else: '$none' } }, missing],
  [{ $ifNull: ['$n', '$none', 7] }, 7],
  [{ $ifNull: ['$n', '$none'] }, missing],
  [
    {
      $switch: {
        branches: [
          { case: false, then: 1 },
          { case: true, then: 2 },
        ],
      },
    },
    2,
  ],
  [{ $switch: { branches: [{ case: false, then: 1 }], default: 9 } }, 9],

  [{ $concat: ['$text', ' ', 'x'] }, 'Hello x'],
  [{ $concat: ['a', '$n'] }, null],
  [{ $toUpper: 'éa1' }, 'éA1'],
  [{ $toLower: '$none' }, ''],

  [{ $arrayElemAt: ['$list', -1] }, 2],
  [{ $arrayElemAt: ['$list', 5] }, missing],
  [{ $first: '$list' }, 3],
  [{ $last: '$list' }, 2],
  [{ $size: '$list' }, 3],
  [{ $isArray: ['$list'] }, true],
  [{ $in: [1n, '$list'] }, true],

  [{ $sum: [1, 'x', 2n] }, 3n],
  [{ $sum: '$list' }, 6],
  [{ $avg: '$list' }, new Double(2)],
  [{ $max: '$list' }, 3],
  [{ $min: ['$n', 5, 4] }, 4],

  [{ $toString: '$long' }, '5'],
  [{ $toString: 2.5 }, '2.5'],
  [{ $toString: '$at' }, '2026-03-29T00:30:15.250Z'],
  [{ $toString: '$id' }, '65e1c8800123456789abcdef'],
  [{ $toString: 1e21 }, '1e+21'],
  [{ $toInt: '12' }, 12],
  [{ $toInt: -1.9 }, -1],
  [{ $toLong: '$at' }, BigInt(source.at.getTime())],
  [{ $toLong: '9223372036854775807' }, max],
  [{ $toDouble: '1e3' }, new Double(1000)],
  [{ $toDouble: '$long' }, new Double(5)],
  [{ $toInt: '$n' }, null],
];

const at = (text: string): Date => new Date(text);

/** Expression, result: dates. */
export const dateCases: readonly (readonly [unknown, unknown])[] = [
  [{ $year: '$at' }, 2026],
  [{ $month: '$at' }, 3],
  [{ $minute: '$at' }, 30],
  [{ $second: ['$at'] }, 15],
  [{ $millisecond: '$at' }, 250],
  [{ $dayOfYear: '$at' }, 88],
  [{ $dayOfWeek: '$at' }, 1],
  [{ $isoDayOfWeek: '$at' }, 7],
  [{ $hour: '$n' }, null],
  [{ $hour: { date: '$at', timezone: 'UTC' } }, 0],
  [{ $hour: { date: '$at', timezone: '$n' } }, null],
  [{ $year: '$id' }, 2024],
  [{ $year: new Timestamp({ t: 0, i: 0 }) }, 1970],

  [{ $dateTrunc: { date: '$at', unit: 'day' } }, at('2026-03-29T00:00:00Z')],
  [{ $dateTrunc: { date: '$at', unit: 'hour' } }, at('2026-03-29T00:00:00Z')],
  [{ $dateTrunc: { date: '$at', unit: 'minute', binSize: 20 } }, at('2026-03-29T00:20:00Z')],
  [{ $dateTrunc: { date: '$at', unit: 'week' } }, at('2026-03-29T00:00:00Z')],
  [{ $dateTrunc: { date: '$at', unit: 'week', startOfWeek: 'Mon' } }, at('2026-03-23T00:00:00Z')],
  [{ $dateTrunc: { date: '$at', unit: 'quarter' } }, at('2026-01-01T00:00:00Z')],
  [{ $dateTrunc: { date: '$at', unit: 'year', binSize: 5 } }, at('2025-01-01T00:00:00Z')],
  [
    { $dateTrunc: { date: at('1999-12-31T00:00:00Z'), unit: 'month', binSize: 2 } },
    at('1999-11-01T00:00:00Z'),
  ],
  [{ $dateTrunc: { date: '$n', unit: 'day' } }, null],

  [{ $dateToString: { date: '$at' } }, '2026-03-29T00:30:15.250Z'],
  [
    { $dateToString: { date: '$at', format: '%Y-%m-%d %H:%M:%S.%L %z %Z %j %u %w %U %G-W%V %%' } },
    '2026-03-29 00:30:15.250 +0000 0 088 7 1 13 2026-W13 %',
  ],
  [{ $dateToString: { date: '$n', onNull: 'none' } }, 'none'],
  [{ $dateToString: { date: '$none' } }, null],
];

/** What aggregation expressions of MongoDB this server refuses by 168. */
export const refusedOperators =
  '$sqrt $pow $let $strLenCP $substrCP $split $trim $ltrim $rtrim $regexMatch $slice $concatArrays $map $filter $reduce $mergeObjects $type $isNumber $toBool $toDate $toObjectId $toDecimal $convert $dateAdd $dateSubtract $exp $ln $log $log10 $strLenBytes $substrBytes $substr $indexOfCP $replaceOne $replaceAll $strcasecmp $regexFind $regexFindAll $reverseArray $range $indexOfArray $sortArray $setUnion $setIntersection $setDifference $setIsSubset $setEquals $allElementsTrue $anyElementTrue $objectToArray $arrayToObject $getField $setField $stdDevPop $week $isoWeek $isoWeekYear $dateDiff $dateFromString $dateFromParts $dateToParts'.split(
    ' ',
  );
