import { ArgsType, Field, Int, ObjectType } from 'type-graphql';
import {
  type Campaign,
  type CampaignStatus,
  campaignStatus,
} from '../../demand/campaigns/campaign.resource';
import { CampaignType } from '../../demand/campaigns/campaign.type';
import { createEnum } from '../../platform/graphql/enum';
import { PositiveIntScalar } from '../../platform/graphql/scalars';
import type { TablePageInfo } from '../../platform/lists/table';
import { TablePageInfoType } from '../../platform/lists/table.type';
import { StatisticsRangeArgs } from '../statistics/questions/statistics.input';
import { type CampaignOrder, campaignOrders } from './campaign-order';
import type { CampaignTable } from './campaign-table';

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
    views: 'Accepted views.',
    clicks: 'Accepted clicks.',
    cost: 'USD that it cost.',
    click_rate: 'Accepted clicks by accepted views; without a view it comes last.',
    cpm: 'USD that 1,000 accepted views cost, all in; without a view it comes last.',
  },
});

@ArgsType()
export class CampaignTableArgs extends StatisticsRangeArgs {
  @Field(() => String, {
    nullable: true,
    description:
      'Only campaigns with this part in their names, in capitals or not; at most 255 characters.',
  })
  search?: string | null;

  @Field(() => [campaignStatus.type], { nullable: true, description: 'Only those in one of them.' })
  statuses?: readonly CampaignStatus[] | null;

  @Field(() => CampaignOrderEnum, { nullable: true, description: 'Default: `created`.' })
  orderBy?: CampaignOrder | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Default: true, the greatest or newest first.',
  })
  isDescending?: boolean | null;

  @Field(() => PositiveIntScalar, {
    nullable: true,
    description: 'Campaigns of a page; default 10, at most 100: more is cut.',
  })
  first?: number | null;

  @Field(() => PositiveIntScalar, {
    nullable: true,
    description: 'Which page; default 1. Past the end the page is empty.',
  })
  page?: number | null;
}

@ObjectType('CampaignTable', {
  description: 'A page of campaigns in an order, as it is now: a later page may have changed.',
  simpleResolvers: true,
})
export class CampaignTableType implements CampaignTable {
  @Field(() => [CampaignType], { description: 'The campaigns.' })
  nodes!: readonly Campaign[];

  @Field(() => Int, { description: 'Campaigns of all pages.' })
  totalCount!: number;

  @Field(() => TablePageInfoType, { description: 'Where the page stands in the table.' })
  pageInfo!: TablePageInfo;
}
