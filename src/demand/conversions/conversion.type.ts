import { Field, ID, ObjectType } from 'type-graphql';
import type { Amount } from '../../amount';
import { connectionOf } from '../../platform/lists/connection.type';
import { AmountScalar, CountScalar, DateTimeScalar } from '../../platform/graphql/scalars';
import { createEnum } from '../../platform/graphql/enum';
import {
  type ConversionLimitType,
  conversionLimitTypes,
  type ConversionType,
  conversionTypes,
} from './conversion';
import { type ClickConversionMode, clickConversionMode } from './click-conversion-mode';

export const ConversionTypeEnum = createEnum({
  name: 'ConversionType',
  description: 'Who can record a conversion.',
  values: conversionTypes,
  meanings: {
    basic: 'Anybody: an image that pages load.',
    advanced: 'Who has the campaign’s secret: the link is signed with it.',
  },
});

export const ConversionLimitTypeEnum = createEnum({
  name: 'ConversionLimitType',
  description: 'What the value of a conversion counts against.',
  values: conversionLimitTypes,
  meanings: {
    in_budget: 'It is part of the campaign’s hourly budget.',
    out_of_budget: 'It is paid beside the campaign’s hourly budget.',
  },
});

@ObjectType('ClickConversion', {
  description: 'How clicks of a campaign come to count.',
  simpleResolvers: true,
})
export class ClickConversionType {
  @Field(() => ID, { description: 'Whose clicks.' })
  campaignId!: string;

  @Field(() => clickConversionMode.type, { description: 'How they come to count.' })
  mode!: ClickConversionMode;

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

  @Field(() => ConversionTypeEnum, {
    description: 'Who can record it.',
  })
  type!: ConversionType;

  @Field(() => ConversionLimitTypeEnum, {
    description: 'What its value counts against.',
  })
  limitType!: ConversionLimitType;

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

export const ConversionConnectionType = connectionOf(
  'Conversion',
  'conversions',
  () => ConversionObjectType,
);
