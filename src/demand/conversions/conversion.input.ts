import { Field, InputType } from 'type-graphql';
import { ParsedBy } from '../../platform/resources/parsed-by';
import type { Amount } from '../../amount';
import { AmountScalar } from '../../platform/graphql/scalars';
import { parseConversionChanges, parseNewConversion } from './conversion-terms';
import type { ConversionLimitType, ConversionType } from './conversion';
import { ConversionLimitTypeEnum, ConversionTypeEnum } from './conversion.type';

const descriptions = {
  name: '1 to 255 characters.',
  limitType: 'What its value counts against; `in_budget` for a basic one.',
  eventType: 'What it is of, e.g. `Purchase`; 1 to 50 characters.',
  value: 'USD for each, 0 to 1000000; null only where the value can change.',
  isValueMutable: 'Whether a signed link may name another value; false for a basic one.',
  isRepeatable: 'Whether one case may have it more than once; false for a basic one.',
} as const;

@ParsedBy(parseNewConversion)
@InputType({ description: 'A conversion to define.' })
export class CreateConversionInput {
  @Field(() => String, { description: descriptions.name })
  name!: string;

  @Field(() => ConversionTypeEnum, {
    description: 'Who can record it; it cannot be changed later.',
  })
  type!: ConversionType;

  @Field(() => ConversionLimitTypeEnum, {
    defaultValue: 'in_budget',
    description: descriptions.limitType,
  })
  limitType!: ConversionLimitType;

  @Field(() => String, { description: descriptions.eventType })
  eventType!: string;

  @Field(() => AmountScalar, { nullable: true, description: descriptions.value })
  value?: Amount | null;

  @Field(() => Boolean, { defaultValue: false, description: descriptions.isValueMutable })
  isValueMutable!: boolean;

  @Field(() => Boolean, { defaultValue: false, description: descriptions.isRepeatable })
  isRepeatable!: boolean;
}

@ParsedBy(parseConversionChanges)
@InputType({ description: 'What of a conversion to change; what is absent stays as it is.' })
export class UpdateConversionInput {
  @Field(() => String, { nullable: true, description: descriptions.name })
  name?: string | null;

  @Field(() => ConversionLimitTypeEnum, { nullable: true, description: descriptions.limitType })
  limitType?: ConversionLimitType | null;

  @Field(() => String, { nullable: true, description: descriptions.eventType })
  eventType?: string | null;

  @Field(() => AmountScalar, {
    nullable: true,
    description: `${descriptions.value} Null clears it.`,
  })
  value?: Amount | null;

  @Field(() => Boolean, { nullable: true, description: descriptions.isValueMutable })
  isValueMutable?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: descriptions.isRepeatable })
  isRepeatable?: boolean | null;
}
