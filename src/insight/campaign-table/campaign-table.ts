import type { Campaign } from '../../demand/campaigns/campaign.resource';

/** A page of a table, as it is now. */
export interface CampaignTable {
  readonly nodes: readonly Campaign[];
  /** Campaigns of all pages. */
  readonly totalCount: number;
  readonly pageInfo: { readonly page: number; readonly lastPage: number };
}
