import type { Beta } from '../../../../src/market/selection/rotation/beta';

/**
 * The probability that a draw from a Beta distribution of whole parameters is below a value: of as many throws, that each
 * succeed with that probability, at least `alpha` do.
 */
export function betaBelow(value: number, { alpha, beta }: Beta): number {
  const throws = alpha + beta - 1;
  let logChoose = 0;
  let sum = 0;
  for (let successes = 0; successes <= throws; successes += 1) {
    if (successes > 0) logChoose += Math.log((throws - successes + 1) / successes);
    if (successes < alpha) continue;
    sum += Math.exp(
      logChoose + successes * Math.log(value) + (throws - successes) * Math.log1p(-value),
    );
  }
  return Math.min(sum, 1 - Number.EPSILON);
}

/** The probability that a draw from the one is above a draw from the other, by adding up thin slices. */
export function probabilityAbove(one: Beta, other: Beta, slices = 4_000): number {
  let sum = 0;
  let below = 0;
  for (let slice = 1; slice < slices; slice += 1) {
    const next = betaBelow(slice / slices, one);
    sum += (next - below) * betaBelow((slice - 0.5) / slices, other);
    below = next;
  }
  return sum;
}
