import { describe, expect, it } from '@jest/globals';
import type { Amount } from '../../../src/amount';
import { PeerPrices } from '../../../src/money/peer-export/peer-prices';

describe('the price of a view on another server’s site', () => {
  let seconds = 1_800_000_000;
  const asked: unknown[] = [];
  let isCutOff = false;
  const pricesOf = (prices: readonly Amount[]) =>
    new PeerPrices({
      acceptedViews: {
        listPrices: (...question) => {
          asked.push(question);
          return Promise.resolve({ prices, isCutOff });
        },
      },
      now: () => new Date(seconds * 1_000),
    });
  const automatic = { id: 'a', maxCpm: null };

  it('is the campaign’s own', async () => {
    expect(await pricesOf([]).findMaxCpm({ id: 'a', maxCpm: 5n })).toBe(5n);
    expect(asked).toEqual([]);
  });

  it('is the mean of its views where it bids by itself, from 100 on, for 10 minutes', async () => {
    const views = [...Array<Amount>(99).fill(3n), 5n];
    expect(await pricesOf(views.slice(1)).findMaxCpm(automatic)).toBeNull();
    const prices = pricesOf(views);
    asked.length = 0;
    expect(await prices.findMaxCpm(automatic)).toBe(3_020n);
    seconds += 599;
    expect(await prices.findMaxCpm(automatic)).toBe(3_020n);
    expect(asked).toEqual([
      ['a', { since: new Date(1_799_913_600_000), limit: 1_000, mostRead: 20_000 }],
    ]);
    seconds += 2;
    await prices.findMaxCpm(automatic);
    expect(asked).toHaveLength(2);
  });

  it('stays as it was while other events hide its views', async () => {
    const views = Array<Amount>(100).fill(3n);
    const prices = pricesOf(views);
    expect(await prices.findMaxCpm(automatic)).toBe(3_000n);
    views.length = 99;
    isCutOff = true;
    seconds += 601;
    expect(await prices.findMaxCpm(automatic)).toBe(3_000n);
    seconds += 601;
    expect(await prices.findMaxCpm(automatic)).toBe(3_000n);
    isCutOff = false;
    seconds += 601;
    expect(await prices.findMaxCpm(automatic)).toBeNull();
    isCutOff = true;
    expect(await pricesOf(views).findMaxCpm(automatic)).toBeNull();
  });
});
