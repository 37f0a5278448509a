import type { IdsRule } from '../rule';
import { campaignId } from '../terms';

/** A paused campaign does not bid, nor does one whose budget of this hour is spent. */
export const campaignEligibility = {
  kind: 'ids',
  nonBidReason: 'campaignNotEligible',
  statusCode: 502,
  terms: campaignId,
  ask: ({ ineligibleCampaignIds }) => ({ notAmong: ineligibleCampaignIds }),
  explain: (candidate) => `campaign ${candidate.campaignId}`,
} as const satisfies IdsRule;
