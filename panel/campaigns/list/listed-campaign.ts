import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../graphql/graphql';
import { request } from '../../graphql/request';
import { readAllPages } from '../../list/read-all-pages';
import { toTableFilter, toTablePage } from '../../list/table-arguments';
import type { CampaignSearch } from '../../pages/campaigns.search';
import { toRange } from '../../statistics/range';

const tableDocument = graphql(`
  query CampaignTable(
    $from: DateTime!
    $to: DateTime!
    $search: String
    $statuses: [CampaignStatus!]
    $orderBy: CampaignOrder
    $isDescending: Boolean
    $page: PositiveInt
  ) {
    campaignTable(
      from: $from
      to: $to
      search: $search
      statuses: $statuses
      orderBy: $orderBy
      isDescending: $isDescending
      first: 50
      page: $page
    ) {
      totalCount
      pageInfo {
        lastPage
      }
      nodes {
        id
        name
        status
        serving {
          state
        }
        medium
        vendor
        hourlyBudget
        maxCpm
        startsAt
        endsAt
        figures(from: $from, to: $to) {
          validViews
          validClicks
          clickRate
          cost
          cpm
        }
      }
    }
  }
`);

export type CampaignTablePage = ResultOf<typeof tableDocument>['campaignTable'];
export type ListedCampaign = CampaignTablePage['nodes'][number];

/** As much of a campaign as it takes to act on it. */
export type ShortCampaign = Pick<ListedCampaign, 'id' | 'name' | 'status'>;

const shortDocument = graphql(`
  query ShortCampaigns(
    $from: DateTime!
    $to: DateTime!
    $search: String
    $statuses: [CampaignStatus!]
    $page: PositiveInt
  ) {
    campaignTable(
      from: $from
      to: $to
      search: $search
      statuses: $statuses
      first: 100
      page: $page
    ) {
      pageInfo {
        lastPage
      }
      nodes {
        id
        name
        status
      }
    }
  }
`);

const readEveryMs = 60_000;

/** All campaigns that the address leaves in the list. */
export function readAllCampaigns(search: CampaignSearch): Promise<readonly ShortCampaign[]> {
  const found = toTableFilter(search, toRange({ range: search.range ?? '7d' }, new Date()));
  return readAllPages(
    async (page) => (await request(shortDocument, { ...found, page })).campaignTable,
  );
}

/** A page of the list, as the address says. */
export const campaignTableQuery = (search: CampaignSearch, now: Date) => {
  const variables = {
    ...toTableFilter(search, toRange({ range: search.range ?? '7d' }, now)),
    ...toTablePage(search, 'created'),
  };
  return queryOptions({
    queryKey: ['campaigns', variables],
    queryFn: async ({ signal }) => (await request(tableDocument, variables, signal)).campaignTable,
    placeholderData: keepPreviousData,
    refetchInterval: readEveryMs,
  });
};
