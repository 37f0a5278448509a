import type { graphql } from '../graphql/graphql';

export type CampaignStatus = ReturnType<typeof graphql.scalar<'CampaignStatus'>>;
export type CampaignOrder = ReturnType<typeof graphql.scalar<'CampaignOrder'>>;

export const campaignStatuses = ['active', 'draft', 'inactive', 'suspended'] as const;

export const campaignOrders = [
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

/** Times that the figures of a list are of. */
export const listRanges = ['today', '7d', '30d'] as const;
export type ListRange = (typeof listRanges)[number];

const longestName = 255;

export interface CampaignSearch {
  /** Absent: any. */
  readonly status?: readonly CampaignStatus[];
  /** Part of a name. */
  readonly search?: string;
  /** Absent: by creation. */
  readonly order?: CampaignOrder;
  /** True: the least or oldest first. */
  readonly up?: true;
  /** Absent: seven days. */
  readonly range?: ListRange;
  /** From 1, which is left out. */
  readonly page?: number;
}

/** The filters and order of the list, as the address has them; what makes no sense is left out. */
export function readCampaignSearch(given: Readonly<Record<string, unknown>>): CampaignSearch {
  const statuses: readonly unknown[] = Array.isArray(given['status']) ? given['status'] : [];
  const status = campaignStatuses.filter((one) => statuses.includes(one));
  // A name of digits comes as a number.
  const search = ['string', 'number'].includes(typeof given['search'])
    ? String(given['search']).slice(0, longestName)
    : '';
  const order = campaignOrders.find((one) => one === given['order']) ?? 'created';
  const range = listRanges.find((one) => one === given['range']) ?? '7d';
  const page = Number(given['page']);
  return {
    ...(status.length > 0 && { status }),
    ...(search !== '' && { search }),
    ...(order !== 'created' && { order }),
    ...(given['up'] === true && { up: true as const }),
    ...(range !== '7d' && { range }),
    ...(Number.isSafeInteger(page) && page > 1 && page < 1e6 && { page }),
  };
}
