import type { IdsRule } from '../rule';
import { campaignId } from '../terms';

/** No campaign of the same page competes with it, where either of the two asks for that. */
export const competitiveExclusion = {
  kind: 'ids',
  nonBidReason: 'competitorShown',
  statusCode: 515,
  terms: campaignId,
  ask: ({ imp: { competingCampaignIds } }) =>
    competingCampaignIds ? { notAmong: competingCampaignIds } : {},
  explain: (candidate) => `campaign ${candidate.campaignId}`,
} as const satisfies IdsRule;
