import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../graphql/graphql';
import { request } from '../../graphql/request';
import { readAllPages } from '../../list/read-all-pages';
import { toTableFilter, toTablePage } from '../../list/table-arguments';
import type { SitesSearch } from '../../pages/sites.search';
import { toRange } from '../../statistics/range';
import { lookEveryMs } from '../../statistics/use-now';

const tableDocument = graphql(`
  query SiteTable(
    $from: DateTime!
    $to: DateTime!
    $search: String
    $statuses: [SiteStatus!]
    $orderBy: SiteOrder
    $isDescending: Boolean
    $page: PositiveInt
  ) {
    siteTable(
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
        host
        status
        figures(from: $from, to: $to) {
          revenue
          validViews
          validClicks
          clickRate
          rpm
        }
      }
    }
  }
`);

export type SiteTablePage = ResultOf<typeof tableDocument>['siteTable'];
export type ListedSite = SiteTablePage['nodes'][number];
/** As much of a site as it takes to act on it. */
export type ShortSite = Pick<ListedSite, 'id' | 'name' | 'status'>;

const shortDocument = graphql(`
  query ShortSites(
    $from: DateTime!
    $to: DateTime!
    $search: String
    $statuses: [SiteStatus!]
    $page: PositiveInt
  ) {
    siteTable(from: $from, to: $to, search: $search, statuses: $statuses, first: 100, page: $page) {
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

/** All sites that the address leaves in the list. */
export function readAllSites(search: SitesSearch): Promise<readonly ShortSite[]> {
  const found = toTableFilter(search, toRange(search, new Date()));
  return readAllPages(async (page) => (await request(shortDocument, { ...found, page })).siteTable);
}

/** A page of the list, as the address says. */
export const siteTableQuery = (search: SitesSearch, now: Date) => {
  const variables = {
    ...toTableFilter(search, toRange(search, now)),
    ...toTablePage(search, 'created'),
  };
  return queryOptions({
    queryKey: ['sites', variables],
    queryFn: async ({ signal }) => (await request(tableDocument, variables, signal)).siteTable,
    placeholderData: keepPreviousData,
    refetchInterval: lookEveryMs,
  });
};
