import { Args, Authorized, Ctx, Extensions, Query, Resolver } from 'type-graphql';
import { invalid } from '../../errors';
import { assertAllowed, requireViewer } from '../../identity/access/access-rule';
import type { WithViewer } from '../../identity/access/viewer';
import { readingCost } from '../statistics/questions/reading-cost';
import type { CampaignTableContext } from './campaign-table.context';
import { isByFigures } from './campaign-order';
import { listCampaignTable, mostByState, mostSearched } from './campaign-table.service';
import { CampaignTableArgs, CampaignTableType } from './campaign-table.type';

type Context = CampaignTableContext & WithViewer;

const longestSearch = 255;

@Resolver(() => CampaignTableType)
export class CampaignTableResolver {
  @Authorized('campaign.read')
  // An order by figures reads those of all campaigns.
  @Extensions({ readsTogether: readingCost })
  @Query(() => CampaignTableType, {
    description: `The viewer’s campaigns in the order of a column: for a person who looks for some of many. Beside each, \`figures\` of the same time are read at once. Errors: FORBIDDEN for an order by figures without the scope \`statistics.read\`, VALIDATION_FAILED where more than ${mostSearched} campaigns would be searched or put in order, or ${mostByState} by their states; where the order is by figures those of \`statistics\`.`,
  })
  campaignTable(@Ctx() ctx: Context, @Args(() => CampaignTableArgs) given: CampaignTableArgs) {
    const { from, to, search, statuses = null, first = null, page = null } = given;
    const order = given.orderBy ?? 'created';
    if (isByFigures(order)) assertAllowed(ctx, ['statistics.read']);
    if ((search ?? '').length > longestSearch)
      throw invalid({ search: [`must have at most ${longestSearch} characters`] });
    return listCampaignTable(ctx, {
      ...{ advertiserId: requireViewer(ctx).account.id, search: search ?? '', statuses },
      ...{ order, isDescending: given.isDescending ?? true, from, to, first, page },
    });
  }
}
