import { Args, Authorized, Ctx, Extensions, Query, Resolver } from 'type-graphql';
import { assertAllowed, requireViewer } from '../../identity/access/access-rule';
import type { WithViewer } from '../../identity/access/viewer';
import { readingCost } from '../statistics/questions/plan-reading.service';
import { supplyFigures, isByFigure } from '../tables/figure-orders';
import { toTableParams } from '../tables/table.input';
import { mostSearched } from '../tables/table-search';
import type { SiteTableContext } from './site-table.context';
import { listSiteTable } from './site-table.service';
import { SiteTableArgs, SiteTableType } from './site-table.type';

type Context = SiteTableContext & WithViewer;

@Resolver(() => SiteTableType)
export class SiteTableResolver {
  @Authorized('site.read')
  // An order by figures reads those of all sites.
  @Extensions({ readsTogether: readingCost, readCost: 50 })
  @Query(() => SiteTableType, {
    description: `The viewer’s sites in the order of a column, as \`campaignTable\` lists campaigns; \`search\` looks into hosts, too. Errors: FORBIDDEN for an order by figures without the scope \`statistics.read\`, VALIDATION_FAILED where there are more than ${mostSearched} sites; where the order is by figures those of \`statistics\`.`,
  })
  siteTable(@Ctx() ctx: Context, @Args(() => SiteTableArgs) given: SiteTableArgs) {
    const order = given.orderBy ?? 'created';
    if (isByFigure(supplyFigures, order)) assertAllowed(ctx, ['statistics.read']);
    return listSiteTable(ctx, {
      ...{ ...toTableParams(given), publisherId: requireViewer(ctx).account.id, order },
      statuses: given.statuses ?? null,
    });
  }
}
