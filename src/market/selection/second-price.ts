import { rpmIn } from './bid-modifiers';
import type { OpenRequest } from './index/candidate-index';
import { onLevel } from './levels/on-level';
import { Auction } from './ranking/auction';
import { takersOf } from './rotation/rotate';
import { askedFloor } from './rules/bid-floor';
import { offerAll } from './select';
import type { Candidate, Imp, SelectionContext } from './types';

/** A placement, the request that it is of, and who has won it. */
export interface Sale {
  readonly imp: Imp;
  readonly context: SelectionContext;
  readonly winner: Candidate;
  /** The best score of another campaign, where `chooseWinner` has found it; absent: it is searched for. */
  readonly rival?: number;
}

/** The sale as if all might compete for it, also where a campaign has all placements of the request: the price is by those. */
export const amongAll = (sale: Sale): Sale =>
  sale.imp.onlyCreativeIds ? { ...sale, imp: { ...sale.imp, onlyCreativeIds: undefined } } : sale;

/**
 * The least worth with which a winner would have been chosen: the larger of the floor and of the best bid of another
 * campaign of the level that pays, each bid times seen penalty; never more than its own. A campaign whose creatives take turns
 * has competed by the one that the visitor has seen least, whichever is shown. Who was explored won by no bid, and is asked for
 * the same.
 *
 * @param open of the sale's placement; it may have been searched
 * @returns USD per 1000 impressions, as `rpmIn` is
 */
export function secondRpm(open: OpenRequest, { imp, context, winner, rival }: Sale): number {
  const own = rpmIn(winner, context);
  const best = rival ?? bestRival(open, { imp, context, winner });
  const needed = best > 0 ? best / penaltyOf(open, { imp, context, winner }) : 0;
  return Math.min(Math.max(needed, askedFloor({ imp, context }) ?? 0), own);
}

/** The best score of another campaign; -1: there is none. */
function bestRival(open: OpenRequest, { imp, context, winner }: Sale): number {
  for (const { eligible } of open.stocks) eligible.begin();
  const auction = new Auction(imp, context, { seeksRival: true });
  offerAll(onLevel(open, 'standard'), auction);
  return auction.bestBeside(winner.campaignId);
}

/** The penalty that the winner's campaign has won with. */
function penaltyOf(open: OpenRequest, { imp, context, winner }: Sale): number {
  const { recentlySeen } = context;
  let least = recentlySeen.penaltyOf(winner, imp.chosenBefore);
  if (winner.rotation === null || least === 1) return least;
  for (const taker of takersOf(open, winner))
    least = Math.max(least, recentlySeen.penaltyOf(taker, imp.chosenBefore));
  return least;
}
