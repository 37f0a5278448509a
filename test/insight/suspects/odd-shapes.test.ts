import { expect, it } from '@jest/globals';
import type { HourFigures } from '../../../src/insight/suspects/hour-figures';
import { oddShapes, type PastTraffic } from '../../../src/insight/suspects/odd-shapes';
import { keysOf } from '../../../src/record';

const usual: HourFigures = {
  ...{ views: 330, validViews: 300, validClicks: 3, measuredViews: 270 },
  ...{ invalidViews: 20, mostInQuarter: 90 },
};
const past: PastTraffic = {
  ...{ views: 22_000, validViews: 20_000, validClicks: 200, measuredViews: 18_000 },
  ...{ invalidViews: 1_200, hours: 100, mostViews: 320 },
};
const unknown: PastTraffic = { ...past, hours: 3 };

it.each<[string, Partial<HourFigures>, PastTraffic, readonly string[]]>([
  ['usual', {}, past, []],
  ['four times the fullest hour', { validViews: 1_280, measuredViews: 1_200 }, past, []],
  ['more', { validViews: 1_281, measuredViews: 1_200 }, past, ['burst']],
  ['more, of a site that is new', { validViews: 1_281, measuredViews: 1_200 }, unknown, []],
  ['many clicks', { validClicks: 20 }, past, ['clicks']],
  ['clicks of a site that is new', { validClicks: 16 }, unknown, []],
  ['many clicks of a site that is new', { validClicks: 20 }, unknown, ['clicks']],
  ['few measured', { measuredViews: 130 }, past, ['unmeasured']],
  ['few measured of a site that is new', { measuredViews: 0 }, unknown, []],
  ['many refused', { views: 700, invalidViews: 300 }, unknown, ['refused']],
  ['all at once', { validViews: 400, measuredViews: 380, mostInQuarter: 380 }, past, ['sudden']],
  ['all at once, but few', { mostInQuarter: 300 }, past, []],
])('the shape of an hour: %s', (_what, change, before, shapes) => {
  const hour = { ...usual, ...change };
  expect(keysOf(oddShapes).filter((name) => oddShapes[name].isOdd(hour, before))).toEqual(shapes);
});
