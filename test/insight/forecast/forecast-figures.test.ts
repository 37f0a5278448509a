import { describe, expect, it } from '@jest/globals';
import { formatAmount } from '../../../src/amount';
import { figuresOf } from '../../../src/insight/forecast/forecast-figures';
import { ReplayCount } from '../../../src/market/replay/replay-count';

const since = new Date('2026-12-01T00:00:00Z');
const facts = { sample: { since }, now: new Date('2026-12-02T00:00:00Z'), viewRate: 1 };

function moneyOf(rivalRpm: number, cost: number): readonly string[] {
  const count = new ReplayCount();
  const found = { weight: 1, publisher: 'p', isTracked: true, fit: { rivalRpm, won: 1 }, paid: 1 };
  for (let find = 0; find < 100; find += 1) count.add({ ...found, cost });
  const { figures } = figuresOf(count, facts);
  return figures ? [figures.typicalCpm, figures.costPerDay].map(formatAmount) : [];
}

describe('the money of a forecast', () => {
  // 5.1 is a float just below 5.1.
  it.each([
    [5.05, 0.0514, ['5.1', '5.1']],
    [2.3, 0.023, ['2.4', '2.3']],
    [0.06, 0.000_6, ['0.057', '0.06']],
    [1_234_567, 12_345.67, ['1200000', '1200000']],
    [0, 0, ['0', '0']],
  ])('has two digits that count: a price of %d, a cost of %d', (rivalRpm, cost, expected) => {
    expect(moneyOf(rivalRpm, cost)).toEqual(expected);
  });
});
