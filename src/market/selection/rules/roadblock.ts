import type { IdsRule } from '../rule';
import { creativeId } from '../terms';

/** No other campaign has all placements of the page, and its own has all of them where it asks for that. */
export const roadblock = {
  kind: 'ids',
  nonBidReason: 'roadblock',
  statusCode: 517,
  terms: creativeId,
  ask: ({ imp: { onlyCreativeIds, roadblockCreativeIds } }) => ({
    among: onlyCreativeIds,
    notAmong: roadblockCreativeIds,
  }),
  explain: (candidate) => `campaign ${candidate.campaignId}`,
} as const satisfies IdsRule;
