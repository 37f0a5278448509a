import { expect, it } from '@jest/globals';
import { AgedCounts } from '../../../src/market/frequency/aged-counts';
import { noViews } from '../../../src/market/frequency/view-count';
import { visitorKeyOf } from '../../../src/market/frequency/visitor-key';
import { idOf } from '../selection/factories';

const keyOf = (nth: number) => visitorKeyOf(idOf(`visitor ${nth}`), idOf('campaign'));
const countOf = (inLife: number) => ({ ...noViews, hour: 1, inLife, open: -3, openedAt: 7 });

it('finds what was set, whatever is added', () => {
  const counts = new AgedCounts(100_000);
  for (let nth = 0; nth < 5_000; nth += 1) counts.set(keyOf(nth), countOf(nth));
  for (let nth = 0; nth < 5_000; nth += 2) counts.set(keyOf(nth), countOf(nth + 1));
  for (let nth = 0; nth < 5_000; nth += 1)
    expect(counts.get(keyOf(nth))).toEqual(countOf(nth % 2 === 0 ? nth + 1 : nth));
  expect(counts.get(keyOf(5_001))).toBeNull();
  expect([...counts.entries()]).toHaveLength(5_000);
});

it('forgets those that nothing was added to for longest, and keeps those in use', () => {
  const counts = new AgedCounts(1_000);
  for (let nth = 0; nth < 20_000; nth += 1) {
    counts.set(keyOf(nth), countOf(1));
    counts.set(keyOf(0), countOf(nth));
    expect(counts.size).toBeLessThanOrEqual(1_000);
  }
  expect(counts.get(keyOf(0))).toEqual(countOf(19_999));
  // Half of them at least.
  for (let nth = 19_800; nth < 20_000; nth += 1) expect(counts.get(keyOf(nth))).not.toBeNull();
  expect(counts.get(keyOf(1))).toBeNull();
  expect(new Set([...counts.entries()].map(([{ first }]) => first)).size).toBeLessThanOrEqual(
    1_000,
  );
});

it('tells how many there are, and how many were forgotten', () => {
  const counts = new AgedCounts(1_000);
  const told = () => [counts.size, counts.forgotten];
  for (let nth = 0; nth < 300; nth += 1) counts.set(keyOf(nth), countOf(1));
  for (let nth = 0; nth < 300; nth += 1) counts.set(keyOf(nth), countOf(2));
  expect(told()).toEqual([300, 0]);
  let most = 0;
  for (let nth = 300; nth < 3_000; nth += 1) {
    counts.set(keyOf(nth), countOf(1));
    counts.set(keyOf(nth - 50), countOf(3));
    most = Math.max(most, counts.size);
  }
  const held = [...counts.entries()].length;
  expect(told()).toEqual([held, 3_000 - held]);
  expect(counts.mostHeld).toBeGreaterThanOrEqual(most);
  expect(counts.mostHeld).toBeLessThanOrEqual(1_000);
});
