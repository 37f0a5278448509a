import type { graphql } from '../graphql/graphql';
import {
  type ListRangeSearch,
  readListRange,
  type TableSearch,
  tableSearchReader,
} from '../list/table-search';

export type CampaignStatus = ReturnType<typeof graphql.scalar<'CampaignStatus'>>;
export type CampaignOrder = ReturnType<typeof graphql.scalar<'CampaignOrder'>>;

export const campaignStatuses = ['active', 'draft', 'inactive', 'suspended'] as const;

const campaignOrders = [
  'created',
  'name',
  'state',
  'starts',
  'hourly_budget',
  'max_cpm',
  'views',
  'clicks',
  'click_rate',
  'cost',
  'cpm',
] as const satisfies readonly CampaignOrder[];

export type CampaignSearch = ListRangeSearch & TableSearch<CampaignOrder, CampaignStatus>;

const readTable = tableSearchReader<CampaignOrder, CampaignStatus>({
  orders: campaignOrders,
  statuses: campaignStatuses,
});

/** The filters, order and time of the list, as the address has them. */
export const readCampaignSearch = (given: Readonly<Record<string, unknown>>): CampaignSearch => ({
  ...readTable(given),
  ...readListRange(given),
});
