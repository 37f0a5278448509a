import { Field, ID, ObjectType } from 'type-graphql';
import type { Amount } from '../../../amount';
import { AmountScalar, CountScalar } from '../../../platform/graphql/scalars';

@ObjectType('ConversionFigures', {
  description: 'What a conversion of a campaign has come to in a time.',
  simpleResolvers: true,
})
export class ConversionFiguresType {
  @Field(() => ID, { description: 'Of the conversion, which may be deleted.' })
  conversionId!: string;

  @Field(() => ID, { description: 'Whose conversion it is.' })
  campaignId!: string;

  @Field(() => String, { description: 'What the advertiser calls it.' })
  name!: string;

  @Field(() => String, { description: 'What it is of, e.g. `Purchase`.' })
  eventType!: string;

  @Field(() => AmountScalar, { description: 'USD that was paid for it.' })
  cost!: Amount;

  @Field(() => CountScalar, { description: 'How often it was paid for.' })
  occurrences!: bigint;
}
