import { describe, expect, it } from '@jest/globals';
import { ZoneOffsets } from '../../../../src/insight/statistics/questions/zone-offsets';
import { dayMs, hourMs } from '../../../../src/time';
import { randomOf } from '../../../support/operation-search';

/** The plain definition: the zone's own clock, read at that moment. */
function plainOffsets(timeZone: string): (at: number) => number {
  const formatter = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  return (at) => {
    const text = formatter.formatToParts(at).find(({ type }) => type === 'timeZoneName')!.value;
    const [, sign, hours = 0, minutes = 0] = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(text)!;
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  };
}

const start = Date.parse('2000-01-01T00:00:00Z');
const end = Date.parse('2040-01-01T00:00:00Z');

describe('the offset of a zone is what its clocks say', () => {
  it('at any time, in every zone', () => {
    const random = randomOf(1);
    const wrong = Intl.supportedValuesOf('timeZone').flatMap((zone) => {
      const [offsets, plain] = [new ZoneOffsets(zone), plainOffsets(zone)];
      const times = Array.from({ length: 50 }, () => start + Math.floor(random() * (end - start)));
      return times
        .filter((at) => offsets.offsetAt(at) !== plain(at))
        .map((at) => `${zone} ${new Date(at).toISOString()}`);
    });
    expect(wrong).toEqual([]);
  });

  it.each([
    'Europe/Warsaw',
    'Australia/Lord_Howe',
    // Clocks are moved for Ramadan, too: four times in a year, twice within a month.
    'Africa/Casablanca',
    'Africa/Cairo',
    // A day was left out.
    'Pacific/Apia',
    'Asia/Pyongyang',
  ])('on each day, and right at each move, in %s', (zone) => {
    const [offsets, plain] = [new ZoneOffsets(zone), plainOffsets(zone)];
    const wrong: string[] = [];
    let moves = 0;
    const compare = (at: number) => {
      if (offsets.offsetAt(at) !== plain(at)) wrong.push(new Date(at).toISOString());
    };
    for (let day = start; day < end; day += dayMs) {
      compare(day);
      if (plain(day) === plain(day + dayMs)) continue;
      for (let hour = day; hour < day + dayMs; hour += hourMs / 4) {
        if (plain(hour) !== plain(hour + hourMs / 4)) moves += 1;
        for (const around of [-1, 0, 1]) compare(hour + around);
      }
    }
    expect(wrong).toEqual([]);
    expect(moves).toBeGreaterThan(1);
  });
});
