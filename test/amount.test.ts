import { describe, expect, it } from '@jest/globals';
import { formatAmount, parseAmount, toAmount } from '../src/amount';

describe('Amount', () => {
  it.each([
    ['0', 0n],
    ['1', 100_000_000_000n],
    ['0.05', 5_000_000_000n],
    ['0.00000000001', 1n],
    ['-1.5', -150_000_000_000n],
    ['92233720.36854775807', 2n ** 63n - 1n],
  ])('reads and prints %s', (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
    expect(formatAmount(amount)).toBe(text);
  });

  it.each([
    [0.5, '0.5'],
    [0.000_000_000_019, '0.00000000001'],
    [0, '0'],
    [-1, '0'],
    [Number.NaN, '0'],
    [92_233_720.368_6, '92233720.36854775807'],
    [Number.POSITIVE_INFINITY, '92233720.36854775807'],
  ])('takes the estimate %d for %s', (estimate, text) => {
    expect(formatAmount(toAmount(estimate))).toBe(text);
  });

  it.each([
    '',
    '.5',
    '1.',
    '1e3',
    '0x10',
    '1,5',
    ' 1',
    '1 ',
    '+1',
    '0.123456789012',
    '92233720.36854775808',
    'NaN',
  ])('refuses %j', (text) => {
    expect(parseAmount(text)).toBeNull();
  });
});
