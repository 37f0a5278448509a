import { hashPair } from '../ranking/hash';
import { rotationKey } from '../ranking/rank';
import type { Rotation } from '../types';

/** A number for one creative's turn; of the creatives of a campaign the highest is shown. */
export function turnOf(rotation: Rotation, seed: number, point: number): number {
  return turnByWeight(rotation.weight, hashPair(rotationKey(seed), point));
}

/**
 * The highest of such numbers is that of a creative with the probability of its part of all weights, in whatever order
 * they are looked at.
 *
 * @see P. S. Efraimidis, P. G. Spirakis, "Weighted random sampling with a reservoir" (2006), A-Res
 */
function turnByWeight(weight: number, bits: number): number {
  return ((bits + 0.5) / 2 ** 32) ** (1 / weight);
}
