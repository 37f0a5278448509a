import type { OpenRequest } from '../index/candidate-index';
import { isEligibleAt } from '../index/generation';
import { ringPoint } from '../ranking/rank';
import type { Candidate, Rotation } from '../types';
import { turnOf } from './rotation';

/**
 * Chooses among the creatives of the winner's campaign that are eligible for the placement, where the campaign's creatives
 * take turns; else the winner stays. Seeds and ids decide, and no order of the index.
 */
export function rotate(open: OpenRequest, winner: Candidate, seed: number): Candidate {
  if (winner.rotation === null) return winner;
  let chosen = winner;
  let highest = -1;
  for (const candidate of takersOf(open, winner)) {
    const turn = turnOf(candidate.rotation, seed, ringPoint(candidate.creativeId));
    if (turn < highest || (turn === highest && candidate.creativeId > chosen.creativeId)) continue;
    highest = turn;
    chosen = candidate;
  }
  return chosen;
}

/** The creatives of a campaign that are eligible for the placement and take turns. */
export function* takersOf(
  { stocks }: OpenRequest,
  { campaignId }: Pick<Candidate, 'campaignId'>,
): Generator<Taker> {
  for (const stock of stocks) {
    const { candidates } = stock.segment.data;
    for (const place of stock.segment.placesOf(campaignId)) {
      const candidate = candidates[place];
      if (candidate && takesTurns(candidate) && isEligibleAt(stock, place)) yield candidate;
    }
  }
}

type Taker = Candidate & { readonly rotation: Rotation };

const takesTurns = (candidate: Candidate): candidate is Taker => candidate.rotation !== null;
