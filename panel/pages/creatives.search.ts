import type { graphql } from '../graphql/graphql';
import {
  type ListRangeSearch,
  readListRange,
  type TableSearch,
  tableSearchReader,
} from '../list/table-search';

export type CreativeStatus = ReturnType<typeof graphql.scalar<'CreativeStatus'>>;
export type CreativeOrder = ReturnType<typeof graphql.scalar<'CreativeOrder'>>;

export const creativeStatuses = ['active', 'draft', 'inactive', 'rejected'] as const;

const creativeOrders = [
  'created',
  'name',
  'size',
  'status',
  'views',
  'clicks',
  'click_rate',
  'cost',
  'cpm',
] as const satisfies readonly CreativeOrder[];

export type CreativesSearch = ListRangeSearch & TableSearch<CreativeOrder, CreativeStatus>;

const readTable = tableSearchReader<CreativeOrder, CreativeStatus>({
  orders: creativeOrders,
  statuses: creativeStatuses,
});

export const readCreativesSearch = (given: Readonly<Record<string, unknown>>): CreativesSearch => ({
  ...readTable(given),
  ...readListRange(given),
});
