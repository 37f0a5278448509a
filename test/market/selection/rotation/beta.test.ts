import { describe, expect, it } from '@jest/globals';
import { drawBeta } from '../../../../src/market/selection/rotation/beta';
import { Dice } from '../dice';
import { chiSquare } from './chi-square';
import { betaBelow } from './beta-below';

describe('draws from a Beta distribution', () => {
  it.each([
    [1, 1],
    [2, 5],
    [1, 499],
    [30, 70],
    [400, 20],
  ])('of %d and %d fall as often into each part of it', (alpha, beta) => {
    const dice = new Dice(7);
    // A roll may be 0.
    const random = () => dice.roll() || 0.5;
    const parts = Array.from({ length: 20 }, () => 0);
    for (let nth = 0; nth < 20_000; nth += 1) {
      const part = Math.floor(betaBelow(drawBeta({ alpha, beta }, random), { alpha, beta }) * 20);
      parts[part] = (parts[part] ?? 0) + 1;
    }
    const even = parts.map(() => 1);
    // Above it chance comes once in a thousand times.
    expect(chiSquare(parts, even)).toBeLessThan(43.8);
  });
});
