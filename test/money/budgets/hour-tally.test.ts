import { describe, expect, it } from '@jest/globals';
import {
  committedOf,
  freeOf,
  type HourTally,
  hourTallyIdOf,
  limitOf,
} from '../../../src/money/budgets/hour-tally';

const at = (time: string) => new Date(`2026-11-22T${time}Z`);

function aTally(spent: bigint, minutes: Readonly<Record<number, readonly [bigint, bigint]>> = {}) {
  return {
    spent,
    minutes: new Map(
      Object.entries(minutes).map(([minute, [reserved, seen]]) => [
        Number(minute),
        { reserved, seen },
      ]),
    ),
    version: 1,
  } satisfies HourTally;
}

describe('committedOf', () => {
  it('is 0 where nothing is stored', () => {
    expect(committedOf({ hour: null, hourBefore: null }, at('10:00:00'))).toBe(0n);
  });

  it.each([
    ['10:07:00', 107n, 'what is set aside in the running minute'],
    ['10:11:59', 107n, 'it while an offer of its last second is younger than 5 minutes'],
    ['10:12:59', 107n, 'it until 5 minutes after its minute'],
    ['10:13:00', 100n, 'it no more from then on'],
  ])('at %s is %d: counts %s', (time, committed, _what) => {
    const hour = aTally(100n, { 7: [10n, 3n] });
    expect(committedOf({ hour, hourBefore: null }, at(time))).toBe(committed);
  });

  it('never falls below what is spent by minutes that were seen more than they were set aside for', () => {
    const hour = aTally(100n, { 7: [10n, 30n], 8: [5n, 0n] });
    expect(committedOf({ hour, hourBefore: null }, at('10:08:10'))).toBe(105n);
  });

  it.each([
    ['10:00:00', 31n],
    ['10:03:59', 24n],
    ['10:04:00', 16n],
    ['10:05:00', 0n],
  ])(
    'at %s counts %d of what is open of the hour before, and nothing that it spent',
    (time, open) => {
      const hourBefore = aTally(1_000n, {
        0: [64n, 0n],
        55: [7n, 0n],
        58: [8n, 0n],
        59: [16n, 0n],
      });
      expect(committedOf({ hour: null, hourBefore }, at(time))).toBe(open);
    },
  );
});

describe('limitOf', () => {
  it.each([
    ['10:00:00', 60n],
    ['10:05:59', 60n],
    ['10:06:00', 70n],
    ['10:29:59', 300n],
    ['10:59:00', 600n],
  ])('of an even 600 is at %s %d', (time, limit) => {
    expect(limitOf({ budget: 600n, pacing: 'even' }, at(time))).toBe(limit);
  });

  it('is the whole budget from the start for who wants it asap', () => {
    expect(limitOf({ budget: 600n, pacing: 'asap' }, at('10:00:00'))).toBe(600n);
  });

  it('rounds down', () => {
    expect(limitOf({ budget: 599n, pacing: 'even' }, at('10:06:00'))).toBe(69n);
  });
});

describe('freeOf', () => {
  const terms = { budget: 600n, pacing: 'even' } as const;

  it('is what the limit leaves', () => {
    const tallies = { hour: aTally(20n, { 6: [15n, 5n] }), hourBefore: null };
    expect(freeOf(terms, tallies, at('10:06:30'))).toBe(40n);
  });

  it('is 0 where more is spent than the budget is by now', () => {
    expect(freeOf(terms, { hour: aTally(601n), hourBefore: null }, at('10:59:30'))).toBe(0n);
  });
});

it('the id of an hour names whose it is and the number of the hour', () => {
  expect(hourTallyIdOf('c', new Date('1970-01-02T01:59:59.999Z'))).toBe('c:25');
});
