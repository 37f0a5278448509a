import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../graphql/graphql';
import { request } from '../../graphql/request';
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

const readEveryMs = 60_000;

/** A page of the list, as the address says. */
export const campaignTableQuery = (search: CampaignSearch, now: Date) => {
  const { status, search: part, order = 'created', up, range = '7d', page = 1 } = search;
  const { from, to } = toRange({ range }, now);
  const variables = {
    ...{ from: from.toISOString(), to: to.toISOString() },
    ...{ search: part ?? null, statuses: status ? [...status] : null },
    ...{ orderBy: order, isDescending: up !== true, page },
  };
  return queryOptions({
    queryKey: ['campaigns', variables],
    queryFn: async ({ signal }) => (await request(tableDocument, variables, signal)).campaignTable,
    placeholderData: keepPreviousData,
    refetchInterval: readEveryMs,
  });
};
