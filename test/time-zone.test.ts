import { expect, it } from '@jest/globals';
import { localDayOf, isTimeZone } from '../src/time-zone';

it('takes names of zones, and nothing else', () => {
  const names = ['Europe/Warsaw', 'UTC', '+02:00', '', 'Mars/Olympus', 'x'.repeat(100), '../etc'];
  expect(names.map(isTimeZone)).toEqual([true, true, false, false, false, false, false]);
});

it.each([
  ['UTC', '2026-03-29T10:00:00Z', '2026-03-29T00:00:00Z', '2026-03-30T00:00:00Z'],
  // Clocks are set on and back: days of 23 and 25 hours.
  ['Europe/Warsaw', '2026-03-29T10:00:00Z', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
  ['Europe/Warsaw', '2026-10-25T22:59:59Z', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
  ['Europe/Warsaw', '2026-10-25T23:00:00Z', '2026-10-25T23:00:00Z', '2026-10-26T23:00:00Z'],
  ['UTC', '2028-02-28T23:59:59.999Z', '2028-02-28T00:00:00Z', '2028-02-29T00:00:00Z'],
  ['UTC', '2028-02-29T23:59:59.999Z', '2028-02-29T00:00:00Z', '2028-03-01T00:00:00Z'],
  ['America/New_York', '2028-02-29T05:00:00Z', '2028-02-29T05:00:00Z', '2028-03-01T05:00:00Z'],
  ['America/New_York', '2028-03-01T04:59:59.999Z', '2028-02-29T05:00:00Z', '2028-03-01T05:00:00Z'],
  ['America/New_York', '2028-03-01T05:00:00Z', '2028-03-01T05:00:00Z', '2028-03-02T05:00:00Z'],
  ['Asia/Kolkata', '2027-02-28T18:29:59.999Z', '2027-02-27T18:30:00Z', '2027-02-28T18:30:00Z'],
  ['Pacific/Auckland', '2026-12-31T11:00:00Z', '2026-12-31T11:00:00Z', '2027-01-01T11:00:00Z'],
  ['Asia/Kolkata', '2026-06-01T18:29:59Z', '2026-05-31T18:30:00Z', '2026-06-01T18:30:00Z'],
  ['Asia/Kolkata', '2026-06-01T18:30:00Z', '2026-06-01T18:30:00Z', '2026-06-02T18:30:00Z'],
  ['Asia/Kathmandu', '2026-06-01T18:20:00Z', '2026-06-01T18:15:00Z', '2026-06-02T18:15:00Z'],
  ['Pacific/Kiritimati', '2026-06-01T10:00:00Z', '2026-06-01T10:00:00Z', '2026-06-02T10:00:00Z'],
  // It had no midnight: the day began at one.
  ['America/Santiago', '2026-09-06T12:00:00Z', '2026-09-06T04:00:00Z', '2026-09-07T03:00:00Z'],
])('in %s the day of %s is from %s to %s', (zone, at, from, to) => {
  expect(localDayOf(zone, new Date(at))).toEqual({ from: new Date(from), to: new Date(to) });
});

it('days follow one another without a gap, and each moment is in its own', () => {
  for (const zone of ['Europe/Warsaw', 'America/Santiago', 'Australia/Lord_Howe', 'Asia/Kolkata']) {
    const start = Date.UTC(2028, 0, 1, 12);
    let { to } = localDayOf(zone, new Date(start));
    for (let count = 1; count < 366; count += 1) {
      const day = localDayOf(zone, to);
      expect([zone, day.from]).toEqual([zone, to]);
      expect(localDayOf(zone, new Date(day.to.getTime() - 1))).toEqual(day);
      ({ to } = day);
    }
    // It was a leap year.
    expect([zone, localDayOf(zone, to).from]).toEqual([
      zone,
      localDayOf(zone, new Date(Date.UTC(2029, 0, 1, 12))).from,
    ]);
  }
});
