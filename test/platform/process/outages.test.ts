import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AppError } from '../../../src/errors';
import { createOutages, type Outages } from '../../../src/platform/process/outages';

const away = 'the database is not available';
const refusal = new AppError('SERVICE_UNAVAILABLE', away, {
  cause: new Error('connect ECONNREFUSED mongodb://joe:secret@host\nand more'),
});

describe('what requests are refused for', () => {
  let lines: unknown[];
  let outages: Outages;
  beforeEach(() => {
    jest.useFakeTimers();
    lines = [];
    outages = createOutages({ warn: (members: unknown) => lines.push(members) });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is logged once in ten seconds, with a count, however many they are', () => {
    for (let at = 0; at < 1_000; at += 1) outages.note(away, refusal);
    const first = { reason: away, cause: 'connect ECONNREFUSED mongodb://***@host' };
    expect(lines).toEqual([first]);
    jest.advanceTimersByTime(10_000);
    expect(lines).toEqual([first, { reason: away, count: 999 }]);
    for (let at = 0; at < 50; at += 1) outages.note(away, refusal);
    expect(lines).toHaveLength(2);
    jest.advanceTimersByTime(10_000);
    expect(lines.slice(2)).toEqual([{ reason: away, count: 50 }]);
  });

  it('is logged anew after a time without', () => {
    outages.note(away, refusal);
    jest.advanceTimersByTime(20_000);
    outages.note(away, refusal);
    expect(lines).toHaveLength(2);
  });

  it('is logged by its reason', () => {
    outages.note(away, refusal);
    outages.note('the disk is full', refusal);
    expect(lines).toHaveLength(2);
  });

  it('is known while it is fresh', () => {
    outages.note(away, refusal);
    expect([outages.isFresh(away), outages.isFresh('the disk is full')]).toEqual([true, false]);
    jest.advanceTimersByTime(20_000);
    expect(outages.isFresh(away)).toBe(false);
  });
});
