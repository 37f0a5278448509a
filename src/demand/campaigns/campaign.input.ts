import { Field, ID, InputType } from 'type-graphql';
import type { Amount } from '../../amount';
import { AmountScalar, DateTimeScalar, JsonScalar } from '../../platform/graphql/scalars';
import { defineInput } from '../../validation';
import type { CampaignPacing, CampaignStatus } from './campaign';
import { parseCampaignFilter } from './campaign-filter';
import { campaignLimits, parseCampaignChanges, parseNewCampaign } from './campaign-terms';
import { CampaignPacingEnum, CampaignStatusEnum } from './campaign.type';

const descriptions = {
  name: `For you, 1 to ${campaignLimits.nameBytes} bytes.`,
  status:
    'Not `suspended`. An active one needs an active creative, an end that has not passed, and the least budget and price.',
  landingUrl: `http(s) URL that clicks lead to, at most ${campaignLimits.landingUrlBytes} bytes.`,
  hourlyBudget: 'USD that it spends at most in one hour of the clock, at most 1000000.',
  pacing: 'How the budget is spent within an hour.',
  maxCpc: 'USD for a click, at most 1000000; null: clicks are free.',
  maxCpm:
    'USD for 1,000 impressions, at most 1000000; null: automatic, from budget and observed results.',
  startsAt: 'When it begins.',
  endsAt: 'When it ends, not before it begins; null: never.',
  targeting:
    'Features that a request must have and must not have: `{ requires: { user, site, device }, excludes: { user, site, device } }`, each a map of option to selected values of the taxonomy; without the upper level `requires` is meant.',
} as const;

@InputType({ description: 'A creative to make of an upload.' })
export class CampaignCreativeInput {
  @Field(() => ID, { description: 'Of one of the viewer’s uploads, which is used up by it.' })
  fileId!: string;

  @Field(() => String, { description: descriptions.name })
  name!: string;
}

@InputType({ description: 'A new campaign.' })
export class CreateCampaignInput {
  @Field(() => String, { description: descriptions.name })
  name!: string;

  @Field(() => CampaignStatusEnum, { description: descriptions.status })
  status!: CampaignStatus;

  @Field(() => String, { description: descriptions.landingUrl })
  landingUrl!: string;

  @Field(() => String, { description: 'Medium of the taxonomy.' })
  medium!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Vendor of the medium; null: all of them.',
  })
  vendor?: string | null;

  @Field(() => AmountScalar, { description: descriptions.hourlyBudget })
  hourlyBudget!: Amount;

  @Field(() => CampaignPacingEnum, {
    nullable: true,
    description: `${descriptions.pacing} \`even\` by default.`,
  })
  pacing?: CampaignPacing;

  @Field(() => AmountScalar, { nullable: true, description: descriptions.maxCpc })
  maxCpc?: Amount | null;

  @Field(() => AmountScalar, { nullable: true, description: descriptions.maxCpm })
  maxCpm?: Amount | null;

  @Field(() => DateTimeScalar, { description: descriptions.startsAt })
  startsAt!: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: descriptions.endsAt })
  endsAt?: Date | null;

  @Field(() => JsonScalar, { nullable: true, description: descriptions.targeting })
  targeting?: unknown;

  @Field(() => [CampaignCreativeInput], {
    nullable: true,
    description: `Creatives to make with it, at most ${campaignLimits.creatives}.`,
  })
  creatives?: readonly CampaignCreativeInput[] | null;
}

@InputType({ description: 'What of a campaign to change; what is absent stays as it is.' })
export class UpdateCampaignInput {
  @Field(() => String, { nullable: true, description: descriptions.name })
  name?: string;

  @Field(() => CampaignStatusEnum, {
    nullable: true,
    description: `${descriptions.status} Where it is suspended, that may stay.`,
  })
  status?: CampaignStatus;

  @Field(() => String, { nullable: true, description: descriptions.landingUrl })
  landingUrl?: string;

  @Field(() => AmountScalar, { nullable: true, description: descriptions.hourlyBudget })
  hourlyBudget?: Amount;

  @Field(() => CampaignPacingEnum, { nullable: true, description: descriptions.pacing })
  pacing?: CampaignPacing;

  @Field(() => AmountScalar, { nullable: true, description: descriptions.maxCpc })
  maxCpc?: Amount | null;

  @Field(() => AmountScalar, { nullable: true, description: descriptions.maxCpm })
  maxCpm?: Amount | null;

  @Field(() => DateTimeScalar, { nullable: true, description: descriptions.startsAt })
  startsAt?: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: descriptions.endsAt })
  endsAt?: Date | null;

  @Field(() => JsonScalar, {
    nullable: true,
    description: `${descriptions.targeting} Replaces all of it; null clears it.`,
  })
  targeting?: unknown;

  @Field(() => ID, {
    nullable: true,
    description: 'A bid strategy for the campaign’s medium and vendor.',
  })
  bidStrategyId?: string;
}

@InputType({
  description: 'Which campaigns to list: those that match every member by one of its values.',
})
export class CampaignFilterInput {
  @Field(() => [String], { nullable: true, description: 'Media; at most 100.' })
  media?: readonly string[];

  @Field(() => [String], { nullable: true, description: 'Vendors; at most 100.' })
  vendors?: readonly string[];

  @Field(() => [String], { nullable: true, description: 'Statuses; at most 100.' })
  statuses?: readonly string[];
}

defineInput('CreateCampaignInput', parseNewCampaign);
defineInput('UpdateCampaignInput', parseCampaignChanges);
defineInput('CampaignFilterInput', parseCampaignFilter);
