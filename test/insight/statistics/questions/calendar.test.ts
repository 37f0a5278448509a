import { describe, expect, it } from '@jest/globals';
import {
  bucketsOf,
  createHourOfDay,
  type Interval,
} from '../../../../src/insight/statistics/questions/calendar';
import { hourMs, quarterMs } from '../../../../src/time';
import { randomOf } from '../../../support/operation-search';

function buckets(zone: string, interval: Interval, from: string, to: string) {
  const range = { from: Date.parse(from), to: Date.parse(to) };
  const found = bucketsOf(range, interval, { zone, most: 10_000 })!;
  // Without a gap, from end to end.
  expect([found[0]!.from, found.at(-1)!.to]).toEqual([range.from, range.to]);
  found.slice(1).forEach((bucket, at) => expect(bucket.from).toBe(found[at]!.to));
  return found;
}
const hoursOf = (found: readonly { from: number; to: number }[]) =>
  found.map(({ from, to }) => (to - from) / hourMs);
const startsOf = (found: readonly { from: number }[]) =>
  found.map(({ from }) => new Date(from).toISOString().slice(0, 16));

describe('days', () => {
  it.each<[string, string, string, string, readonly number[]]>([
    ['of the gap', 'Europe/Warsaw', '2026-03-27T23:00Z', '2026-03-30T22:00Z', [24, 23, 24]],
    ['of the overlap', 'Europe/Warsaw', '2026-10-23T22:00Z', '2026-10-26T23:00Z', [24, 25, 24]],
    ['of the gap', 'America/New_York', '2026-03-07T05:00Z', '2026-03-10T04:00Z', [24, 23, 24]],
    ['of the overlap', 'America/New_York', '2026-10-31T04:00Z', '2026-11-03T05:00Z', [24, 25, 24]],
    // Clocks are moved by half an hour.
    ['of the gap', 'Australia/Lord_Howe', '2026-10-02T13:30Z', '2026-10-05T13:00Z', [24, 23.5, 24]],
    [
      'of the overlap',
      'Australia/Lord_Howe',
      '2026-04-03T13:00Z',
      '2026-04-06T13:30Z',
      [24, 24.5, 24],
    ],
    ['as anywhere', 'Asia/Kathmandu', '2026-05-01T18:15Z', '2026-05-03T18:15Z', [24, 24]],
    // Samoa went over the date line: it had no 30th of December.
    ['left out', 'Pacific/Apia', '2011-12-29T10:00Z', '2011-12-31T10:00Z', [24, 24]],
    [
      'in a zone whose gap is at midnight',
      'Africa/Cairo',
      '2026-04-22T22:00Z',
      '2026-04-24T21:00Z',
      [24, 23],
    ],
  ])('%s in %s', (_case, zone, from, to, hours) => {
    expect(hoursOf(buckets(zone, 'day', from, to))).toEqual(hours);
  });
});

describe('hours', () => {
  it('are whole in the zone', () => {
    const found = buckets('Asia/Kathmandu', 'hour', '2026-05-01T00:00Z', '2026-05-01T02:15Z');
    expect(startsOf(found)).toEqual(['2026-05-01T00:00', '2026-05-01T00:15', '2026-05-01T01:15']);
  });

  it.each([
    ['where one is left out', 'Europe/Warsaw', '2026-03-28T23:00Z', '2026-03-29T22:00Z', 23],
    ['where one comes twice', 'Europe/Warsaw', '2026-10-24T22:00Z', '2026-10-25T23:00Z', 25],
  ])('are of one length %s', (_case, zone, from, to, count) => {
    expect(hoursOf(buckets(zone, 'hour', from, to))).toEqual(
      Array.from({ length: count }, () => 1),
    );
  });

  it('begin at the zone’s own minute behind a move by half an hour', () => {
    const found = buckets('Australia/Lord_Howe', 'hour', '2026-04-04T13:00Z', '2026-04-05T13:30Z');
    expect(hoursOf(found).every((hours) => hours === 1 || hours === 0.5 || hours === 1.5)).toBe(
      true,
    );
    // UTC+11 before, UTC+10:30 behind it.
    expect(startsOf(found).at(-1)).toBe('2026-04-05T12:30');
    expect(startsOf(found)[1]).toBe('2026-04-04T14:00');
  });
});

describe('weeks, months, quarters and years', () => {
  it.each<[Interval, string, string, readonly string[]]>([
    [
      'week',
      '2025-12-31T23:00Z',
      '2026-01-18T23:00Z',
      ['2025-12-31T23:00', '2026-01-04T23:00', '2026-01-11T23:00'],
    ],
    [
      'month',
      '2026-01-30T23:00Z',
      '2026-04-10T22:00Z',
      ['2026-01-30T23:00', '2026-01-31T23:00', '2026-02-28T23:00', '2026-03-31T22:00'],
    ],
    [
      'quarter',
      '2025-11-14T23:00Z',
      '2026-07-02T22:00Z',
      ['2025-11-14T23:00', '2025-12-31T23:00', '2026-03-31T22:00', '2026-06-30T22:00'],
    ],
    [
      'year',
      '2024-06-01T22:00Z',
      '2026-06-01T22:00Z',
      ['2024-06-01T22:00', '2024-12-31T23:00', '2025-12-31T23:00'],
    ],
  ])('%s begins at its local midnight', (interval, from, to, starts) => {
    expect(startsOf(buckets('Europe/Warsaw', interval, from, to))).toEqual(starts);
  });

  it('have a 29th of February', () => {
    expect(hoursOf(buckets('UTC', 'month', '2028-02-01T00:00Z', '2028-03-01T00:00Z'))).toEqual([
      29 * 24,
    ]);
  });

  it.each<[Interval, string, string, readonly string[]]>([
    [
      'day',
      '2028-02-27T23:00Z',
      '2028-03-01T23:00Z',
      ['2028-02-27T23:00', '2028-02-28T23:00', '2028-02-29T23:00'],
    ],
    ['day', '2027-02-27T23:00Z', '2027-03-01T23:00Z', ['2027-02-27T23:00', '2027-02-28T23:00']],
    ['week', '2028-02-27T23:00Z', '2028-03-12T23:00Z', ['2028-02-27T23:00', '2028-03-05T23:00']],
    [
      'month',
      '2028-01-30T23:00Z',
      '2028-03-31T22:00Z',
      ['2028-01-30T23:00', '2028-01-31T23:00', '2028-02-29T23:00'],
    ],
    ['quarter', '2027-12-31T23:00Z', '2028-04-30T22:00Z', ['2027-12-31T23:00', '2028-03-31T22:00']],
    ['year', '2028-02-28T23:00Z', '2029-02-28T23:00Z', ['2028-02-28T23:00', '2028-12-31T23:00']],
  ])(
    'by the %s, leap years have it in a zone, and others have not',
    (interval, from, to, starts) => {
      expect(startsOf(buckets('Europe/Warsaw', interval, from, to))).toEqual(starts);
    },
  );
});

it('says when there are too many', () => {
  const tenYears = { from: Date.parse('2016-01-01T00:00Z'), to: Date.parse('2026-01-01T00:00Z') };
  const most = { zone: 'Europe/Warsaw', most: 10_000 };
  expect(bucketsOf(tenYears, 'hour', most)).toBeNull();
  expect(bucketsOf(tenYears, 'day', most)).toHaveLength(3_654);
});

it('days are what the clocks of a zone call one date, in every zone', () => {
  const random = randomOf(2);
  const [start, end] = [Date.parse('2000-01-01T00:00Z'), Date.parse('2040-01-01T00:00Z')];
  const wrong = Intl.supportedValuesOf('timeZone').flatMap((zone) => {
    const dates = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
    const from = start + Math.floor((random() * (end - start)) / quarterMs) * quarterMs;
    const range = { from, to: from + 40 * 24 * hourMs };
    return bucketsOf(range, 'day', { zone, most: 100 })!
      .filter(({ from: begin, to }, at) => {
        const isOne = dates.format(begin) === dates.format(to - 1);
        const isNew = at === 0 || dates.format(begin) !== dates.format(begin - 1);
        return !isOne || !isNew;
      })
      .map(({ from: begin }) => `${zone} ${new Date(begin).toISOString()}`);
  });
  expect(wrong).toEqual([]);
});

describe('the hour of the day', () => {
  it.each([
    ['UTC', '2026-05-01T23:59Z', 23],
    ['Asia/Kathmandu', '2026-05-01T00:14Z', 5],
    ['Asia/Kathmandu', '2026-05-01T00:15Z', 6],
    ['Europe/Warsaw', '2026-03-29T00:45Z', 1],
    // There is no hour from two to three.
    ['Europe/Warsaw', '2026-03-29T01:00Z', 3],
    ['Europe/Warsaw', '2026-10-25T00:30Z', 2],
    ['Europe/Warsaw', '2026-10-25T01:30Z', 2],
    ['America/New_York', '2026-05-01T03:00Z', 23],
    ['America/New_York', '1969-12-31T23:30Z', 18],
  ])('is that of the clocks of %s at %s', (zone, at, hour) => {
    expect(createHourOfDay(zone)(Date.parse(at))).toBe(hour);
  });

  it('is the same for who goes through a year by the quarter', () => {
    const zone = 'Australia/Lord_Howe';
    const clock = createHourOfDay(zone);
    const start = Date.parse('2026-01-01T00:10Z');
    const times = Array.from(
      { length: 365 * 96 },
      (_value, quarter) => start + quarter * quarterMs,
    );
    expect(times.filter((at) => clock(at) !== createHourOfDay(zone)(at))).toEqual([]);
  });
});
