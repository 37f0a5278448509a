import type { IdsRule } from '../rule';
import { creativeId } from '../terms';

/** The creative is in no other placement of the page, where its campaign shows each creative once a page. */
export const oncePerPage = {
  kind: 'ids',
  nonBidReason: 'creativeOnPage',
  statusCode: 516,
  terms: creativeId,
  ask: ({ imp: { creativeIdsOnPage } }) =>
    creativeIdsOnPage ? { notAmong: creativeIdsOnPage } : {},
  explain: (candidate) => `creative ${candidate.creativeId}`,
} as const satisfies IdsRule;
