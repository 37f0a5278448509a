import { hashPair, hashText } from './hash';
import type { Candidate, Imp, SelectionContext } from '../types';

/** Share of placements that are given to learning. */
const explorationShare = 0.05;
/** A creative with so many impressions is known. */
export const knownAfterImpressions = 1000;
/** So many little known creatives, next to the seed's point, are looked at when exploring, at most. */
export const explorationWindow = 128;
/** The draw is among so many of them: the first that are eligible. */
export const explorationCrew = 8;
/** The draw is among so many equals next to the seed's point; where there are no more, all are equally likely. */
export const tieWindow = 8;

/** Single precision has this very number. */
export const highestBid = 1e9;
const draws = { tie: 1, exploration: 2, weight: 3, rotation: 4, share: 5 } as const;

/** The value of an estimate in the ranking: single precision, 0 for anything but a positive number. */
export function bidOf(effectiveRpm: number): number {
  return effectiveRpm > 0 ? Math.fround(Math.min(effectiveRpm, highestBid)) : 0;
}

/** The 32-bit seed of one placement of one request. */
export function seedOf(context: Pick<SelectionContext, 'seed'>, imp: Pick<Imp, 'id'>): number {
  const seed = typeof context.seed === 'number' ? context.seed : hashText(context.seed);
  return hashPair(seed, hashText(imp.id));
}

/**
 * The place of a creative on the ring of 2^32 points that ties and exploration are drawn on: not a
 * matter of when it was added.
 */
export function ringPoint(creativeId: string): number {
  return hashText(creativeId);
}

/** The seed's point on the ring, where the search begins. */
export function startPoint(seed: number): number {
  return hashPair(seed, draws.tie);
}

/** Steps clockwise on the ring from the seed's point to the creative's. */
export function ringDistance(start: number, point: number): number {
  return (point - start) >>> 0;
}

/** Rank of a creative among equals; the smallest wins. */
export function tieDraw(seed: number, point: number): number {
  return hashPair(point, seed);
}

/** The seed's part in the turns that creatives of one campaign take: independent of what let the campaign win. */
export function rotationKey(seed: number): number {
  return hashPair(seed, draws.rotation);
}

/** The place of the seed in the shares of sponsorships, from 0 to below 1. */
export function sharePoint(seed: number): number {
  return hashPair(seed, draws.share) / 2 ** 32;
}

/** Says that this placement is given to learning: 5 % of all seeds. */
export function isExploring(seed: number): boolean {
  return hashPair(seed, draws.exploration) < explorationShare * 2 ** 32;
}

/** Says that a creative has so few impressions that learning about it is worth a placement. */
export function isLittleKnown({ impressions }: Pick<Candidate, 'impressions'>): boolean {
  return impressions < knownAfterImpressions;
}

/** How likely exploration draws a creative: fewer impressions, larger weight; lately seen, smaller. */
export function explorationWeight(candidate: Candidate, penalty: number): number {
  return penalty / (1 + Math.max(candidate.impressions, 0));
}

/**
 * Draws one of several by weight.
 * @returns its position, or -1 if no weight is above 0
 */
export function drawByWeight(seed: number, weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let rest = (hashPair(seed, draws.weight) / 2 ** 32) * total;
  let last = -1;
  for (const [position, weight] of weights.entries()) {
    if (weight <= 0) continue;
    last = position;
    rest -= weight;
    if (rest < 0) break;
  }
  return last;
}
