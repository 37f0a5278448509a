import { expect, it } from '@jest/globals';
import { isTimeZone } from '../src/time-zone';

it('takes names of zones, and nothing else', () => {
  const names = ['Europe/Warsaw', 'UTC', '+02:00', '', 'Mars/Olympus', 'x'.repeat(100), '../etc'];
  expect(names.map(isTimeZone)).toEqual([true, true, false, false, false, false, false]);
});
