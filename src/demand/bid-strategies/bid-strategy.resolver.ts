import { Arg, Authorized, Ctx, ID, Mutation, Query, Resolver, Extensions } from 'type-graphql';
import { requireViewer } from '../../identity/access/access-rule';
import {
  createBidStrategy,
  deleteBidStrategy,
  listBidStrategies,
  renameBidStrategy,
} from './bid-strategy.service';
import { BidStrategyType } from './bid-strategy.type';
import type { BidStrategyContext } from './bid-strategy.context';
import type { WithViewer } from '../../identity/access/viewer';

type Context = BidStrategyContext & WithViewer;

const nameOption = { description: 'For people, 1 to 255 bytes.' };
const idOption = { description: 'Of one of the viewer’s own, 32 hex digits, dashed or not.' };

@Resolver(() => BidStrategyType)
export class BidStrategyResolver {
  @Authorized('campaign.read')
  @Extensions({ listSize: 30 })
  @Query(() => [BidStrategyType], {
    description:
      'The default bid strategy of every medium and vendor, then the viewer’s own, at most 20.',
  })
  bidStrategies(@Ctx() ctx: Context) {
    return listBidStrategies(ctx, { advertiserId: requireViewer(ctx).account.id });
  }

  @Authorized('campaign.write')
  @Mutation(() => BidStrategyType, {
    description: 'Makes a bid strategy of the viewer’s own. Errors: VALIDATION_FAILED.',
  })
  createBidStrategy(
    @Ctx() ctx: Context,
    @Arg('name', () => String, nameOption) name: string,
    @Arg('medium', () => String, { description: 'Of the taxonomy.' }) medium: string,
    @Arg('vendor', () => String, {
      nullable: true,
      description: 'Of the medium; null for campaigns without one.',
    })
    vendor: string | null = null,
  ) {
    const advertiserId = requireViewer(ctx).account.id;
    return createBidStrategy(ctx, { advertiserId, name, medium, vendor });
  }

  @Authorized('campaign.write')
  @Mutation(() => BidStrategyType, {
    description: 'Renames one of the viewer’s bid strategies. Errors: VALIDATION_FAILED.',
  })
  renameBidStrategy(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, idOption) id: string,
    @Arg('name', () => String, nameOption) name: string,
  ) {
    const advertiserId = requireViewer(ctx).account.id;
    return renameBidStrategy(ctx, { advertiserId, id, name });
  }

  @Authorized('campaign.write')
  @Mutation(() => Boolean, {
    description:
      'Deletes one of the viewer’s bid strategies that no campaign names. Always true. Errors: VALIDATION_FAILED.',
  })
  async deleteBidStrategy(@Ctx() ctx: Context, @Arg('id', () => ID, idOption) id: string) {
    await deleteBidStrategy(ctx, { advertiserId: requireViewer(ctx).account.id, id });
    return true;
  }
}
