import type { IdsRule } from '../rule';
import { campaignId } from '../terms';

/** A campaign that cannot pay for an offer now does not bid. */
export const campaignEligibility = {
  kind: 'ids',
  nonBidReason: 'campaignNotEligible',
  statusCode: 502,
  terms: campaignId,
  ask: ({ ineligibleCampaignIds }) => ({ notAmong: ineligibleCampaignIds }),
  explain: (candidate) => `campaign ${candidate.campaignId}`,
} as const satisfies IdsRule;
