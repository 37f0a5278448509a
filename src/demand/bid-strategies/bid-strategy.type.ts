import { Field, ID, ObjectType } from 'type-graphql';
import type { BidStrategy } from './bid-strategy';

@ObjectType('BidStrategy', {
  description: 'A way of bidding that campaigns of a medium and vendor name.',
  simpleResolvers: true,
})
export class BidStrategyType implements BidStrategy {
  @Field(() => ID, { description: '32 lower-case hex digits.' })
  id!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the advertiser who made the strategy; null for a default strategy.',
  })
  advertiserId!: string | null;

  @Field(() => String, { description: 'For people, 1 to 255 bytes.' })
  name!: string;

  @Field(() => String, { description: 'Medium of the campaigns that may name it.' })
  medium!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Vendor of the campaigns that may name it; null for those without one.',
  })
  vendor!: string | null;
}
