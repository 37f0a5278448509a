import { expect, it } from '@jest/globals';
import { isWithinTimes } from '../../../src/demand/creatives/creative-times';

const [before, first, between, last, after] = [0, 1, 2, 3, 4].map((ms) => new Date(ms));

it.each([
  [{ startsAt: first, endsAt: last }, [false, true, true, true, false]],
  [{ startsAt: first, endsAt: null }, [false, true, true, true, true]],
  [{ startsAt: null, endsAt: last }, [true, true, true, true, false]],
  [null, [true, true, true, true, true]],
] as const)('the times %j have their first and their last moment: %j', (times, expected) => {
  const moments = [before, first, between, last, after].map((at) => at ?? new Date(NaN));
  const own = times && { startsAt: times.startsAt ?? null, endsAt: times.endsAt ?? null };
  expect(moments.map((at) => isWithinTimes(own, at))).toEqual(expected);
});
