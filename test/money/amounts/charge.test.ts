import { describe, expect, it } from '@jest/globals';
import { maxAmount } from '../../../src/amount';
import { feeOf, coinsOf } from '../../../src/money/amounts/charge';
import { hourIdOf, hourOf, nextHourOf } from '../../../src/hour';

const usd = 100_000_000_000n;

describe('coinsOf', () => {
  it.each([
    ['a cent at 2 cents a coin', usd / 100n, usd / 50n, usd / 2n],
    ['at a rate of 1', 12_345n, usd, 12_345n],
    ['down to the unit', 1n, 3n * usd, 0n],
    ['down to the unit, not to the nearest', 2n * usd, 3n * usd, 66_666_666_666n],
    ['nothing', 0n, 1n, 0n],
    ['more than int64 in between', maxAmount, maxAmount, usd],
  ])('takes %s', (_case, price, rate, coins) => {
    expect(coinsOf(price, rate)).toBe(coins);
  });

  it('refuses what no price and no rate is', () => {
    expect(() => coinsOf(-1n, usd)).toThrow('a price must not be negative: -1');
    expect(() => coinsOf(1n, 0n)).toThrow('a rate must be above 0: 0');
    expect(() => coinsOf(1n, -1n)).toThrow(RangeError);
  });
});

describe('feeOf', () => {
  it.each([
    [10_000n, 100, 100n],
    [10_099n, 100, 100n],
    [99n, 100, 0n],
    [maxAmount, 10_000, maxAmount],
    [maxAmount, 0, 0n],
  ])('of %p at %p basis points is %p', (value, basisPoints, fee) => {
    expect(feeOf(value, basisPoints)).toBe(fee);
  });

  it.each([
    [-1n, 100],
    [1n, -1],
    [1n, 10_001],
    [1n, 0.5],
  ])('of %p at %p basis points is none', (value, basisPoints) => {
    expect(() => feeOf(value, basisPoints)).toThrow(RangeError);
  });
});

describe('a clock hour', () => {
  it.each([
    ['2026-11-22T15:00:00.000Z', '2026-11-22T15:00:00.000Z'],
    ['2026-11-22T15:59:59.999Z', '2026-11-22T15:00:00.000Z'],
    ['1969-12-31T23:59:59.999Z', '1969-12-31T23:00:00.000Z'],
  ])('of %s begins at %s', (at, start) => {
    const hour = hourOf(new Date(at));
    expect(hour.toISOString()).toBe(start);
    expect(nextHourOf(new Date(at)).getTime() - hour.getTime()).toBe(3_600_000);
    expect(hourIdOf(hour) * 3_600_000).toBe(hour.getTime());
  });
});
