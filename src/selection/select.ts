import type { CandidateIndex, OpenRequest } from './candidate-index';
import { Contest } from './contest';
import { explore } from './exploration';
import { medium, rejectionOf, scope, vendor } from './filters';
import type { NonBidReason } from './non-bid-reasons';
import { isExploring } from './rank';
import type { Candidate, Imp, Selection, SelectionContext } from './types';

/** Up to so many accepted creatives are looked up by id instead of searched for. */
const fewAccepted = 256;
/** Of the eligible, what `isOfThisPlace` is left to ask of those that were not found by bucket. */
const placeFilters = [medium, vendor, scope];
const contest = new Contest();

/**
 * Chooses the creative for one placement: the highest bid times seen penalty, equals drawn by the seed;
 * or, for one seed in twenty, a little known creative. Pure: same index, placement and context, same
 * winner. An empty slot's reason is `noBid`, or `creativeSizeNotAllowed` where nothing of the size is for
 * sale; `explain` tells the rule. `selectLinear` says the same at length.
 */
export function select(index: CandidateIndex, imp: Imp, context: SelectionContext): Selection {
  const open = index.open(imp, context);
  const { request, stocks } = open;
  const explored = isExploring(request.seed) ? explore(stocks, request) : null;
  if (explored) return { winner: explored, nonBidReason: null, isExploration: true };
  contest.open(request.start);
  if (request.accepted && request.accepted.size <= fewAccepted) {
    offerAccepted(open, imp, context);
  } else {
    for (const { scan, buckets } of stocks) {
      for (const bucket of buckets) scan.offerBucket(bucket, contest);
    }
  }
  const winner = contest.close(request.seed);
  if (winner) return { winner, nonBidReason: null, isExploration: false };
  const isOfSize = stocks.some(({ buckets }) => buckets.length > 0);
  return {
    winner: null,
    nonBidReason: isOfSize ? 'noBid' : 'creativeSizeNotAllowed',
    isExploration: false,
  };
}

function offerAccepted({ request, stocks }: OpenRequest, imp: Imp, context: SelectionContext) {
  for (const creativeId of request.accepted ?? []) {
    for (const { scan } of stocks) {
      const place = scan.segment.placeOf(creativeId);
      if (place < 0 || !scan.isEligible(place)) continue;
      const { candidates, bids } = scan.segment.data;
      if (bids[place]! < request.minimumBid) continue;
      if (isOfThisPlace(candidates[place]!, imp, context)) scan.offer(place, contest);
    }
  }
}

function isOfThisPlace(candidate: Candidate, imp: Imp, context: SelectionContext): boolean {
  const input = { imp, context, ineligibleCampaignIds: new Set<string>() };
  return placeFilters.every((filter) => filter(candidate, input) === undefined);
}

/** Why a placement stayed empty, in the words of the rule that the best candidates failed. */
export interface Explanation {
  /** Null: somebody is eligible. */
  readonly nonBidReason: NonBidReason | null;
  /** What of the candidates failed that rule, most frequent first, at most five. */
  readonly details: readonly string[];
  /** How many candidates each rule turned away; the first rule that does counts. */
  readonly rejections: ReadonlyMap<NonBidReason, number>;
}

const mostDetails = 5;
/** Different details that are counted; beyond, only known ones are. */
const mostCounted = 1000;

/**
 * Explains an empty placement to an operator: the reason is that of the last rule which any candidate
 * reached. Looks at every candidate (a millisecond for a thousand): for debugging, not for each request, and through
 * `createExplainer` where a request has several placements.
 */
export function explain(index: CandidateIndex, imp: Imp, context: SelectionContext): Explanation {
  const input = { imp, context, ineligibleCampaignIds: index.ineligibleCampaignIds };
  const rejections = new Map<NonBidReason, number>();
  const details = new Map<string, number>();
  let last: { stage: number; reason: NonBidReason } = { stage: -1, reason: 'noBid' };
  let isAnyEligible = false;
  for (const candidate of index.candidates()) {
    const rejection = rejectionOf(candidate, input);
    if (!rejection) {
      isAnyEligible = true;
      continue;
    }
    count(rejections, rejection.reason);
    if (rejection.stage > last.stage) {
      last = rejection;
      details.clear();
    }
    if (rejection.stage < last.stage) continue;
    if (details.size < mostCounted || details.has(rejection.detail)) {
      count(details, rejection.detail);
    }
  }
  if (isAnyEligible) return { nonBidReason: null, details: [], rejections };
  const frequent = [...details].sort(([, one], [, other]) => other - one).slice(0, mostDetails);
  return { nonBidReason: last.reason, details: frequent.map(([text]) => text), rejections };
}

/** So many different placements of one request are explained. */
const mostExplained = 4;
const notExplained: Explanation = {
  nonBidReason: 'noBid',
  details: [`not explained: the request has more than ${mostExplained} different empty placements`],
  rejections: new Map(),
};

/**
 * Explains the empty placements of one request, which may be many over a large index: equal ones (same context,
 * sizes, types, MIME types, features and floor) share an answer, and after the fourth different one no more are looked into;
 * their reason is `noBid` and the detail says so.
 */
export function createExplainer(
  index: CandidateIndex,
): (imp: Imp, context: SelectionContext) => Explanation {
  const contexts: SelectionContext[] = [];
  const known = new Map<string, Explanation>();
  return (imp, context) => {
    if (!contexts.includes(context)) contexts.push(context);
    const { scopes, nearBox, types, mimes, minimumRpm, features } = imp;
    const box = nearBox && [nearBox.width, nearBox.height];
    const own = features && [...features];
    const asked = [contexts.indexOf(context), scopes, box, types, mimes, minimumRpm, own];
    const key = JSON.stringify(asked);
    let explanation = known.get(key);
    if (!explanation && known.size < mostExplained) {
      explanation = explain(index, imp, context);
      known.set(key, explanation);
    }
    return explanation ?? notExplained;
  };
}

function count<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
