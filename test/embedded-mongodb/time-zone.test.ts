import { expect, it } from '@jest/globals';
import { fromLocal, timeZone } from '../../embedded-mongodb/aggregate/time-zone';
import { random } from './documents';

/** The offset that the platform writes behind a date, in milliseconds. */
function writtenOffset(time: number, format: Intl.DateTimeFormat): number {
  const part = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')!;
  const match = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(part.value);
  if (!match) return 0;
  const [, sign, hours, minutes, seconds = '0'] = match;
  const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -size : size;
}

it('agrees with the platform in every zone, from 1906 to 2096, and back from local time', () => {
  const wrong: unknown[] = [];
  for (const name of Intl.supportedValuesOf('timeZone')) {
    const zone = timeZone(name);
    const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
    for (let i = 0; i < 8; i += 1) {
      const time = random(4_000_000) * 1_000_000 - 2e12;
      const offset = zone.offsetAt(time);
      const back = fromLocal(time + offset, zone);
      const isSameClock = back + zone.offsetAt(back) === time + offset;
      if (offset !== writtenOffset(time, format) || !isSameClock) wrong.push([name, time]);
    }
  }
  expect(wrong).toEqual([]);
});
