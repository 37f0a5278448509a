import { eligibility } from './eligibility';
import type { CandidateIndex } from './index/candidate-index';
import type { NonBidReason } from './non-bid-reasons';
import { rules } from './rules';
import type { Imp, SelectionContext } from './types';

/** Why a placement stayed empty, in the words of the rule that the best candidates failed. */
export interface Explanation {
  /** Null: somebody is eligible who is shown in all finds. */
  readonly nonBidReason: NonBidReason | null;
  /** The members of candidates that failed that rule, most frequent first, at most five. */
  readonly details: readonly string[];
}

/** Sponsorships alone are eligible: where none of them has won, the find is in nobody's share. */
const inNobodysShare: Explanation = {
  nonBidReason: 'shareOfVoice',
  details: ['only sponsorships fit, and the find is in the share of none'],
};

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
  const stages = Object.values(rules).map((rule, position) => ({
    rule,
    position,
    lets: eligibility(rule, input),
  }));
  const details = new Map<string, number>();
  let last: (typeof stages)[number] | null = null;
  let isAnyEligible = false;
  let isAnyUnshared = false;
  for (const candidate of index.candidates()) {
    const stage = stages.find(({ lets }) => !lets(candidate));
    if (!stage) {
      isAnyEligible = true;
      isAnyUnshared ||= candidate.ownSites?.priority !== 'sponsorship';
      continue;
    }
    if (last === null || stage.position > last.position) {
      last = stage;
      details.clear();
    }
    if (stage !== last) continue;
    const detail = stage.rule.explain(candidate, input);
    const counted = details.get(detail) ?? 0;
    if (details.size < mostCounted || counted > 0) details.set(detail, counted + 1);
  }
  if (isAnyUnshared) return { nonBidReason: null, details: [] };
  if (isAnyEligible) return inNobodysShare;
  const frequent = [...details].sort(([, one], [, other]) => other - one).slice(0, mostDetails);
  return {
    nonBidReason: last?.rule.nonBidReason ?? 'noBid',
    details: frequent.map(([text]) => text),
  };
}

/** So many different placements of one request are explained. */
const mostExplained = 4;
const notExplained: Explanation = {
  nonBidReason: 'noBid',
  details: [`not explained: the request has more than ${mostExplained} different empty placements`],
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
    const { scopes, nearBox, types, mimes, bidFloor, features, publisherId } = imp;
    const box = nearBox && [nearBox.width, nearBox.height];
    const own = features && [...features];
    const asked = [
      contexts.indexOf(context),
      scopes,
      box,
      types,
      mimes,
      bidFloor,
      own,
      publisherId,
    ];
    const key = JSON.stringify(asked);
    let explanation = known.get(key);
    if (!explanation && known.size < mostExplained) {
      explanation = explain(index, imp, context);
      known.set(key, explanation);
    }
    return explanation ?? notExplained;
  };
}
