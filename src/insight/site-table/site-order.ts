import type { SiteLine } from '../../supply/sites/site-line';
import type { OrderKey } from '../tables/table-order';

/** Columns that a table of sites can be put in order by. */
export const siteOrders = [
  'created',
  'name',
  'status',
  'views',
  'clicks',
  'revenue',
  'click_rate',
  'rpm',
] as const;
export type SiteOrder = (typeof siteOrders)[number];

/** The value that a site is put in order by, where that is no figure. */
export function siteKey(line: SiteLine, order: SiteOrder): OrderKey {
  if (order === 'name') return line.name;
  return order === 'status' ? line.status : line.sequence;
}
