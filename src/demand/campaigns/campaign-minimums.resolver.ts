import { Authorized, Ctx, Field, ObjectType, Query, Resolver } from 'type-graphql';
import type { Amount } from '../../amount';
import type { Config } from '../../config';
import { AmountScalar } from '../../platform/graphql/scalars';
import type { CampaignContext } from './campaign.context';
import { getCampaignMinimums } from './campaign-minimums.service';

@ObjectType('CampaignMinimums', {
  description: 'The least that active campaigns offer, as the operator has set it.',
  simpleResolvers: true,
})
class CampaignMinimumsType implements Omit<Config['campaignMinimums'], 'conversionValue'> {
  @Field(() => AmountScalar, { description: 'USD of an hour’s budget.' })
  hourlyBudget!: Amount;

  @Field(() => AmountScalar, { description: 'USD for 1,000 impressions, unless they are free.' })
  cpm!: Amount;
}

@Resolver()
export class CampaignMinimumsResolver {
  @Authorized('campaign.read')
  @Query(() => CampaignMinimumsType, { description: 'The least that active campaigns offer.' })
  campaignMinimums(@Ctx() ctx: CampaignContext): CampaignMinimumsType {
    return getCampaignMinimums(ctx);
  }
}
