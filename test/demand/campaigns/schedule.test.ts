import { expect, it } from '@jest/globals';
import {
  hourOfWeek,
  hoursOf,
  scheduleKind,
  timeZoneKind,
} from '../../../src/demand/campaigns/schedule';

const from = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at);

it.each<[string[], number[]]>([
  [['Mo 09:00-11:00'], [9, 10]],
  [['Mo-Tu 00:00-01:00'], [0, 24]],
  [['Mo,We 23:00-24:00'], [23, 71]],
  [['Tu'], from(24, 24)],
  [['Tu 00:00-00:00'], from(24, 24)],
  [['Fr 22:00-02:00'], from(118, 4)],
  [['Su 22:00-02:00'], [0, 1, 166, 167]],
  [['Sa-Mo 12:00-13:00'], [12, 132, 156]],
  [
    ['Mo 09:00-11:00', 'Mo 10:00-12:00'],
    [9, 10, 11],
  ],
  [['Mo-Su'], from(0, 168)],
])('%j names its hours of the week', (entries, hours) => {
  expect(scheduleKind.input.parse(entries)).toEqual(entries);
  expect(hoursOf(entries)).toEqual(hours);
});

it.each([
  [[]],
  [['']],
  [['Monday']],
  [['Mo-']],
  [['Mo 9:00-17:00']],
  [['Mo 09:30-17:00']],
  [['Mo 24:00-02:00']],
  [['Mo 09:00-25:00']],
  [['mo 09:00-10:00']],
  [['Mo  09:00-10:00']],
  [Array.from({ length: 25 }, () => 'Mo')],
  [['Mo,'.repeat(30) + 'Mo']],
  ['Mo'],
])('%j is no schedule', (value) => {
  expect(scheduleKind.input.safeParse(value).success).toBe(false);
});

it('goes by the clocks of the zone, in summer and in winter', () => {
  const at = (time: string) => hourOfWeek('Europe/Warsaw', Date.parse(time));
  // Monday, before and after the clocks were set.
  expect([at('2026-03-23T08:30Z'), at('2026-03-30T07:30Z')]).toEqual([9, 9]);
  // The hour from 2 to 3 comes twice on that Sunday.
  expect([at('2026-10-25T00:30Z'), at('2026-10-25T01:30Z')]).toEqual([146, 146]);
  expect(hourOfWeek('Asia/Kathmandu', Date.parse('2026-03-22T18:15Z'))).toBe(0);
});

it('takes a time zone as it is written', () => {
  expect(timeZoneKind.input.parse('Asia/Kolkata')).toBe('Asia/Kolkata');
  expect(timeZoneKind.input.safeParse('Mars/Olympus').success).toBe(false);
});
