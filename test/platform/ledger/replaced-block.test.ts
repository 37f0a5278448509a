import { describe, expect, it } from '@jest/globals';
import { thoseToLookAt } from '../../../src/platform/ledger/replaced-block';

const minuteMs = 60_000;
const noon = new Date('2026-11-27T12:00:00Z');
const after = (minutes: number) => new Date(noon.getTime() + minutes * minuteMs);

/** Numbers of transactions, the newest first. */
const youngOf = (count: number) => Array.from({ length: count }, (_, at) => 9_000 - at);
const look = (
  young: readonly number[],
  minute: number,
  lookedAt: Date | null = after(minute - 1),
) => thoseToLookAt(young, (number) => number, { lookedAt, now: after(minute) });

describe('a look at young transactions', () => {
  it.each([0, 1, 32, 64])('is at all %d of them, where there are no more', (count) => {
    expect(look(youngOf(count), 0)).toEqual(youngOf(count));
  });

  it.each([65, 500])('is at few of %d, the newest among them, and at each soon', (count) => {
    const young = youngOf(count);
    const seen = new Set<number>();
    for (let minute = 0; minute < 15; minute += 1) {
      const those = look(young, minute);
      expect(those.slice(0, 32)).toEqual(young.slice(0, 32));
      expect(those.length).toBeLessThanOrEqual(66);
      for (const one of those) seen.add(one);
    }
    expect(seen.size).toBe(count);
  });

  it('is at all where nobody has looked for more than an hour, or ever', () => {
    const young = youngOf(500);
    expect(look(young, 0, null)).toEqual(young);
    expect(look(young, 0, after(-69))).toEqual(young);
    expect(look(young, 0, after(-68)).length).toBeLessThan(100);
  });
});
