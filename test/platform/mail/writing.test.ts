import { describe, expect, it } from '@jest/globals';
import { writeNumber, writeTime } from '../../../src/platform/mail/writing';

describe('numbers in mails', () => {
  it.each([
    ['5', '5', '5'],
    [1234, '1,234', '1.234'],
    ['1234567.05000000001', '1,234,567.05000000001', '1.234.567,05000000001'],
    ['-0.50', '-0.50', '-0,50'],
    ['12 apples', '12 apples', '12 apples'],
  ])('%s', (value, english, german) => {
    expect([writeNumber('en', value), writeNumber('de', value)]).toEqual([english, german]);
  });
});

describe('times in mails', () => {
  it.each([
    ['2026-05-01', '1 May 2026', '1. Mai 2026'],
    ['2026-05-01T12:30:00+00:00', '1 May 2026 at 12:30 UTC', '1. Mai 2026 um 12:30 UTC'],
    [
      new Date('2026-12-31T23:59:59Z'),
      '31 December 2026 at 23:59 UTC',
      '31. Dezember 2026 um 23:59 UTC',
    ],
    ['some day', 'some day', 'some day'],
  ])('%s', (value, english, german) => {
    expect([writeTime('en', value), writeTime('de', value)]).toEqual([english, german]);
  });
});
