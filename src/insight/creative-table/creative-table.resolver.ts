import { Args, Authorized, Ctx, Extensions, Query, Resolver } from 'type-graphql';
import { assertAllowed, requireViewer } from '../../identity/access/access-rule';
import type { WithViewer } from '../../identity/access/viewer';
import { readingCost } from '../statistics/questions/plan-reading.service';
import { demandFigures, isByFigure } from '../tables/figure-orders';
import { toTableParams } from '../tables/table.input';
import { mostSearched } from '../tables/table-search';
import type { CreativeTableContext } from './creative-table.context';
import { listCreativeTable } from './creative-table.service';
import { CreativeTableArgs, CreativeTableType } from './creative-table.type';

type Context = CreativeTableContext & WithViewer;

@Resolver(() => CreativeTableType)
export class CreativeTableResolver {
  @Authorized('campaign.read')
  // An order by figures reads those of all creatives.
  @Extensions({ readsTogether: readingCost })
  @Query(() => CreativeTableType, {
    description: `The viewer’s creatives in the order of a column, as \`campaignTable\` lists campaigns; \`search\` looks into sizes, too. Errors: FORBIDDEN for an order by figures without the scope \`statistics.read\`, VALIDATION_FAILED where there are more than ${mostSearched} creatives; where the order is by figures those of \`statistics\`.`,
  })
  creativeTable(@Ctx() ctx: Context, @Args(() => CreativeTableArgs) given: CreativeTableArgs) {
    const order = given.orderBy ?? 'created';
    if (isByFigure(demandFigures, order)) assertAllowed(ctx, ['statistics.read']);
    return listCreativeTable(ctx, {
      ...{ ...toTableParams(given), advertiserId: requireViewer(ctx).account.id, order },
      statuses: given.statuses ?? null,
    });
  }
}
