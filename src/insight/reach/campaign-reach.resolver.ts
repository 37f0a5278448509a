import { Authorized, Ctx, Extensions, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { CampaignType } from '../../demand/campaigns/campaign.type';
import { readingCost } from '../statistics/questions/plan-reading.service';
import type { StatisticsContext } from '../statistics/statistics.context';
import { getCampaignReach } from './campaign-reach.service';
import { CampaignReachType } from './campaign-reach.type';

@Resolver(() => CampaignType)
export class CampaignReachResolver {
  @Authorized('statistics.read')
  @Extensions({ cost: readingCost })
  @FieldResolver(() => CampaignReachType, {
    description:
      'How many visitors have seen it since its beginning, and how often. Each campaign is read by itself. Errors: FORBIDDEN without the scope `statistics.read`, VALIDATION_FAILED for a campaign of more than ten years, TOO_MANY_REQUESTS.',
  })
  reach(@Ctx() ctx: StatisticsContext, @Root() campaign: Campaign) {
    return getCampaignReach(ctx, campaign);
  }
}
