import type { IdsRule } from '../rule';
import { creativeId } from '../terms';

/** The visitor has not seen the creative as often as its own caps let visitors see it. @see docs/contract.md §4 */
export const creativeFrequencyCap = {
  kind: 'ids',
  nonBidReason: 'creativeFrequencyCapped',
  statusCode: 519,
  terms: creativeId,
  ask: ({ imp: { cappedCreativeIds } }) =>
    cappedCreativeIds ? { notAmong: cappedCreativeIds } : {},
  explain: (candidate) => `creative ${candidate.creativeId}`,
} as const satisfies IdsRule;
