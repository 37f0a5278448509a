import type { CandidateIndex, OpenRequest } from './index/candidate-index';
import { isEligibleAt } from './index/generation';
import { levelOf } from './levels/level';
import { hasLevels, onLevel } from './levels/on-level';
import { chooseSponsor } from './levels/sponsor';
import { Auction } from './ranking/auction';
import { explore } from './ranking/exploration';
import { isExploring } from './ranking/rank';
import { rotate } from './rotation/rotate';
import type { Candidate, Imp, SelectionContext } from './types';

/** A placement, and the request that it is of. */
interface Asked {
  readonly imp: Imp;
  readonly context: SelectionContext;
}

/** All that is for sale, or two parts of that. */
export type Indexes = readonly [CandidateIndex, CandidateIndex?];

/**
 * Chooses the creative for one placement: the highest bid times seen penalty, equals drawn by the seed;
 * or, for one seed in twenty, a little known creative. Sponsorships of the site's own account come before, house ads after all
 * of these. Where its campaign's creatives take turns, one of them. Pure: same index, placement and context, same winner. Null:
 * nobody is eligible; `explain` tells why.
 */
export function select(
  index: CandidateIndex,
  imp: Imp,
  context: SelectionContext,
): Candidate | null {
  return choose(index.open(imp, context), { imp, context });
}

/** The same, as if the candidates of another index were for sale, too. Neither index is changed. */
export const selectAmong = (indexes: Indexes, asked: Asked): Candidate | null =>
  choose(openAmong(indexes, asked), asked);

/** The placement opened in one index, and in another as if that were one with the first. */
export function openAmong([index, more]: Indexes, { imp, context }: Asked): OpenRequest {
  const open = index.open(imp, context);
  if (!more) return open;
  return { ...open, stocks: [...open.stocks, ...more.open(imp, context).stocks] };
}

const choose = (open: OpenRequest, { imp, context }: Asked): Candidate | null =>
  chooseIn(new Auction(imp, context), open, imp);

/**
 * A winner, and the best score of another campaign of its level; absent: it was not asked for, the winner has won by no bid, or
 * its campaign alone could win.
 */
export interface ChosenWinner {
  readonly winner: Candidate;
  readonly rival?: number;
}

/** The same for a placement that is open. @param options.seeksRival the second price will be asked: the rival is found on the way */
export function chooseWinner(
  open: OpenRequest,
  { imp, context }: Asked,
  { seeksRival }: { readonly seeksRival: boolean },
): ChosenWinner | null {
  const auction = new Auction(imp, context, { seeksRival });
  const winner = chooseIn(auction, open, imp);
  if (!winner) return null;
  const isByBid =
    seeksRival && auction.best >= 0 && !imp.onlyCreativeIds && levelOf(winner) === 'standard';
  return isByBid ? { winner, rival: auction.bestBeside(winner.campaignId) } : { winner };
}

function chooseIn(auction: Auction, open: OpenRequest, imp: Imp): Candidate | null {
  const winner =
    hasLevels(open) && !imp.onlyCreativeIds
      ? competeByLevel(open, auction)
      : compete(open, auction);
  return winner && rotate(open, winner, auction.seed);
}

function competeByLevel(open: OpenRequest, auction: Auction): Candidate | null {
  return (
    chooseSponsor(onLevel(open, 'sponsorship'), auction) ??
    compete(onLevel(open, 'standard'), auction) ??
    compete(onLevel(open, 'house'), auction)
  );
}

function compete(open: OpenRequest, auction: Auction): Candidate | null {
  const explored = isExploring(auction.seed) ? explore(open.stocks, auction) : null;
  if (explored) return explored;
  offerAll(open, auction);
  return auction.winner();
}

/** Lets all that are eligible compete, as far as one can still win. */
export function offerAll(open: OpenRequest, auction: Auction): void {
  if (open.wanted) offerWanted(open, open.wanted, auction);
  else {
    for (const { eligible, buckets } of open.stocks) {
      for (const bucket of buckets) auction.offerBucket(eligible, bucket);
    }
  }
}

function offerWanted({ stocks }: OpenRequest, wanted: ReadonlySet<string>, auction: Auction): void {
  for (const creativeId of wanted) {
    for (const stock of stocks) {
      const place = stock.segment.placeOf(creativeId);
      if (isEligibleAt(stock, place)) auction.offer(stock.eligible, place);
    }
  }
}
