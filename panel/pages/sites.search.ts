import type { graphql } from '../graphql/graphql';
import { type TableSearch, tableSearchReader } from '../list/table-search';
import { type FiguresSearch, readFiguresSearch } from '../statistics/search';

export type SiteStatus = ReturnType<typeof graphql.scalar<'SiteStatus'>>;
export type SiteOrder = ReturnType<typeof graphql.scalar<'SiteOrder'>>;

/** An archived site is in no list. */
export const siteStatuses = ['active', 'draft', 'inactive', 'pending', 'rejected'] as const;

const siteOrders = [
  'created',
  'name',
  'status',
  'revenue',
  'views',
  'clicks',
  'click_rate',
  'rpm',
] as const satisfies readonly SiteOrder[];

/** The chart, and the list below it: its figures are of the chart’s time. */
export type SitesSearch = FiguresSearch & TableSearch<SiteOrder, SiteStatus>;

const readTable = tableSearchReader<SiteOrder, SiteStatus>({
  orders: siteOrders,
  statuses: siteStatuses,
});

export const readSitesSearch = (given: Readonly<Record<string, unknown>>): SitesSearch => ({
  ...readFiguresSearch('publisher', given),
  ...readTable(given),
});
