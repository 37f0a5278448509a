import { Field, ObjectType } from 'type-graphql';
import { createEnum } from '../../platform/graphql/enum';
import { DateTimeScalar } from '../../platform/graphql/scalars';
import { type AuctionType, auctionTypes } from './auction-type';

export const AuctionTypeEnum = createEnum({
  name: 'AuctionType',
  description: 'The price that the winner of an auction pays.',
  values: auctionTypes,
  meanings: {
    first_price: 'Its own bid.',
    second_price:
      'The larger of the next best campaign’s bid and the floor, and the smallest unit more; never more than its own bid.',
  },
});

@ObjectType('AuctionTypeSetting', {
  description: 'The type of all auctions of this server from one clock hour (UTC) on.',
  simpleResolvers: true,
})
export class AuctionTypeSettingType {
  @Field(() => AuctionTypeEnum, { description: 'The price that winners pay.' })
  type!: AuctionType;

  @Field(() => DateTimeScalar, { description: 'Start of the first hour that has it.' })
  from!: Date;

  @Field(() => DateTimeScalar, { description: 'When it was set.' })
  setAt!: Date;
}
