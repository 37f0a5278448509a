import { type FilterInput, medium, rejectionOf, scope, vendor } from './filters';
import {
  bidOf,
  drawByWeight,
  explorationCrew,
  explorationWeight,
  explorationWindow,
  isExploring,
  isLittleKnown,
  ringDistance,
  ringPoint,
  seedOf,
  seenPenalty,
  startPoint,
  tieDraw,
  tieWindow,
} from './rank';
import type { Candidate, Imp, SeenCreative } from './types';

export interface LinearSelection {
  readonly winner: Candidate | null;
  readonly isExploration: boolean;
}

/** What the visitor saw, including what this very request has chosen already; newest first. */
function seenBy({ imp, context }: FilterInput): readonly SeenCreative[] {
  return [...(imp.chosenBefore ?? []), ...context.recentlySeen];
}

/** Clockwise from the seed's point; creatives on one point by id. */
function inRingOrder(candidates: readonly Candidate[], seed: number): readonly Candidate[] {
  const start = startPoint(seed);
  return candidates
    .map((candidate) => ({
      candidate,
      distance: ringDistance(start, ringPoint(candidate.creativeId)),
    }))
    .sort(
      (one, other) =>
        one.distance - other.distance ||
        (one.candidate.creativeId < other.candidate.creativeId ? -1 : 1),
    )
    .map(({ candidate }) => candidate);
}

/** Whether the candidate is for sale here as far as medium, vendor and size go. */
function isOfThisPlace(candidate: Candidate, input: FilterInput): boolean {
  return [medium, vendor, scope].every((filter) => filter(candidate, input) === undefined);
}

function explore(
  candidates: readonly Candidate[],
  input: FilterInput,
  seed: number,
): Candidate | null {
  const littleKnown = candidates.filter(
    (candidate) => isLittleKnown(candidate) && isOfThisPlace(candidate, input),
  );
  const eligible = inRingOrder(littleKnown, seed)
    .slice(0, explorationWindow)
    .filter((candidate) => rejectionOf(candidate, input) === undefined)
    .slice(0, explorationCrew);
  const seen = seenBy(input);
  const weights = eligible.map((each) => explorationWeight(each, seenPenalty(each, seen)));
  return eligible[drawByWeight(seed, weights)] ?? null;
}

function selectByBid(
  candidates: readonly Candidate[],
  input: FilterInput,
  seed: number,
): Candidate | null {
  const seen = seenBy(input);
  let best = -1;
  let equals: Candidate[] = [];
  for (const candidate of candidates) {
    if (rejectionOf(candidate, input)) continue;
    const score = bidOf(candidate.effectiveRpm) * seenPenalty(candidate, seen);
    if (score > best) equals = [];
    if (score >= best) equals.push(candidate);
    best = Math.max(best, score);
  }
  const [winner = null] = inRingOrder(equals, seed)
    .slice(0, tieWindow)
    .map((candidate) => ({
      candidate,
      draw: tieDraw(seed, ringPoint(candidate.creativeId)),
    }))
    .sort((one, other) => one.draw - other.draw)
    .map(({ candidate }) => candidate);
  return winner;
}

/**
 * Who wins a placement, said as plainly as can be: the meaning of `select`, and what its index is tested
 * against. Looks at every candidate; the highest bid times seen penalty wins, equals are drawn by the
 * seed, and one in twenty seeds tries a little known creative instead.
 */
export function selectLinear(
  candidates: readonly Candidate[],
  imp: Imp,
  input: Omit<FilterInput, 'imp'>,
): LinearSelection {
  const all = { ...input, imp };
  const seed = seedOf(input.context, imp);
  const explored = isExploring(seed) ? explore(candidates, all, seed) : null;
  if (explored) return { winner: explored, isExploration: true };
  return { winner: selectByBid(candidates, all, seed), isExploration: false };
}
