import type { Site, SiteStatus } from '../../supply/sites/site.resource';
import type { SiteLine } from '../../supply/sites/site-line';
import { supplyFigures } from '../tables/figure-orders';
import { listOwnedTable } from '../tables/owned-table.service';
import type { Table } from '../tables/table.service';
import type { TableParams } from '../tables/table-params';
import { siteKey, type SiteOrder } from './site-order';
import type { SiteTableContext } from './site-table.context';

export interface SiteTableParams extends TableParams {
  readonly publisherId: string;
  /** null: any. */
  readonly statuses: readonly SiteStatus[] | null;
  readonly order: SiteOrder;
}

/** Lists a publisher's sites in the order of a column. @throws {AppError} as `listOwnedTable` */
export function listSiteTable(
  ctx: SiteTableContext,
  { publisherId, statuses, order, ...params }: SiteTableParams,
): Promise<Table<Site>> {
  const things = {
    ...({ side: 'publisher', by: 'site', plural: 'sites' } as const),
    ...{ accountId: publisherId, order, measures: supplyFigures },
    textOf: ({ name, host }: SiteLine) => `${name} ${host}`,
    keyOf: (line: SiteLine) => siteKey(line, order),
    listLines: (most: number) => ctx.sites.listLines(publisherId, statuses, most),
    listNodes: (ids: readonly string[]) => ctx.sites.listOwned(publisherId, ids),
  };
  return listOwnedTable(ctx, things, params);
}
