import { describe, expect, it } from '@jest/globals';
import {
  dimensionFor,
  dimensions,
  sides,
} from '../../../../src/insight/statistics/questions/dimensions';
import { measures } from '../../../../src/insight/statistics/questions/measures';
import { keysOf } from '../../../../src/record';

/** Finds are counted by these; the hour of the day is read from the clock. */
const counted: ReadonlySet<string | null> = new Set(['siteId', 'placementId', null]);

describe('the requests of a find', () => {
  it('are said to be told by the dimensions that they are counted by', () => {
    const known = keysOf(dimensions).filter((name) =>
      sides.some((side) => {
        const seen = side === 'advertiser' ? null : dimensionFor(side, name);
        return seen !== null && counted.has(seen.part);
      }),
    );
    const said = /anything but ([a-z, ]+), and where/.exec(measures.requests.description)?.[1];
    expect(said?.split(/, | and /).toSorted()).toEqual(known.toSorted());
  });
});
