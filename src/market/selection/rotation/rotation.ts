import { hashPair } from '../ranking/hash';
import { rotationKey } from '../ranking/rank';
import type { Rotation } from '../types';
import { drawBeta } from './beta';

/** A number for one creative's turn; of the creatives of a campaign the highest is shown. */
export function turnOf(rotation: Rotation, seed: number, point: number): number {
  const key = hashPair(rotationKey(seed), point);
  if ('weight' in rotation) return turnByWeight(rotation.weight, toFraction(key));
  let drawn = 0;
  return drawBeta(rotation, () => toFraction(hashPair(key, (drawn += 1))));
}

/**
 * The highest of such numbers is that of a creative with the probability of its part of all weights, in whatever order
 * they are looked at.
 *
 * @see P. S. Efraimidis, P. G. Spirakis, "Weighted random sampling with a reservoir" (2006), A-Res
 */
const turnByWeight = (weight: number, random: number): number => random ** (1 / weight);

/** Between 0 and 1, neither of them. */
const toFraction = (bits: number): number => (bits + 0.5) / 2 ** 32;
