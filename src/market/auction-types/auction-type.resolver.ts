import { Arg, Authorized, Ctx, Extensions, Mutation, Query, Resolver } from 'type-graphql';
import type { AuctionType } from './auction-type';
import type { AuctionTypeContext } from './auction-type.context';
import { listAuctionTypes, setAuctionType } from './auction-type.service';
import { AuctionTypeEnum, AuctionTypeSettingType } from './auction-type.type';

@Resolver(() => AuctionTypeSettingType)
export class AuctionTypeResolver {
  @Authorized()
  @Extensions({ listSize: 50 })
  @Query(() => [AuctionTypeSettingType], {
    description:
      'The latest types of auctions that were set, at most 50, also one that is to come, the latest first. Where none was set winners pay their own bid.',
  })
  auctionTypes(@Ctx() ctx: AuctionTypeContext) {
    return listAuctionTypes(ctx);
  }

  @Authorized('operator')
  @Mutation(() => AuctionTypeSettingType, {
    description:
      'Sets the price that winners of auctions pay from the next clock hour on. Offers that were made before keep theirs.',
  })
  setAuctionType(
    @Ctx() ctx: AuctionTypeContext,
    @Arg('type', () => AuctionTypeEnum, { description: 'The price that winners pay.' })
    type: AuctionType,
  ) {
    return setAuctionType(ctx, type);
  }
}
