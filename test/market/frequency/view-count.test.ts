import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  changed,
  isOlderThan,
  type NotedChange,
  noViews,
  openOffers,
  viewsIn,
} from '../../../src/market/frequency/view-count';

const life = 1_800;
const after = (...changes: readonly NotedChange[]) =>
  changes.reduce((count, change) => changed(count, change, life), noViews);
const view = (hour: number, offeredAt: number | null = null): NotedChange => ({
  ...{ kind: 'view', hour, offeredAt },
});
const offer = (at: number): NotedChange => ({ kind: 'offer', at });

/** The first hour of Monday, 5 January 1970. */
const monday = 4 * 24;

describe('views', () => {
  it('count in their hour, day, week and life', () => {
    const count = after(view(monday), view(monday + 1), view(monday + 23), view(monday + 24));
    const at = monday + 24;
    const counted = (['hour', 'day', 'week', 'life'] as const).map((per) =>
      viewsIn(count, per, at),
    );
    expect(counted).toEqual([1, 1, 4, 4]);
    expect(viewsIn(count, 'week', monday + 7 * 24 - 1)).toBe(4);
    expect(viewsIn(count, 'week', monday + 7 * 24)).toBe(0);
  });

  it('that are told late count in those of their periods that still run', () => {
    const count = after(view(monday + 25), view(monday + 24), view(monday));
    const at = monday + 25;
    const counted = (['hour', 'day', 'week', 'life'] as const).map((per) =>
      viewsIn(count, per, at),
    );
    expect(counted).toEqual([1, 2, 3, 3]);
  });
});

describe('offers', () => {
  it('that were left out when a later one was counted do not close that one', () => {
    expect(openOffers(after(offer(100), offer(2_000), view(0, 100)), 2_000, life)).toBe(1);
    expect(openOffers(after(offer(100), offer(1_900), view(0, 100)), 1_900, life)).toBe(1);
    expect(openOffers(after(offer(100), offer(2_000), view(0, 2_000)), 2_000, life)).toBe(0);
  });

  it('are open until they are seen, or have run out', () => {
    const count = after(offer(100), offer(200), view(0, 200));
    expect(openOffers(count, 200, life)).toBe(1);
    expect(openOffers(count, 200 + life, life)).toBe(1);
    expect(openOffers(count, 201 + life, life)).toBe(0);
    expect(openOffers(after(offer(100), offer(101 + life)), 101 + life, life)).toBe(1);
  });

  it('may be told after their views', () => {
    expect(openOffers(after(view(0, 100), offer(100)), 100, life)).toBe(0);
  });

  it('that have run out do not close others with a late view', () => {
    expect(openOffers(after(offer(100), view(0)), 100, life)).toBe(1);
  });
});

it('the order in which processes tell does not matter', () => {
  const some = fc.array(
    fc.oneof(
      fc.record({
        kind: fc.constant('offer' as const),
        at: fc.integer({ min: 1_000, max: 2_000 }),
      }),
      fc.record({
        kind: fc.constant('view' as const),
        hour: fc.integer({ min: monday, max: monday + 400 }),
        offeredAt: fc.option(fc.integer({ min: 1_000, max: 2_000 })),
      }),
    ),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(
      some,
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      (all, dice) => {
        const shuffled = all
          .map((change) => ({ change, at: dice.next().value }))
          .sort((one, other) => one.at - other.at)
          .map(({ change }) => change);
        const now = monday + 400;
        const told = (changes: readonly NotedChange[]) => {
          const count = after(...changes);
          const periods = ['hour', 'day', 'week', 'life'] as const;
          return [
            openOffers(count, 2_000, life),
            ...periods.map((per) => viewsIn(count, per, now)),
          ];
        };
        expect(told([...shuffled, view(now)])).toEqual(told([...all, view(now)]));
      },
    ),
  );
});

it('is old once nobody has counted there for so many days', () => {
  const now = new Date('2026-01-31T00:00:00Z');
  const hour = now.getTime() / 3_600_000;
  expect(isOlderThan({ ...noViews, hour: hour - 30 * 24 }, 30, now)).toBe(false);
  expect(isOlderThan({ ...noViews, hour: hour - 30 * 24 - 1 }, 30, now)).toBe(true);
  expect(isOlderThan({ ...noViews, openedAt: now.getTime() / 1_000 }, 30, now)).toBe(false);
});
