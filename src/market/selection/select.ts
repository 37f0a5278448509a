import type { CandidateIndex, OpenRequest } from './index/candidate-index';
import type { NonBidReason } from './non-bid-reasons';
import { Auction } from './ranking/auction';
import { explore } from './ranking/exploration';
import { isExploring } from './ranking/rank';
import type { Candidate, Imp, SelectionContext } from './types';

/** The winner, or the reason that there is none: exactly one of the two is null. */
export interface Selection {
  readonly winner: Candidate | null;
  readonly nonBidReason: NonBidReason | null;
  /** True if the winner was drawn to learn about it, not because it bids most. */
  readonly isExploration: boolean;
}

/**
 * Chooses the creative for one placement: the highest bid times seen penalty, equals drawn by the seed;
 * or, for one seed in twenty, a little known creative. Pure: same index, placement and context, same
 * winner. An empty slot's reason is `noBid`, or `creativeSizeNotAllowed` where nothing of the size is for
 * sale; `explain` tells the rule.
 */
export function select(index: CandidateIndex, imp: Imp, context: SelectionContext): Selection {
  const open = index.open(imp, context);
  const auction = new Auction(imp, context);
  const explored = isExploring(auction.seed) ? explore(open.stocks, auction) : null;
  if (explored) return { winner: explored, nonBidReason: null, isExploration: true };
  if (open.wanted) offerWanted(open, open.wanted, auction);
  else {
    for (const { eligible, buckets } of open.stocks) {
      for (const bucket of buckets) auction.offerBucket(eligible, bucket);
    }
  }
  const winner = auction.winner();
  if (winner) return { winner, nonBidReason: null, isExploration: false };
  const isOfSize = open.stocks.some(({ buckets }) => buckets.length > 0);
  return {
    winner: null,
    nonBidReason: isOfSize ? 'noBid' : 'creativeSizeNotAllowed',
    isExploration: false,
  };
}

function offerWanted({ stocks }: OpenRequest, wanted: ReadonlySet<string>, auction: Auction): void {
  for (const creativeId of wanted) {
    for (const { segment, eligible, buckets } of stocks) {
      const place = segment.placeOf(creativeId);
      if (!buckets.some(({ start, end }) => place >= start && place < end)) continue;
      if (eligible.isEligible(place)) auction.offer(segment, place);
    }
  }
}
