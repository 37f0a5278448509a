import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { readAllPages } from '../list/read-all-pages';
import { toTableFilter, toTablePage } from '../list/table-arguments';
import type { CreativesSearch } from '../pages/creatives.search';
import { toRange } from '../statistics/range';

const tableDocument = graphql(`
  query CreativeTable(
    $from: DateTime!
    $to: DateTime!
    $search: String
    $statuses: [CreativeStatus!]
    $orderBy: CreativeOrder
    $isDescending: Boolean
    $page: PositiveInt
  ) {
    creativeTable(
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
        campaignId
        type
        mime
        scope
        url
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

export type CreativeTablePage = ResultOf<typeof tableDocument>['creativeTable'];
export type ListedCreative = CreativeTablePage['nodes'][number];
/** As much of a creative as it takes to act on it. */
export type ShortCreative = Pick<ListedCreative, 'id' | 'name' | 'status' | 'campaignId'>;

const shortDocument = graphql(`
  query ShortCreatives(
    $from: DateTime!
    $to: DateTime!
    $search: String
    $statuses: [CreativeStatus!]
    $page: PositiveInt
  ) {
    creativeTable(
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
        campaignId
      }
    }
  }
`);

const readEveryMs = 60_000;

/** All creatives that the address leaves in the list. */
export function readAllCreatives(search: CreativesSearch): Promise<readonly ShortCreative[]> {
  const found = toTableFilter(search, toRange({ range: search.range ?? '7d' }, new Date()));
  return readAllPages(
    async (page) => (await request(shortDocument, { ...found, page })).creativeTable,
  );
}

/** A page of the list, as the address says. */
export const creativeTableQuery = (search: CreativesSearch, now: Date) => {
  const variables = {
    ...toTableFilter(search, toRange({ range: search.range ?? '7d' }, now)),
    ...toTablePage(search, 'created'),
  };
  return queryOptions({
    queryKey: ['creatives', variables],
    queryFn: async ({ signal }) => (await request(tableDocument, variables, signal)).creativeTable,
    placeholderData: keepPreviousData,
    refetchInterval: readEveryMs,
  });
};
