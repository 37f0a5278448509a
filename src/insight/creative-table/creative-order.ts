import type { CreativeLine } from '../../demand/creatives/creative-line';
import type { OrderKey } from '../tables/table-order';

/** Columns that a table of creatives can be put in order by. */
export const creativeOrders = [
  'created',
  'name',
  'size',
  'status',
  'views',
  'clicks',
  'cost',
  'click_rate',
  'cpm',
] as const;
export type CreativeOrder = (typeof creativeOrders)[number];

/** The value that a creative is put in order by, where that is no figure. */
export function creativeKey(line: CreativeLine, order: CreativeOrder): OrderKey {
  if (order === 'name') return line.name;
  if (order === 'size') return line.scope;
  return order === 'status' ? line.status : line.sequence;
}
