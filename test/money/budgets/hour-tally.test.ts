import { describe, expect, it } from '@jest/globals';
import {
  committedOf,
  type HourTally,
  openOf,
  openOfHour,
  setAsideIn,
  claimedBy,
} from '../../../src/money/budgets/hour-tally';

const at = (time: string) => new Date(`2026-11-22T${time}Z`);

function aTally(spent: bigint, minutes: Readonly<Record<number, readonly [bigint, bigint]>> = {}) {
  return {
    spent,
    minutes: new Map(
      Object.entries(minutes).map(([minute, [reserved, seen]]) => [
        Number(minute),
        {
          reserved,
          seen,
          reservedForViews: 0n,
          seenOfViews: 0n,
          beside: 0n,
          offers: 0n,
          views: 0n,
        },
      ]),
    ),
    version: 1,
  } satisfies HourTally;
}

const within = (time: string) => ({ at: at(time), offerMinutes: 30 });

describe('committedOf', () => {
  it('is 0 where nothing is stored', () => {
    expect(committedOf(null, within('10:00:00'))).toBe(0n);
  });

  it.each([
    ['10:07:00', 107n, 'what is set aside in the running minute'],
    ['10:36:59', 107n, 'it while an offer of its last second is younger than 30 minutes'],
    ['10:37:59', 107n, 'it until 30 minutes after its minute'],
    ['10:38:00', 100n, 'it no more from then on'],
  ])('at %s is %d: counts %s', (time, committed, _what) => {
    expect(committedOf(aTally(100n, { 7: [10n, 3n] }), within(time))).toBe(committed);
  });

  it('never falls below what is spent by minutes that were seen more than they were set aside for', () => {
    const hour = aTally(100n, { 7: [10n, 30n], 8: [5n, 0n] });
    expect(committedOf(hour, within('10:08:10'))).toBe(105n);
  });
});

describe('openOf', () => {
  it.each([
    ['10:00:00', 31n],
    ['10:25:59', 31n],
    ['10:26:00', 24n],
    ['10:29:00', 16n],
    ['10:30:00', 0n],
  ])('at %s is %d of what is open of the hour before, and nothing that it spent', (time, open) => {
    const minutes = { 0: [64n, 0n], 55: [7n, 0n], 58: [8n, 0n], 59: [16n, 0n] } as const;
    const hourBefore = aTally(1_000n, minutes);
    expect(openOf({ hour: null, hourBefore, hourAfter: null }, within(time))).toBe(open);
  });
});

it.each([
  ['10:07:00', 7n],
  ['10:37:59.999', 7n],
  ['10:38:00', 0n],
])('openOfHour at %s is %d: offers are good for 30 minutes behind their minute', (time, open) => {
  const hour = aTally(100n, { 7: [7n, 0n] });
  expect(openOfHour(hour, at('10:00:00'), within(time))).toBe(open);
});

it.each([
  ['10:06:59', 7n],
  ['10:05:59', 0n],
  ['10:58:59', 0n],
  ['10:59:59', 16n],
])(
  'openOf at %s is %d: gateways whose clocks are ahead set aside of the next minute',
  (time, open) => {
    const hour = aTally(100n, { 7: [7n, 0n] });
    const hourAfter = aTally(0n, { 0: [16n, 0n], 1: [32n, 0n] });
    expect(openOf({ hour, hourBefore: null, hourAfter }, within(time))).toBe(open);
  },
);

it('setAsideIn is what was set aside of some minutes, or seen of them', () => {
  const hour = aTally(100n, { 7: [10n, 30n], 8: [5n, 0n], 9: [4n, 1n] });
  expect(setAsideIn(hour, { from: 0, to: 8 })).toBe(35n);
  expect(setAsideIn(hour, { from: 8, to: 59 })).toBe(9n);
  expect(setAsideIn(null, { from: 0, to: 59 })).toBe(0n);
});

it('openOf counts what is set aside for views whatever clicks have cost', () => {
  const minute = {
    ...{ reserved: 11n, reservedForViews: 10n },
    ...{ seen: 103n, seenOfViews: 3n },
  };
  const minutes = new Map([[7, { ...minute, offers: 1n, views: 1n, beside: 100n }]]);
  const hour = { spent: 103n, minutes, version: 1 };
  expect(openOf({ hour, hourBefore: null, hourAfter: null }, within('10:08:00'))).toBe(7n);
  expect(openOfHour(hour, at('10:00:00'), within('10:08:00'))).toBe(7n);
});

it('claimedBy is what was set aside of an hour by a minute of it, and what clicks and conversions took', () => {
  const hour = aTally(100n, { 7: [10n, 30n], 8: [5n, 0n], 9: [4n, 1n] });
  expect(claimedBy(hour, at('10:08:00'))).toBe(15n);
  const minutes = [...hour.minutes].map(([minute, of]) => [minute, { ...of, beside: 2n }] as const);
  expect(claimedBy({ ...hour, minutes: new Map(minutes) }, at('10:08:00'))).toBe(19n);
  expect(claimedBy(null, at('10:08:00'))).toBe(0n);
});
