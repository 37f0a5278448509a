import { describe, expect, it } from '@jest/globals';
import { priceOfPart, secondPriceOf } from '../../../src/market/serving/offer-price';
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

describe('the second price', () => {
  const usd = 10n ** 11n;
  /** USD for 1,000 views. */
  const priceOf = (rpm: bigint) => {
    const viewPrice = (rpm * usd) / 1_000n;
    return { rpm: Number(rpm), viewPrice, clickPrice: 0n, offerCost: viewPrice };
  };
  const paidRpm = (rpm: bigint, worth: Parameters<typeof secondPriceOf>[1]) =>
    (Number(secondPriceOf(priceOf(rpm), worth).viewPrice) * 1_000) / Number(usd);

  it.each([
    ['a bid that the ranking believes', 40n, { ofBid: 40, own: 40, second: 2 }, 2],
    ['one that it does not believe', 5_000n, { ofBid: 999.99, own: 999.99, second: 2 }, 2],
    ['one that modifiers bring above it', 1_500n, { ofBid: 150, own: 999.99, second: 300 }, 300],
    ['one that modifiers bring below it', 500n, { ofBid: 999.99, own: 99.999, second: 50 }, 50],
    ['one that another equals', 5_000n, { ofBid: 999.99, own: 999.99, second: 999.99 }, 5_000],
    ['one that is worth nothing', 40n, { ofBid: 0, own: 0, second: 0 }, 40],
  ])('of %s is what it would still have been chosen for', (_case, rpm, worth, paid) => {
    expect(paidRpm(rpm, worth)).toBeCloseTo(paid, 3);
  });

  it.each([
    ['clicks of it come more seldom than of its campaign', 0.002],
    ['clicks of it come more often', 0.9],
  ])('of a creative that is paid by the click is its own, where %s', (_case, clickRate) => {
    // 1,000 USD for a click, which every tenth view of the campaign brings: 100,000 USD for 1,000 views.
    const full = { rpm: 999.99, viewPrice: 0n, clickPrice: 1_000n * usd, offerCost: 100n * usd };
    const worth = { ofBid: 999.99, own: 999.99, second: 900, clickRate };
    const { clickPrice } = secondPriceOf(full, worth);
    expect((Number(clickPrice) / Number(usd)) * clickRate * 1_000).toBeCloseTo(900, 3);
  });

  it('tells as worth what it is lowered to, however much is paid', () => {
    const full = { ...priceOf(10_000_000n), rpm: 999.99 };
    const { rpm } = secondPriceOf(full, { ofBid: 999.99, own: 999.99, second: 2 });
    expect(rpm).toBeCloseTo(2, 6);
  });
});
