/** Two classes of prices that stand next to each other differ by a tenth. */
const step = Math.log(1.1);

/** The class of a price, of which some are below 0; null: nothing is paid. @param rpm USD for 1,000 views */
export function priceClassOf(rpm: number): number | null {
  return rpm > 0 ? Math.round(Math.log(rpm) / step) : null;
}

/**
 * The price in the middle, to a tenth: the exact one of a competitor is nobody's to see.
 *
 * @param counts by class
 * @returns USD for 1,000 views; null: there are fewer than so many
 */
export function typicalPriceOf(counts: ReadonlyMap<number, number>, least: number): number | null {
  const sorted = [...counts].sort(([one], [other]) => one - other);
  const total = sorted.reduce((sum, [, count]) => sum + count, 0);
  if (total < least) return null;
  let before = 0;
  for (const [priceClass, count] of sorted) {
    before += count;
    if (before * 2 >= total) return Math.exp(priceClass * step);
  }
  return null;
}
