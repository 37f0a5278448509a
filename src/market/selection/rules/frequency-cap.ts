import type { IdsRule } from '../rule';
import { campaignId } from '../terms';

/** The visitor has not seen the campaign as often as its advertiser wants. @see docs/contract.md §4 */
export const frequencyCap = {
  kind: 'ids',
  nonBidReason: 'frequencyCapped',
  statusCode: 512,
  terms: campaignId,
  ask: ({ imp: { cappedCampaignIds } }) =>
    cappedCampaignIds ? { notAmong: cappedCampaignIds } : {},
  explain: (candidate) => `campaign ${candidate.campaignId}`,
} as const satisfies IdsRule;
