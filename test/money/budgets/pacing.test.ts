import { describe, expect, it } from '@jest/globals';
import type { HourTally } from '../../../src/money/budgets/hour-tally';
import { freeOf, limitOf } from '../../../src/money/budgets/pacing';

const within = (time: string) => ({ at: new Date(`2026-11-22T${time}Z`), offerMinutes: 30 });
const even = { budget: 600n, pacing: 'even', leastFree: 1n } as const;

/** An hour in which each minute before one has set aside, and had seen, as much. */
function aTally(spent: bigint, minutes: Readonly<Record<number, bigint>> = {}): HourTally {
  const entries = Object.entries(minutes).map(
    ([minute, seen]) =>
      [
        Number(minute),
        {
          reserved: seen,
          seen,
          offers: seen,
          views: seen,
          reservedForViews: 0n,
          seenOfViews: 0n,
          beside: 0n,
        },
      ] as const,
  );
  return { spent, minutes: new Map(entries), version: 1 };
}

describe('limitOf', () => {
  it.each([
    ['10:00:00', 60n, {}],
    ['10:05:59', 60n, {}],
    ['10:06:00', 70n, { 0: 60n }],
    ['10:29:59', 300n, { 26: 270n, 27: 10n, 28: 10n }],
    ['10:59:00', 600n, { 56: 570n, 57: 10n, 58: 10n }],
  ])(
    'of an even 600 is at %s %d where the minutes before had their shares',
    (time, limit, minutes) => {
      const spent = Object.values(minutes).reduce((sum, one) => sum + one, 0n);
      expect(limitOf(even, aTally(spent, minutes), within(time))).toBe(limit);
    },
  );

  it('divides what is left of a budget that was raised among the minutes that are left', () => {
    const hour = aTally(30n, { 10: 10n, 20: 10n, 29: 10n });
    const budget = 6_000n;
    // 5,980 for the minutes 28 to 59, and what minute 29 has had.
    expect(limitOf({ ...even, budget }, hour, within('10:30:00'))).toBe(20n + (5_980n * 3n) / 32n);
  });

  it('never catches up more than what is left of the minutes of late', () => {
    expect(limitOf(even, null, within('10:50:00'))).toBe((600n * 3n) / 12n);
  });

  it('gathers minutes until they do for one offer', () => {
    const hour = aTally(200n, { 5: 200n });
    const dear = { ...even, leastFree: 200n };
    expect(freeOf(dear, hour, within('10:20:00'))).toBeLessThan(200n);
    expect(freeOf(dear, hour, within('10:40:00'))).toBe(200n);
  });

  it('is the whole budget from the start for who wants it asap', () => {
    expect(limitOf({ ...even, pacing: 'asap' }, null, within('10:00:00'))).toBe(600n);
  });

  it('rounds down', () => {
    expect(limitOf({ ...even, budget: 599n }, aTally(59n, { 0: 59n }), within('10:06:00'))).toBe(
      69n,
    );
  });
});

describe('freeOf', () => {
  it('is what the limit leaves', () => {
    const hour = aTally(80n, { 0: 60n, 7: 10n, 8: 10n });
    expect(freeOf(even, hour, within('10:08:30'))).toBe(10n);
  });

  it('is 0 where more is spent than the budget is by now', () => {
    expect(freeOf(even, aTally(601n), within('10:59:30'))).toBe(0n);
  });
});
