import { describe, expect, it } from '@jest/globals';
import { hourIdOf, hourOf, hourOfId, nextHourOf, nextOpenHourOf } from '../src/hour';

const at = (text: string) => new Date(`${text}Z`);

describe('a clock hour', () => {
  it.each([
    ['2026-11-30T09:59:59.999', '2026-11-30T09:00', '2026-11-30T10:00'],
    ['2026-11-30T10:00:00.000', '2026-11-30T10:00', '2026-11-30T11:00'],
    ['2026-11-30T10:00:00.001', '2026-11-30T10:00', '2026-11-30T11:00'],
    ['2028-02-28T23:59:59.999', '2028-02-28T23:00', '2028-02-29T00:00'],
    ['2028-02-29T23:59:59.999', '2028-02-29T23:00', '2028-03-01T00:00'],
    ['2027-02-28T23:59:59.999', '2027-02-28T23:00', '2027-03-01T00:00'],
    ['2026-12-31T23:59:59.999', '2026-12-31T23:00', '2027-01-01T00:00'],
    ['1969-12-31T23:59:59.999', '1969-12-31T23:00', '1970-01-01T00:00'],
  ])('of %s begins at %s, and the next one at %s', (time, begin, next) => {
    expect(hourOf(at(time))).toEqual(at(begin));
    expect(nextHourOf(at(time))).toEqual(at(next));
    expect(hourOfId(hourIdOf(at(time)))).toEqual(at(begin));
  });

  it.each([
    ['2026-11-30T10:59:49.999', '2026-11-30T11:00'],
    ['2026-11-30T10:59:50.000', '2026-11-30T12:00'],
    ['2026-11-30T11:00:00.000', '2026-11-30T12:00'],
    ['2028-02-28T23:59:49.999', '2028-02-29T00:00'],
    ['2028-02-28T23:59:50.000', '2028-02-29T01:00'],
  ])('may be set at %s from %s on', (time, first) => {
    expect(nextOpenHourOf(at(time))).toEqual(at(first));
  });
});
