import type { Range } from '../statistics/range';
import type { TableSearch } from './table-search';

/** The arguments of a table for the things that an address leaves in it, with figures of a time. */
export function toTableFilter<Status extends string>(
  { status, search }: TableSearch<string, Status>,
  { from, to }: Pick<Range, 'from' | 'to'>,
) {
  return {
    ...{ from: from.toISOString(), to: to.toISOString() },
    ...{ search: search ?? null, statuses: status ? [...status] : null },
  };
}

/** The arguments for a page of a table in an order. */
export const toTablePage = <Order extends string>(
  { order, up, page = 1 }: TableSearch<Order, string>,
  usual: Order,
) => ({ orderBy: order ?? usual, isDescending: up !== true, page });
