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
export const typicalPriceOf = (
  counts: ReadonlyMap<number, number>,
  least: number,
): number | null => (sumOf(counts) < least ? null : priceAbove(counts, 1 / 2));

/**
 * The price that a part of all prices does not exceed, to a tenth.
 *
 * @param counts by class; of the class -Infinity nothing is paid
 * @returns USD for 1,000 views; null: there are none
 */
export function priceAbove(counts: ReadonlyMap<number, number>, part: number): number | null {
  const total = sumOf(counts);
  let before = 0;
  for (const [priceClass, count] of [...counts].sort(([one], [other]) => one - other)) {
    before += count;
    if (before >= total * part) return Math.exp(priceClass * step);
  }
  return null;
}

const sumOf = (counts: ReadonlyMap<number, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);
