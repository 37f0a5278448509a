import type { Creative, CreativeStatus } from '../../demand/creatives/creative.resource';
import type { CreativeLine } from '../../demand/creatives/creative-line';
import { demandFigures } from '../tables/figure-orders';
import { listOwnedTable } from '../tables/owned-table.service';
import type { Table } from '../tables/table.service';
import type { TableParams } from '../tables/table-params';
import { creativeKey, type CreativeOrder } from './creative-order';
import type { CreativeTableContext } from './creative-table.context';

export interface CreativeTableParams extends TableParams {
  readonly advertiserId: string;
  /** null: any. */
  readonly statuses: readonly CreativeStatus[] | null;
  readonly order: CreativeOrder;
}

/** Lists an advertiser's creatives in the order of a column. @throws {AppError} as `listOwnedTable` */
export function listCreativeTable(
  ctx: CreativeTableContext,
  { advertiserId, statuses, order, ...params }: CreativeTableParams,
): Promise<Table<Creative>> {
  const things = {
    ...({ side: 'advertiser', by: 'creative', plural: 'creatives' } as const),
    ...{ accountId: advertiserId, order, measures: demandFigures },
    textOf: ({ name, scope }: CreativeLine) => `${name} ${scope}`,
    keyOf: (line: CreativeLine) => creativeKey(line, order),
    listLines: (most: number) => ctx.creatives.listLines(advertiserId, statuses, most),
    listNodes: (ids: readonly string[]) => ctx.creatives.listOwned(advertiserId, ids),
  };
  return listOwnedTable(ctx, things, params);
}
