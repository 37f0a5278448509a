import { describe, expect, it } from '@jest/globals';
import { formatAmount, maxAmount, parseAmount } from '../../../sidecar/ledger/amount';
import { LedgerDataError } from '../../../sidecar/ledger/errors';

describe('amount', () => {
  it.each([
    ['1', 100_000_000_000n, '1.00000000000'],
    ['0', 0n, '0.00000000000'],
    ['0.00000000001', 1n, '0.00000000001'],
    ['00012.5', 1_250_000_000_000n, '12.50000000000'],
    ['92233720.36854775807', maxAmount, '92233720.36854775807'],
  ])('parses %s', (text, units, canonical) => {
    expect(parseAmount(text)).toBe(units);
    expect(formatAmount(units)).toBe(canonical);
  });

  it.each([
    ['nothing', ''],
    ['a point without digits', '.'],
    ['no digits before the point', '.5'],
    ['no digits after the point', '1.'],
    ['12 fraction digits', '0.123456789012'],
    ['an exponent', '1e3'],
    ['hex', '0x10'],
    ['a comma', '1,5'],
    ['two points', '1.2.3'],
    ['a plus sign', '+1'],
    ['a minus sign', '-0'],
    ['a leading blank', ' 1'],
    ['a trailing blank', '1 '],
    ['digits of another script', '١'],
    ['one unit past 64 bits', '92233720.36854775808'],
    ['far past 64 bits', '99999999999'],
    ['a megabyte of digits', '9'.repeat(1 << 20)],
  ])('refuses %s', (_case, text) => {
    expect(() => parseAmount(text)).toThrow(LedgerDataError);
  });

  it.each([
    [-1n, '-0.00000000001'],
    [-125_000_000_000n, '-1.25000000000'],
  ])('formats %s', (units, text) => {
    expect(formatAmount(units)).toBe(text);
  });
});
