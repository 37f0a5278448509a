import { describe, expect, it } from '@jest/globals';
import { automaticRpm, clickRate, effectiveRpm } from '../../../src/market/selection/effective-rpm';

const none = { maxCpm: null, maxCpc: null, hourlyBudget: 1, impressions: 0, clicks: 0 };

describe('effectiveRpm', () => {
  it('is the price per thousand views', () => {
    expect(effectiveRpm({ ...none, maxCpm: 1.25 })).toBe(1.25);
  });

  it('adds what clicks bring: 0.2 % of a new campaign’s views, later the observed share', () => {
    expect(effectiveRpm({ ...none, maxCpm: 1, maxCpc: 0.5 })).toBeCloseTo(1 + 0.5 * 0.002 * 1000);
    const observed = { ...none, maxCpm: 0, maxCpc: 0.5, impressions: 999_000, clicks: 9_998 };
    expect(effectiveRpm(observed)).toBeCloseTo(0.5 * 0.01 * 1000);
  });

  it.each([
    ['a negative price', { maxCpm: -1 }, 0],
    ['no price and no clicks', { maxCpm: 0 }, 0],
    ['a price nobody believes', { maxCpm: 1e6 }, 999.99],
    ['a price that is no number', { maxCpm: NaN }, 0],
  ])('makes %s %j worth %d', (_case, change, rpm) => {
    expect(effectiveRpm({ ...none, ...change })).toBe(rpm);
  });
});

describe('clickRate', () => {
  it('never passes 1, even with more clicks than impressions', () => {
    expect(clickRate({ impressions: 0, clicks: 1e9 })).toBeLessThanOrEqual(1);
  });
});

describe('automaticRpm', () => {
  it('starts at the market’s average, or at what the budget affords if that is less', () => {
    expect(automaticRpm({ ...none, hourlyBudget: 5, marketRpm: 0.8 })).toBe(0.8);
    expect(automaticRpm({ ...none, hourlyBudget: 0.1, marketRpm: 0.8 })).toBeCloseTo(0.1);
  });

  it.each([
    { impressionsLastHour: 0, hours: 1, rpm: 1.3 },
    { impressionsLastHour: 5_000, hours: 1, rpm: 1 },
    { impressionsLastHour: 1_000_000, hours: 1, rpm: 1 / 1.3 },
    { impressionsLastHour: 1_000_000, hours: 0, rpm: 1 },
    { impressionsLastHour: 0, hours: 2, rpm: 1.69 },
    { impressionsLastHour: 0, hours: 1_000, rpm: 5 },
  ])('moves from 1 to $rpm after $hours h with $impressionsLastHour views an hour', (row) => {
    const { impressionsLastHour, hours: hoursSincePrevious, rpm } = row;
    const known = { ...none, hourlyBudget: 5, previousRpm: 1 };
    expect(automaticRpm({ ...known, impressionsLastHour, hoursSincePrevious })).toBeCloseTo(rpm);
  });
});
