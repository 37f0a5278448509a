import {
  Arg,
  Authorized,
  Ctx,
  Extensions,
  FieldResolver,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import type { Amount } from '../../amount';
import type { Peer } from '../../peers/directory/peer';
import { PeerType } from '../../peers/directory/peer.type';
import { createLoader } from '../../platform/graphql/loader';
import { AmountScalar } from '../../platform/graphql/scalars';
import { findLastJoiningFees, joinPeer, listJoiningFees, mostFees } from './join-peer.service';
import { JoiningFeeType } from './joining-fee.type';

type Context = Parameters<typeof joinPeer>[0];

const addressOption = { description: 'Its account on the ledger, such as `0001-00000003-AB0C`.' };

const loadLastFee = createLoader(findLastJoiningFees);

@Resolver(() => PeerType)
export class JoiningFeeResolver {
  @Authorized('operator')
  @Extensions({ listSize: mostFees })
  @Query(() => [JoiningFeeType], {
    description: `Joining fees for another server, the newest first, at most ${mostFees}. Errors: NOT_FOUND.`,
  })
  joiningFees(@Ctx() ctx: Context, @Arg('address', () => String, addressOption) address: string) {
    return listJoiningFees(ctx, address);
  }

  @Authorized('operator')
  @Mutation(() => JoiningFeeType, {
    description:
      'Orders the joining fee that another server asks of newcomers; the settler pays it. Errors: NOT_FOUND; CONFLICT where peers are off, for a server that is denied or stopped, one that asks for nothing or for more, and while a fee is on its way or was paid within the last day.',
  })
  joinPeer(
    @Ctx() ctx: Context,
    @Arg('address', () => String, addressOption) address: string,
    @Arg('most', () => AmountScalar, { description: 'Coins that it may cost at most.' })
    most: Amount,
  ) {
    return joinPeer(ctx, { address, most });
  }

  @FieldResolver(() => JoiningFeeType, {
    nullable: true,
    description: 'The newest joining fee for it; null: none was ordered.',
  })
  async lastJoiningFee(@Ctx() ctx: Context, @Root() { address }: Pick<Peer, 'address'>) {
    return (await loadLastFee(ctx, address)) ?? null;
  }
}
