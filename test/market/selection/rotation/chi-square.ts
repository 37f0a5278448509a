/** Pearson's statistic of counts beside the shares that are expected of them. */
export function chiSquare(counts: readonly number[], shares: readonly number[]): number {
  const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);
  const [all, whole] = [sum(counts), sum(shares)];
  return sum(
    shares.map((share, at) => {
      const expected = (all * share) / whole;
      return ((counts[at] ?? 0) - expected) ** 2 / expected;
    }),
  );
}
