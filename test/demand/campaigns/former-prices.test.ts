import { describe, expect, it } from '@jest/globals';
import {
  formerPricesOf,
  lowestPrices,
  wasAutomaticLately,
} from '../../../src/demand/campaigns/former-prices';

describe('prices after an edit', () => {
  const now = new Date('2026-02-09T12:00:00Z');
  const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  const before = { maxCpm: 5n, maxCpc: 3n, formerPrices: null };

  it('are for 20 minutes the lower ones of before and after it', () => {
    const { formerPrices = null } = formerPricesOf(before, { maxCpm: 9n, maxCpc: 1n }, now);
    const prices = { maxCpm: 9n, maxCpc: 1n };
    const lowest = (at: Date) => lowestPrices(prices, { formerPrices }, at);
    const end = after(20).getTime();
    expect(lowest(new Date(end - 1))).toEqual({ maxCpm: 5n, maxCpc: 1n });
    expect(lowest(new Date(end))).toEqual(prices);
  });

  it('are the lowest of several edits', () => {
    const first = { maxCpm: 9n, maxCpc: 3n, ...formerPricesOf(before, { maxCpm: 9n }, now) };
    const given = { formerPrices: null, ...first };
    const second = formerPricesOf(given, { maxCpm: 20n }, after(10));
    const { formerPrices = null } = second;
    const prices = { maxCpm: 20n, maxCpc: 3n };
    expect(lowestPrices(prices, { formerPrices }, after(25))).toEqual({ maxCpm: 5n, maxCpc: 3n });
  });

  it('are free for a click that was free before', () => {
    const { formerPrices = null } = formerPricesOf(
      { ...before, maxCpc: null },
      { maxCpc: 8n },
      now,
    );
    const prices = { maxCpm: 5n, maxCpc: 8n };
    expect(lowestPrices(prices, { formerPrices }, after(1)).maxCpc).toBe(0n);
  });

  it('tell for 20 minutes that the campaign has bid by itself, over another edit too', () => {
    const automatic = { ...before, maxCpm: null };
    const first = formerPricesOf(automatic, { maxCpm: 9n }, now);
    const given = { ...automatic, maxCpm: 9n, formerPrices: null, ...first };
    const { formerPrices = null } = formerPricesOf(given, { maxCpm: 20n }, after(10));
    const isSo = (minutes: number) => wasAutomaticLately({ formerPrices }, after(minutes));
    expect([isSo(11), isSo(29), isSo(30)]).toEqual([true, true, false]);
    const late = formerPricesOf(given, { maxCpm: 20n }, after(20));
    expect(late.formerPrices).toEqual({
      ...{ maxCpm: '0.00000000009', maxCpc: '0.00000000003' },
      until: after(40).getTime(),
    });
  });

  it('are not noted where no price is changed', () => {
    expect(formerPricesOf(before, { maxCpm: 5n }, now)).toEqual({});
  });
});
