import { eligibility } from '../../../src/market/selection/eligibility';
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
} from '../../../src/market/selection/ranking/rank';
import type { Rule, SelectionInput } from '../../../src/market/selection/rule';
import { rules } from '../../../src/market/selection/rules';
import { turnOf } from '../../../src/market/selection/rotation/rotation';
import type { Candidate, SeenCreative } from '../../../src/market/selection/types';

const all: readonly Rule[] = Object.values(rules);
const bucketRules = all.filter(({ kind }) => kind === 'bucket');

/** The candidates that every one of the rules lets through. */
function passing(
  candidates: readonly Candidate[],
  input: SelectionInput,
  asked = all,
): readonly Candidate[] {
  const lets = asked.map((rule) => eligibility(rule, input));
  return candidates.filter((candidate) => lets.every((isLet) => isLet(candidate)));
}

/** Lists the creatives that the visitor saw, including those chosen for this very request already; newest first. */
function seenBy({ imp, context }: SelectionInput): readonly SeenCreative[] {
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

function explore(
  candidates: readonly Candidate[],
  input: SelectionInput,
  seed: number,
): Candidate | null {
  const littleKnown = passing(candidates.filter(isLittleKnown), input, bucketRules);
  const window = inRingOrder(littleKnown, seed).slice(0, explorationWindow);
  const crew = passing(window, input).slice(0, explorationCrew);
  const seen = seenBy(input);
  const weights = crew.map((each) => explorationWeight(each, seenPenalty(each, seen)));
  return crew[drawByWeight(seed, weights)] ?? null;
}

function selectByBid(
  candidates: readonly Candidate[],
  input: SelectionInput,
  seed: number,
): Candidate | null {
  const seen = seenBy(input);
  const scored = passing(candidates, input).map((candidate) => ({
    candidate,
    score: bidOf(candidate.effectiveRpm) * seenPenalty(candidate, seen),
  }));
  const best = scored.reduce((highest, { score }) => Math.max(highest, score), 0);
  const equals = scored.filter(({ score }) => score === best).map(({ candidate }) => candidate);
  const [winner = null] = inRingOrder(equals, seed)
    .slice(0, tieWindow)
    .map((candidate) => ({ candidate, draw: tieDraw(seed, ringPoint(candidate.creativeId)) }))
    .sort((one, other) => one.draw - other.draw)
    .map(({ candidate }) => candidate);
  return winner;
}

/** Of the eligible creatives of the winner's campaign the one whose turn is the highest number. */
function rotate(
  candidates: readonly Candidate[],
  input: SelectionInput,
  winner: Candidate,
): Candidate {
  const seed = seedOf(input.context, input.imp);
  const turns = passing(candidates, input)
    .filter(({ campaignId }) => campaignId === winner.campaignId)
    .flatMap((candidate) =>
      candidate.rotation === null
        ? []
        : [
            {
              candidate,
              turn: turnOf(candidate.rotation, seed, ringPoint(candidate.creativeId)),
            },
          ],
    )
    .sort((one, other) => other.turn - one.turn);
  return winner.rotation === null ? winner : (turns[0]?.candidate ?? winner);
}

/**
 * Chooses the winner of a placement in the plainest code: `select` and its index are tested against it. The rules look
 * at every candidate; the highest bid times seen penalty wins, equals are drawn by the seed, and one in twenty seeds
 * tries a little known creative instead. Where the campaign's creatives take turns, the one whose turn it is.
 */
export function selectByDefinition(
  candidates: readonly Candidate[],
  input: SelectionInput,
): Candidate | null {
  const seed = seedOf(input.context, input.imp);
  const explored = isExploring(seed) ? explore(candidates, input, seed) : null;
  const winner = explored ?? selectByBid(candidates, input, seed);
  return winner && rotate(candidates, input, winner);
}
