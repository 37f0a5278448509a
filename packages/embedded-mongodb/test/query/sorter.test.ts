import { describe, expect, it } from '@jest/globals';
import { Sorter } from '../../src/query/sorter';
import { random } from '../support/documents';

interface Entry {
  readonly key: number;
  readonly at: number;
}

const order = (a: Entry, b: Entry): number => a.key - b.key;

/** The value that `settle` returns, and how often it paused. */
function settle(sorter: Sorter<Entry>): { readonly entries: readonly Entry[]; pauses: number } {
  const run = sorter.settle();
  let pauses = 0;
  let step = run.next();
  for (; !step.done; step = run.next()) pauses += 1;
  return { entries: step.value, pauses };
}

describe('Sorter', () => {
  it.each([
    [0, Infinity],
    [1, Infinity],
    [4096, Infinity],
    [30_000, Infinity],
    [30_000, 10],
    [30_000, 9000],
  ])('brings %d entries in stable order and keeps the first %d', (length, most) => {
    const entries = Array.from({ length }, (_, at) => ({ key: random(500), at }));
    const sorter = new Sorter(order, most, () => false);
    for (const entry of entries) sorter.add(entry);
    const expected = [...entries].sort(order).slice(0, most);
    expect(settle(sorter)).toEqual({ entries: expected, pauses: 0 });
    sorter.add({ key: -1, at: -1 });
    expect(settle(sorter).entries).toEqual([{ key: -1, at: -1 }, ...expected].slice(0, most));
  });

  it('pauses while it merges, as often as it should', () => {
    const sorter = new Sorter(order, Infinity, () => true);
    for (let at = 0; at < 20_000; at += 1) sorter.add({ key: random(500), at });
    expect(settle(sorter).pauses).toBeGreaterThan(20_000 / 256);
  });
});
