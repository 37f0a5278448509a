import { Field, ID, InputType } from 'type-graphql';
import type { Amount } from '../amount';
import { AmountScalar, DateTimeScalar, JsonScalar } from '../graphql/scalars';
import { defineInputCheck, type InputCheck, isRecord } from '../validation';
import type { CampaignFilter } from './campaign';
import { campaignLimits, findChangeProblems, findCreateProblems } from './campaign-rules';

const descriptions = {
  name: `For you, 1 to ${campaignLimits.nameBytes} bytes.`,
  status:
    '`draft`, `inactive` or `active`, in any case. An active one needs an active creative, an end that has not passed, and the least budget and price.',
  landingUrl: `http(s) URL that clicks lead to, at most ${campaignLimits.landingUrlBytes} bytes.`,
  hourlyBudget: 'USD that it spends at most in one hour of the clock.',
  maxCpc: 'USD for a click; null: clicks are free.',
  maxCpm: 'USD for 1,000 impressions; null: automatic, from budget and observed results.',
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

  @Field(() => String, { description: descriptions.status })
  status!: string;

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

  @Field(() => String, {
    nullable: true,
    description: `${descriptions.status} \`suspended\` only stays.`,
  })
  status?: string;

  @Field(() => String, { nullable: true, description: descriptions.landingUrl })
  landingUrl?: string;

  @Field(() => AmountScalar, { nullable: true, description: descriptions.hourlyBudget })
  hourlyBudget?: Amount;

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
export class CampaignFilterInput implements CampaignFilter {
  @Field(() => [String], { nullable: true, description: 'Media; at most 100.' })
  media?: readonly string[];

  @Field(() => [String], { nullable: true, description: 'Vendors; at most 100.' })
  vendors?: readonly string[];

  @Field(() => [String], { nullable: true, description: 'Statuses; at most 100.' })
  statuses?: readonly string[];
}

const filterMembers: readonly string[] = ['media', 'vendors', 'statuses'];
const maxFilterValues = 100;
const maxFilterLength = 255;
/** Enough to learn from. */
const maxReported = 20;

const findFilterProblems: InputCheck = (value) => {
  if (value == null) return null;
  if (!isRecord(value)) return { '': ['must have members such as filter[status]'] };
  const problems = Object.entries(value).flatMap(([member, values]) => {
    const problem = values === undefined ? null : problemOfFilter(member, values);
    return problem === null ? [] : [[member.slice(0, 64), [problem]] as const];
  });
  return problems.length > 0 ? Object.fromEntries(problems.slice(0, maxReported)) : null;
};

function problemOfFilter(member: string, values: unknown): string | null {
  if (!filterMembers.includes(member)) return 'is no filter of campaigns';
  const isList =
    Array.isArray(values) &&
    values.length >= 1 &&
    values.length <= maxFilterValues &&
    values.every((one) => typeof one === 'string' && one !== '' && one.length <= maxFilterLength);
  return isList ? null : `must be 1 to ${maxFilterValues} texts`;
}

defineInputCheck('CreateCampaignInput', findCreateProblems);
defineInputCheck('UpdateCampaignInput', findChangeProblems);
defineInputCheck('CampaignFilterInput', findFilterProblems);
