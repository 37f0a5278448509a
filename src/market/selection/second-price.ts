import { rpmIn } from './bid-modifiers';
import type { CandidateIndex } from './index/candidate-index';
import { onLevel } from './levels/on-level';
import { Auction } from './ranking/auction';
import { takersOf } from './rotation/rotate';
import { askedFloor } from './rules/bid-floor';
import { offerAll } from './select';
import type { Candidate, Imp, SelectionContext } from './types';

/**
 * The least worth with which a winner would have been chosen: the larger of the floor and of the best bid of another
 * campaign of the level that pays, each bid times seen penalty; never more than its own. A campaign whose creatives take turns has competed by the one that the
 * visitor has seen least, whichever is shown. One search more than `select`. Who was explored won by no
 * bid, and is asked for the same.
 *
 * @returns USD per 1000 impressions, as `rpmIn` is
 */
export function secondRpm(
  index: CandidateIndex,
  { imp, context, winner }: Asked & { readonly winner: Candidate },
): number {
  const { campaignId } = winner;
  const own = rpmIn(winner, context);
  const { cappedCampaignIds: capped } = imp;
  const has = (id: string) => id === campaignId || capped?.has(id) === true;
  const auction = new Auction(imp, context);
  const open = index.open({ ...imp, cappedCampaignIds: { has } }, context);
  offerAll(onLevel(open, 'standard'), auction);
  const rival =
    auction.best > 0 ? auction.best / penaltyOf(index, { imp, context, winner }, auction) : 0;
  return Math.min(Math.max(rival, askedFloor({ imp, context }) ?? 0), own);
}

/** The penalty that the winner's campaign has won with. */
function penaltyOf(
  index: CandidateIndex,
  { imp, context, winner }: Asked & { readonly winner: Candidate },
  auction: Auction,
): number {
  let least = auction.penaltyOf(winner);
  if (winner.rotation === null || least === 1) return least;
  for (const taker of takersOf(index.open(imp, context), winner))
    least = Math.max(least, auction.penaltyOf(taker));
  return least;
}

interface Asked {
  readonly imp: Imp;
  readonly context: SelectionContext;
}
