import { ArgsType, Field } from 'type-graphql';
import { type CampaignStatus, campaignStatus } from '../../demand/campaigns/campaign.resource';
import { CampaignType } from '../../demand/campaigns/campaign.type';
import { createEnum } from '../../platform/graphql/enum';
import { figureMeanings } from '../tables/figure-orders';
import { TableArgs } from '../tables/table.input';
import { tableOf } from '../../platform/lists/table-of.type';
import { type CampaignOrder, campaignOrders } from './campaign-order';

const CampaignOrderEnum = createEnum({
  name: 'CampaignOrder',
  description: 'A column that a table of campaigns is put in order by.',
  values: campaignOrders,
  meanings: {
    created: 'When it was created.',
    name: 'Its name; numbers in names count as numbers.',
    state: 'How it stands with being shown, in the order of `CampaignServingState`.',
    starts: 'Its start.',
    hourly_budget: 'USD that it may spend an hour.',
    max_cpm: 'USD that it bids for 1,000 views; automatic bids come last.',
    views: figureMeanings.views,
    clicks: figureMeanings.clicks,
    cost: figureMeanings.cost,
    click_rate: figureMeanings.click_rate,
    cpm: figureMeanings.cpm,
  },
});

@ArgsType()
export class CampaignTableArgs extends TableArgs {
  @Field(() => [campaignStatus.type], { nullable: true, description: 'Only those in one of them.' })
  statuses?: readonly CampaignStatus[] | null;

  @Field(() => CampaignOrderEnum, { nullable: true, description: 'Default: `created`.' })
  orderBy?: CampaignOrder | null;
}

export const CampaignTableType = tableOf('Campaign', 'campaigns', () => CampaignType);
