import { describe, expect, it } from '@jest/globals';
import { parseReason } from '../src/reason';

describe('parseReason', () => {
  it('takes blanks from both ends', () => {
    expect(parseReason('  papers are missing\n')).toBe('papers are missing');
    expect(parseReason(` ${'x'.repeat(500)} `)).toHaveLength(500);
  });

  it.each([
    ['an empty one', ''],
    ['a blank one', ' \n '],
    ['one of 501 characters', 'x'.repeat(501)],
  ])('refuses %s', (_what, text) => {
    expect(() => parseReason(text)).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_FAILED',
        details: { reason: ['must have 1 to 500 characters'] },
      }),
    );
  });
});
