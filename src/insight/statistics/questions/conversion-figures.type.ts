import { Field, ID, ObjectType } from 'type-graphql';
import type { Amount } from '../../../amount';
import { AmountScalar, CountScalar } from '../../../platform/graphql/scalars';

@ObjectType('ConversionFigures', {
  description: 'The figures of a campaign’s conversion in a time.',
  simpleResolvers: true,
})
export class ConversionFiguresType {
  @Field(() => ID, { description: 'Of the conversion, which may be deleted.' })
  conversionId!: string;

  @Field(() => ID, { description: 'Campaign of the conversion.' })
  campaignId!: string;

  @Field(() => String, { description: 'The advertiser’s name for the conversion.' })
  name!: string;

  @Field(() => String, { description: 'Event type of the conversion, e.g. `Purchase`.' })
  eventType!: string;

  @Field(() => AmountScalar, { description: 'USD that was paid for it.' })
  cost!: Amount;

  @Field(() => CountScalar, { description: 'How often it was paid for.' })
  occurrences!: bigint;
}
