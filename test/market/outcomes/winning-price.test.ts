import { describe, expect, it } from '@jest/globals';
import { priceClassOf, typicalPriceOf } from '../../../src/market/outcomes/winning-price';

const typicalOf = (prices: readonly number[], least = 1) => {
  const counts = new Map<number, number>();
  for (const price of prices) {
    const priceClass = priceClassOf(price)!;
    counts.set(priceClass, (counts.get(priceClass) ?? 0) + 1);
  }
  return typicalPriceOf(counts, least);
};

describe('the typical winning price', () => {
  it.each([
    [[2], 2],
    [[0.001, 0.001, 900], 0.001],
    [[1, 3, 100], 3],
    [[0.4, 0.5, 0.6, 70, 80], 0.6],
  ])('of %j is %d, to a twentieth', (prices, middle) => {
    const typical = typicalOf(prices)!;
    expect(typical / middle).toBeGreaterThan(0.95);
    expect(typical / middle).toBeLessThan(1.05);
  });

  it('is nobody’s to see while there are few', () => {
    expect(typicalOf([1, 1, 1], 4)).toBeNull();
    expect(typicalOf([1, 1, 1, 1], 4)).not.toBeNull();
  });

  it('knows no price of what is free', () => {
    expect([0, -1, Number.NaN].map(priceClassOf)).toEqual([null, null, null]);
  });
});
