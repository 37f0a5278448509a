import { Field, ID, ObjectType } from 'type-graphql';
import type { Amount } from '../../amount';
import { AmountScalar, DateTimeScalar } from '../../platform/graphql/scalars';
import { connectionOf } from '../../platform/lists/connection.type';
import { createEnum } from '../../platform/graphql/enum';
import { ClickConversionModeEnum } from '../conversions/conversion.type';
import type { ClickConversionMode } from '../conversions/conversion';
import {
  type CampaignPacing,
  campaignPacings,
  type CampaignStatus,
  campaignStatuses,
} from './campaign';

export const CampaignStatusEnum = createEnum({
  name: 'CampaignStatus',
  description: 'How far a campaign is.',
  values: campaignStatuses,
  meanings: {
    draft: 'Not finished: not served.',
    inactive: 'Stopped by the advertiser: not served.',
    active: 'Served between its start and its end.',
    suspended: 'Stopped by the system: not served until the advertiser sets another status.',
  },
});

export const CampaignPacingEnum = createEnum({
  name: 'CampaignPacing',
  description: 'How a campaign’s budget is spent within an hour of the clock.',
  values: campaignPacings,
  meanings: {
    even: 'Spread over the hour.',
    asap: 'As fast as there are visitors to show it to: it may be used up within minutes.',
  },
});

@ObjectType('Campaign', {
  description: 'What an advertiser pays for: creatives, shown by its terms.',
})
export class CampaignType {
  @Field(() => ID, { description: '32 lower-case hex digits.' })
  id!: string;

  @Field(() => String, { description: 'For the advertiser, 1 to 255 bytes.' })
  name!: string;

  @Field(() => CampaignStatusEnum, {
    description: 'Only an active one is served, between its start and its end.',
  })
  status!: CampaignStatus;

  @Field(() => String, {
    nullable: true,
    description: 'Why the system has suspended it; null in any other status.',
  })
  suspendedReason!: string | null;

  @Field(() => String, { description: 'http(s) URL that clicks lead to, at most 1024 bytes.' })
  landingUrl!: string;

  @Field(() => String, { description: 'Medium of the taxonomy; cannot be changed.' })
  medium!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Vendor of the medium; null for all of them. Cannot be changed.',
  })
  vendor!: string | null;

  @Field(() => AmountScalar, {
    description: 'USD that it spends at most in one hour of the clock.',
  })
  hourlyBudget!: Amount;

  @Field(() => CampaignPacingEnum, {
    description: 'How the budget is spent within an hour.',
  })
  pacing!: CampaignPacing;

  @Field(() => AmountScalar, {
    nullable: true,
    description: 'USD for a click; null: clicks are free.',
  })
  maxCpc!: Amount | null;

  @Field(() => AmountScalar, {
    nullable: true,
    description: 'USD for 1,000 impressions; null: automatic, from budget and observed results.',
  })
  maxCpm!: Amount | null;

  @Field(() => DateTimeScalar, { description: 'When it begins.' })
  startsAt!: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it ends; null: never.' })
  endsAt!: Date | null;

  @Field(() => String, {
    description: 'Signs advanced conversions: 22 characters, base64url. Never changes.',
  })
  secret!: string;

  @Field(() => ClickConversionModeEnum, {
    description: 'How clicks come to count.',
  })
  conversionClick!: ClickConversionMode;

  @Field(() => ID, { description: 'How it bids: a bid strategy, 32 lower-case hex digits.' })
  bidStrategyId!: string;

  @Field(() => DateTimeScalar, { description: 'When it was made.' })
  createdAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When it was changed last.' })
  updatedAt!: Date;
}

export const CampaignConnectionType = connectionOf('Campaign', 'campaigns', () => CampaignType);
