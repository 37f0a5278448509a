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
  [{ $literal: null }, null],

  [{ $add: [1, 2] }, 3],
  [{ $add: [] }, 0],
  [{ $add: [1, '$n'] }, null],
  [{ $add: [2 ** 31 - 1, 1] }, 2n ** 31n],
  [{ $add: ['$long', 1] }, 6n],
  [{ $add: ['$big', 1] }, 2 ** 63],
  [{ $add: [1, 0.5, 0.5] }, new Double(2)],
  [{ $add: [new Date(1000), 1.4] }, new Date(1001)],
  [{ $add: [new Date(1000), 1.5] }, new Date(1002)],
  [{ $add: [-1.5, new Date(0)] }, new Date(-2)],
  [{ $subtract: [new Date(1000), 1.5] }, new Date(999)],
  [{ $add: ['$at', 1000] }, new Date('2026-03-29T00:30:16.250Z')],
  [{ $subtract: [5, 7] }, -2],
  [{ $subtract: ['$at', '$at'] }, 0n],
  [{ $subtract: ['$at', 250] }, new Date('2026-03-29T00:30:15Z')],
  [{ $multiply: [3, '$long', 2] }, 30n],
  [{ $multiply: ['$big', 2] }, 2 ** 64],
  [{ $divide: [6, 3] }, new Double(2)],
  [{ $divide: [1, 4] }, 0.25],

  [{ $eq: [1, 1n] }, true],
  [{ $eq: ['$none', null] }, false],
  [{ $lt: ['$none', null] }, true],
  [{ $gt: ['a', 5] }, true],
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

  [{ $concat: ['$text', ' ', 'x'] }, 'Hello x'],
  [{ $concat: ['a', '$n'] }, null],
  [{ $toUpper: 'éa1' }, 'éA1'],
  [{ $toLower: '$none' }, ''],

  [{ $arrayElemAt: ['$list', -1] }, 2],
  [{ $arrayElemAt: ['$list', 5] }, missing],
  [{ $size: '$list' }, 3],
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
  [{ $toString: new Double(1e17) }, '1e+17'],
  [{ $toString: new Double(1e15) }, '1000000000000000'],
  [{ $toString: 0.1 + 0.2 }, '0.3'],
  [{ $toString: -0.000001 }, '-1e-06'],
  [{ $toString: 0.0001234 }, '0.0001234'],
  [{ $toString: 2 / 3 }, '0.6666666666666666'],
  [{ $toString: new Double(100) }, '100'],
  [{ $toString: new Double(-0) }, '-0'],
  [{ $toString: Infinity }, 'Infinity'],
];

/** Expression, result: dates. */
export const dateCases: readonly (readonly [unknown, unknown])[] = [
  [{ $year: '$at' }, 2026],
  [{ $month: '$at' }, 3],
  [{ $dayOfMonth: ['$at'] }, 29],
  [{ $hour: '$n' }, null],
  [{ $hour: { date: '$at', timezone: 'UTC' } }, 0],
  [{ $hour: { date: '$at', timezone: '$n' } }, null],
  [{ $year: '$id' }, 2024],
  [{ $year: new Timestamp({ t: 0, i: 0 }) }, 1970],

  [{ $dateToString: { date: '$at' } }, '2026-03-29T00:30:15.250Z'],
  [
    { $dateToString: { date: '$at', format: '%Y-%m-%d %H:%M:%S.%L %%' } },
    '2026-03-29 00:30:15.250 %',
  ],
  [{ $dateToString: { date: '$n', onNull: 'none' } }, 'none'],
  [{ $dateToString: { date: '$none' } }, null],
  [{ $dateToString: { date: '$at', format: '$none' } }, null],
];

/** Expressions of MongoDB that this server refuses by 168. */
export const refusedOperators =
  '$abs $ceil $cmp $dateTrunc $dayOfWeek $dayOfYear $first $floor $isArray $isoDayOfWeek $last $millisecond $minute $mod $round $second $switch $toDouble $toInt $toLong $trunc $sqrt $pow $let $strLenCP $substrCP $split $trim $ltrim $rtrim $regexMatch $slice $concatArrays $map $filter $reduce $mergeObjects $type $isNumber $toBool $toDate $toObjectId $toDecimal $convert $dateAdd $dateSubtract $exp $ln $log $log10 $strLenBytes $substrBytes $substr $indexOfCP $replaceOne $replaceAll $strcasecmp $regexFind $regexFindAll $reverseArray $range $indexOfArray $sortArray $setUnion $setIntersection $setDifference $setIsSubset $setEquals $allElementsTrue $anyElementTrue $objectToArray $arrayToObject $getField $setField $stdDevPop $week $isoWeek $isoWeekYear $dateDiff $dateFromString $dateFromParts $dateToParts'.split(
    ' ',
  );
