import type { CandidateIndex, OpenRequest } from './index/candidate-index';
import { Auction } from './ranking/auction';
import { explore } from './ranking/exploration';
import { isExploring } from './ranking/rank';
import type { Candidate, Imp, SelectionContext } from './types';

/** A placement, and the request that it is of. */
interface Asked {
  readonly imp: Imp;
  readonly context: SelectionContext;
}

/**
 * Chooses the creative for one placement: the highest bid times seen penalty, equals drawn by the seed;
 * or, for one seed in twenty, a little known creative. Pure: same index, placement and context, same
 * winner. Null: nobody is eligible; `explain` tells why.
 */
export function select(
  index: CandidateIndex,
  imp: Imp,
  context: SelectionContext,
): Candidate | null {
  return choose(index.open(imp, context), { imp, context });
}

/** The same, as if the candidates of another index were for sale, too. Neither index is changed. */
export function selectAmong(
  [index, more]: readonly [CandidateIndex, CandidateIndex],
  { imp, context }: Asked,
): Candidate | null {
  const open = index.open(imp, context);
  const stocks = [...open.stocks, ...more.open(imp, context).stocks];
  return choose({ wanted: open.wanted, stocks }, { imp, context });
}

function choose(open: OpenRequest, { imp, context }: Asked): Candidate | null {
  const auction = new Auction(imp, context);
  const explored = isExploring(auction.seed) ? explore(open.stocks, auction) : null;
  if (explored) return explored;
  if (open.wanted) offerWanted(open, open.wanted, auction);
  else {
    for (const { eligible, buckets } of open.stocks) {
      for (const bucket of buckets) auction.offerBucket(eligible, bucket);
    }
  }
  return auction.winner();
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
