import { expect, it } from '@jest/globals';
import { maxPrice } from '../../../src/amount';
import { modifiedPrice } from '../../../src/market/inventory/modified-price';
import { wholeBid } from '../../../src/market/selection/bid-modifiers';
import { Dice } from '../selection/dice';

const price = { rpm: 2, viewPrice: 2_001n, clickPrice: 50_003n, offerCost: 2_102n };

it.each([
  ['the whole bid', wholeBid, price],
  ['a tenth', 100_000, { rpm: 0.2, viewPrice: 200n, clickPrice: 5_000n, offerCost: 211n }],
  [
    'ten times',
    10_000_000,
    { rpm: 20, viewPrice: 20_010n, clickPrice: 500_030n, offerCost: 21_021n },
  ],
])('is, at %s, rounded down', (_case, multiplier, expected) => {
  expect(modifiedPrice(price, multiplier)).toEqual(expected);
});

it('is free where the price is, and the greatest price at most', () => {
  const free = { rpm: 0, viewPrice: 0n, clickPrice: 0n, offerCost: 0n };
  expect(modifiedPrice(free, 10_000_000)).toEqual(free);
  const views = { rpm: 1, viewPrice: 10n, clickPrice: 0n, offerCost: 10n };
  expect(modifiedPrice(views, 250_000)).toMatchObject({ viewPrice: 2n, offerCost: 2n });
  const dearest = {
    rpm: 1,
    viewPrice: maxPrice / 1_000n,
    clickPrice: maxPrice,
    offerCost: maxPrice,
  };
  expect(modifiedPrice(dearest, 10_000_000)).toMatchObject({
    ...{ viewPrice: maxPrice / 100n, clickPrice: maxPrice },
  });
});

it('is never less at a greater multiplier', () => {
  const dice = new Dice(5);
  for (let round = 0; round < 2_000; round += 1) {
    const [viewPrice, clickPrice] = [BigInt(dice.below(2 ** 40)), BigInt(dice.below(2 ** 20))];
    const whole = { rpm: 1, viewPrice, clickPrice, offerCost: viewPrice + clickPrice / 500n + 1n };
    const multiplier = 100_000 + dice.below(9_800_000);
    const [less, more] = [multiplier, multiplier + 1 + dice.below(100_000)].map((one) =>
      modifiedPrice(whole, one),
    );
    expect(less!.viewPrice <= more!.viewPrice).toBe(true);
    expect(less!.clickPrice <= more!.clickPrice).toBe(true);
    expect(less!.offerCost <= more!.offerCost).toBe(true);
    expect(less!.viewPrice).toBe((viewPrice * BigInt(multiplier)) / 1_000_000n);
  }
});
