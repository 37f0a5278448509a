import { describe, expect, it } from '@jest/globals';
import { parseTime } from '../src/time';

describe('parseTime', () => {
  it.each([
    ['2026-02-09T12:00:00Z', '2026-02-09T12:00:00.000Z'],
    ['2026-02-09T12:00:00+02:00', '2026-02-09T10:00:00.000Z'],
    ['2026-02-09T12:00:00+0200', '2026-02-09T10:00:00.000Z'],
    ['2026-02-09T12:00:00.250-0530', '2026-02-09T17:30:00.250Z'],
  ])('reads %s', (text, expected) => {
    expect(parseTime(text)?.toISOString()).toBe(expected);
  });

  it.each([
    '2026-02-09T12:00:00',
    '2026-02-09T12:00:00+02',
    '2026-02-09T12:00:00+2:00',
    '2026-02-09T12:00:00+9900',
    '2026-02-30T12:00:00Z',
    '2026-02-09T24:00:00+0200',
    '0000-01-01T00:00:00+0200',
  ])('refuses %s', (text) => {
    expect(parseTime(text)).toBeNull();
  });
});
