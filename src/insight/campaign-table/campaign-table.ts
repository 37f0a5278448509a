import type { Campaign } from '../../demand/campaigns/campaign.resource';
import type { TablePageInfo } from '../../platform/lists/table';

/** A page of a table, as it is now. */
export interface CampaignTable {
  readonly nodes: readonly Campaign[];
  /** Campaigns of all pages. */
  readonly totalCount: number;
  readonly pageInfo: TablePageInfo;
}
