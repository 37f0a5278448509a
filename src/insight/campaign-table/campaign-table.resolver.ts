import { Args, Authorized, Ctx, Extensions, Query, Resolver } from 'type-graphql';
import { assertAllowed, requireViewer } from '../../identity/access/access-rule';
import type { WithViewer } from '../../identity/access/viewer';
import { readingCost } from '../statistics/questions/plan-reading.service';
import type { CampaignTableContext } from './campaign-table.context';
import { demandFigures, isByFigure } from '../tables/figure-orders';
import { toTableParams } from '../tables/table.input';
import { mostSearched } from '../tables/table-search';
import { listCampaignTable, mostByState } from './campaign-table.service';
import { CampaignTableArgs, CampaignTableType } from './campaign-table.type';

type Context = CampaignTableContext & WithViewer;

@Resolver(() => CampaignTableType)
export class CampaignTableResolver {
  @Authorized('campaign.read')
  // An order by figures reads those of all campaigns.
  @Extensions({ readsTogether: readingCost })
  @Query(() => CampaignTableType, {
    description: `The viewer’s campaigns in the order of a column: for a person who looks for some of many. Beside each, \`figures\` of the same time are read at once. Errors: FORBIDDEN for an order by figures without the scope \`statistics.read\`, VALIDATION_FAILED where more than ${mostSearched} campaigns would be searched or put in order, or ${mostByState} by their states; where the order is by figures those of \`statistics\`.`,
  })
  campaignTable(@Ctx() ctx: Context, @Args(() => CampaignTableArgs) given: CampaignTableArgs) {
    const order = given.orderBy ?? 'created';
    if (isByFigure(demandFigures, order)) assertAllowed(ctx, ['statistics.read']);
    return listCampaignTable(ctx, {
      ...{ ...toTableParams(given), advertiserId: requireViewer(ctx).account.id, order },
      statuses: given.statuses ?? null,
    });
  }
}
