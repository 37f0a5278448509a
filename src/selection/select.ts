import type { CandidateIndex } from './candidate-index';
import { rejectionOf } from './filters';
import { selectLinear } from './linear-select';
import type { NonBidReason } from './non-bid-reasons';
import type { Imp, Selection, SelectionContext } from './types';

/**
 * Chooses the creative for one placement: the highest bid times seen penalty, or, for one seed in
 * twenty, a little known creative. Pure: same index, placement and context, same winner.
 */
export function select(index: CandidateIndex, imp: Imp, context: SelectionContext): Selection {
  const { winner, isExploration } = selectLinear([...index.candidates()], imp, {
    context,
    ineligibleCampaignIds: index.ineligibleCampaignIds,
  });
  return { winner, isExploration, nonBidReason: winner ? null : 'noBid' };
}

/** Why a placement stayed empty, in the words of the rule that the best candidates failed. */
export interface Explanation {
  /** Null: somebody was eligible. */
  readonly nonBidReason: NonBidReason | null;
  /** What of the candidates failed that rule, most frequent first, at most five. */
  readonly details: readonly string[];
  /** How many candidates each rule turned away first. */
  readonly rejections: ReadonlyMap<NonBidReason, number>;
}

const mostDetails = 5;

/**
 * Explains an empty placement to an operator: the reason is that of the last rule which any candidate
 * reached. Looks at every candidate (a millisecond for a thousand): for debugging, not for each request.
 */
export function explain(index: CandidateIndex, imp: Imp, context: SelectionContext): Explanation {
  const input = { imp, context, ineligibleCampaignIds: index.ineligibleCampaignIds };
  const rejections = new Map<NonBidReason, number>();
  let furthest: { readonly stage: number; readonly reason: NonBidReason | null } = {
    stage: -1,
    reason: 'noBid',
  };
  let details = new Map<string, number>();
  for (const candidate of index.candidates()) {
    const rejection = rejectionOf(candidate, input);
    if (!rejection) {
      furthest = { stage: Infinity, reason: null };
      details = new Map();
      continue;
    }
    const { stage, reason, detail } = rejection;
    rejections.set(reason, (rejections.get(reason) ?? 0) + 1);
    if (stage > furthest.stage) {
      furthest = { stage, reason };
      details = new Map();
    }
    if (stage === furthest.stage) details.set(detail, (details.get(detail) ?? 0) + 1);
  }
  const frequent = [...details].sort(([, one], [, other]) => other - one).slice(0, mostDetails);
  return { nonBidReason: furthest.reason, details: frequent.map(([text]) => text), rejections };
}
