import { Field, ID, ObjectType } from 'type-graphql';
import type { Amount } from '../amount';
import { AmountScalar, CountScalar, DateTimeScalar } from '../graphql/scalars';

@ObjectType('ClickConversion', {
  description: 'How clicks of a campaign come to count.',
  simpleResolvers: true,
})
export class ClickConversionType {
  @Field(() => ID, { description: 'Whose clicks.' })
  campaignId!: string;

  @Field(() => String, { description: '`none`, `basic` or `advanced`.' })
  mode!: string;

  @Field(() => String, {
    nullable: true,
    description: 'What the landing page loads to confirm a click; null where clicks count at once.',
  })
  link!: string | null;
}

@ObjectType('Conversion', {
  description:
    'What an advertiser wants to be told of after a click or view, and what it is worth.',
})
export class ConversionObjectType {
  @Field(() => ID, { description: '32 lower-case hex digits.' })
  id!: string;

  @Field(() => ID, { description: 'Whose conversion it is.' })
  campaignId!: string;

  @Field(() => String, { description: 'For the advertiser, 1 to 255 characters.' })
  name!: string;

  @Field(() => String, {
    description:
      '`basic`: an image that anybody can load; `advanced`: signed with the campaign’s secret.',
  })
  type!: string;

  @Field(() => String, {
    description:
      '`in_budget`: its value is part of the campaign’s hourly budget; `out_of_budget`: it is not.',
  })
  limitType!: string;

  @Field(() => String, { description: 'What it is of, e.g. `Purchase`; 1 to 50 characters.' })
  eventType!: string;

  @Field(() => AmountScalar, {
    nullable: true,
    description: 'USD for each; null where each conversion says its own.',
  })
  value!: Amount | null;

  @Field(() => Boolean, { description: 'Whether a signed link may name another value.' })
  isValueMutable!: boolean;

  @Field(() => Boolean, { description: 'Whether one case may have it more than once.' })
  isRepeatable!: boolean;

  @Field(() => AmountScalar, { description: 'USD paid for it so far.' })
  cost!: Amount;

  @Field(() => CountScalar, { description: 'How often it was paid for so far.' })
  occurrences!: bigint;

  @Field(() => DateTimeScalar, { description: 'When it was made.' })
  createdAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When it was changed last.' })
  updatedAt!: Date;
}
