/** A Beta distribution. Neither of its parameters is below 1. */
export interface Beta {
  readonly alpha: number;
  readonly beta: number;
}

/** Draws from a Beta distribution: the part of the first of two draws from Gamma distributions. @param random between 0 and 1 */
export function drawBeta({ alpha, beta }: Beta, random: () => number): number {
  const first = drawGamma(alpha, random);
  return first / (first + drawGamma(beta, random));
}

/**
 * Draws from a Gamma distribution of scale 1. @param shape at least 1
 *
 * @see G. Marsaglia, W. W. Tsang, "A Simple Method for Generating Gamma Variables" (2000)
 */
function drawGamma(shape: number, random: () => number): number {
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = drawNormal(random);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(random()) < x ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** @see G. E. P. Box, M. E. Muller, "A Note on the Generation of Random Normal Deviates" (1958) */
function drawNormal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
}
