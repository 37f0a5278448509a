import { describe, expect, it } from '@jest/globals';
import type { HourTally } from '../../../src/money/budgets/hour-tally';
import { expectedCost, seenShareOf } from '../../../src/money/budgets/seen-share';

const at = new Date('2026-11-22T10:20:30Z');

function aTally(
  minutes: Readonly<Record<number, readonly [offers: bigint, views: bigint]>>,
): HourTally {
  const entries = Object.entries(minutes).map(
    ([minute, [offers, views]]) =>
      [
        Number(minute),
        {
          reserved: offers,
          seen: views,
          offers,
          views,
          reservedForViews: 0n,
          seenOfViews: 0n,
          beside: 0n,
        },
      ] as const,
  );
  return { spent: 0n, minutes: new Map(entries), version: 1 };
}

describe('seenShareOf', () => {
  it.each([
    ['of nothing', null, null, 1_000n],
    ['of too few', aTally({ 10: [49n, 7n] }), null, 1_000n],
    ['of offers that are older than two minutes', aTally({ 10: [100n, 70n] }), null, 700n],
    ['rounded up', aTally({ 10: [300n, 100n] }), null, 334n],
    ['without those of now', aTally({ 10: [100n, 70n], 19: [99n, 0n] }), null, 700n],
    ['with the end of the hour before', null, aTally({ 30: [100n, 70n] }), 700n],
    ['without what is over an hour ago', null, aTally({ 19: [100n, 70n] }), 1_000n],
    ['while no view has a verdict', aTally({ 10: [100n, 0n] }), null, 1_000n],
    ['a tenth at least', aTally({ 10: [100n, 1n] }), null, 100n],
    ['all at most', aTally({ 10: [100n, 110n] }), null, 1_000n],
  ])('is, %s, %#', (_case, hour, hourBefore, share) => {
    expect(seenShareOf({ hour, hourBefore }, at)).toBe(share);
  });
});

it('expectedCost weighs the view, and leaves what is expected of a click', () => {
  const price = { offerCost: 130n, viewPrice: 100n };
  expect(expectedCost(price, 1_000n)).toBe(130n);
  expect(expectedCost(price, 700n)).toBe(100n);
  expect(expectedCost({ offerCost: 1n, viewPrice: 1n }, 100n)).toBe(1n);
});
