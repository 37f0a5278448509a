import type { graphql } from '../graphql/graphql';

export type CampaignStatus = ReturnType<typeof graphql.scalar<'CampaignStatus'>>;

export const campaignStatuses = ['active', 'draft', 'inactive', 'suspended'] as const;

export interface CampaignSearch {
  /** Absent: any. */
  readonly status?: readonly CampaignStatus[];
  /** From 1, which is left out. */
  readonly page?: number;
}

/** The filters of the list, as the address has them; what makes no sense is left out. */
export function readCampaignSearch(search: Readonly<Record<string, unknown>>): CampaignSearch {
  const given: readonly unknown[] = Array.isArray(search['status']) ? search['status'] : [];
  const status = campaignStatuses.filter((one) => given.includes(one));
  const page = Number(search['page']);
  return {
    ...(status.length > 0 && { status }),
    ...(Number.isSafeInteger(page) && page > 1 && page < 1e6 && { page }),
  };
}
