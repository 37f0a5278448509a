import { describe, expect, it } from '@jest/globals';
import { priceOfPart } from '../../../src/market/serving/offer-price';
import { Dice } from '../selection/dice';

const price = { rpm: 3, viewPrice: 2_000n, clickPrice: 50_000n, offerCost: 2_101n };

describe('the price of a part', () => {
  it.each([
    ['all', 1, price],
    ['what is not known', NaN, price],
    ['half', 0.5, { rpm: 1.5, viewPrice: 1_001n, clickPrice: 25_001n, offerCost: 1_001n + 51n }],
    ['nothing', 0, { rpm: 0, viewPrice: 1n, clickPrice: 1n, offerCost: 2n }],
  ])('of %s', (_case, part, expected) => {
    expect(priceOfPart(price, part)).toEqual(expected);
  });

  it('leaves free what is free', () => {
    const ofViews = { rpm: 1, viewPrice: 10n, clickPrice: 0n, offerCost: 10n };
    expect(priceOfPart(ofViews, 0.25)).toMatchObject({ clickPrice: 0n, offerCost: 3n });
  });

  it('is above the part, by no more than two units, and never above the whole', () => {
    const dice = new Dice(7);
    for (let round = 0; round < 2_000; round += 1) {
      const viewPrice = BigInt(dice.below(2 ** 40));
      const clickPrice = BigInt(dice.below(2 ** 40));
      const offerCost = viewPrice + clickPrice / 500n;
      const part = dice.roll();
      const paid = priceOfPart({ rpm: 1, viewPrice, clickPrice, offerCost }, part);
      for (const [own, lowered] of [
        [viewPrice, paid.viewPrice],
        [clickPrice, paid.clickPrice],
        [offerCost - viewPrice, paid.offerCost - paid.viewPrice],
      ] as const) {
        expect(lowered <= own).toBe(true);
        const exact = Number(own) * part;
        expect(Number(lowered)).toBeGreaterThanOrEqual(Math.min(exact, Number(own)));
        expect(Number(lowered)).toBeLessThanOrEqual(exact + 2.01);
      }
    }
  });
});
