import { formatAmount } from '../../../src/amount';
import { amountNames, type Cell, countNames } from '../../../src/insight/statistics/roll-ups/cell';

/** Lists the figures of a cell, in the form that `sumUp` gives. */
export function figuresOf({ counts, amounts, rejected }: Cell): Record<string, string | number> {
  const all: [string, number | bigint][] = [
    ...countNames.map((name) => [name, counts[name]] as [string, number]),
    ...amountNames.map((name) => [name, amounts[name]] as [string, bigint]),
    ...rejected,
  ];
  return Object.fromEntries(
    all
      .filter(([, value]) => Number(value) !== 0)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => [name, typeof value === 'bigint' ? formatAmount(value) : value]),
  );
}
