import {
  Arg,
  Args,
  Authorized,
  Ctx,
  Extensions,
  FieldResolver,
  ID,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { normaliseId } from '../../id';
import { cutToMost } from '../../platform/lists/all';
import { AllArgs, AllQuery } from '../../platform/lists/all.input';
import type { DepositContext } from '../deposits/deposit.context';
import { linesOfPart, type PeerReceipt, type ReceiptState } from './peer-receipt';
import type { PeerReceiptContext } from './peer-receipt.context';
import {
  PeerReceiptType,
  ReceiptLineType,
  ReceiptStateEnum,
  ReceiptSumsType,
} from './peer-receipt.type';
import {
  assignReceipt,
  getReceipt,
  keepReceipt,
  listReceipts,
  listStatedLines,
} from './receipt-word.service';

type Context = PeerReceiptContext & DepositContext;

const idOption = { description: 'Of the receipt.' };

@Resolver(() => PeerReceiptType)
export class PeerReceiptResolver {
  @AllQuery(() => [PeerReceiptType], 'Coins that other servers have paid, the newest first.')
  peerReceipts(
    @Ctx() ctx: Context,
    @Args(() => AllArgs) all: AllArgs,
    @Arg('peer', () => String, { nullable: true, description: 'Only those of this server.' })
    peer: string | null = null,
    @Arg('state', () => ReceiptStateEnum, { nullable: true, description: 'Only those in it.' })
    state: ReceiptState | null = null,
  ) {
    return listReceipts(ctx, { peer, state }, cutToMost(all));
  }

  @Authorized('operator')
  @Query(() => PeerReceiptType, {
    description: 'Coins that another server has paid.',
  })
  peerReceipt(@Ctx() ctx: Context, @Arg('id', () => ID, idOption) id: string) {
    return getReceipt(ctx, id);
  }

  @Authorized('operator')
  @Mutation(() => PeerReceiptType, {
    description:
      'Gives coins that their server has not explained to the funds of an account; to the same one again changes nothing. Errors: CONFLICT for a receipt that is told, booked or kept, and for one that no block has any more.',
  })
  assignPeerReceipt(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, idOption) id: string,
    @Arg('accountId', () => ID, { description: 'Its funds get the coins.' }) accountId: string,
  ) {
    return assignReceipt(ctx, { id, accountId: normaliseId(accountId) });
  }

  @Authorized('operator')
  @Mutation(() => PeerReceiptType, {
    description:
      'Keeps coins that their server has not explained: they are the operator’s. Errors: CONFLICT for a receipt that is told, booked or assigned, and for one that no block has any more.',
  })
  keepPeerReceipt(@Ctx() ctx: Context, @Arg('id', () => ID, idOption) id: string) {
    return keepReceipt(ctx, id);
  }

  @FieldResolver(() => ReceiptSumsType, { description: 'The explanation in sums.' })
  sums(@Root() { told, booked }: PeerReceipt): ReceiptSumsType {
    const { lines, leftOut, parts, sum } = told;
    return { lines, leftOut, parts, told: sum, credited: booked.credited };
  }

  @Extensions({ listSize: linesOfPart })
  @FieldResolver(() => [ReceiptLineType], {
    description:
      'A part of its statement: what its server has told, in that order. None once the lines are removed.',
  })
  lines(
    @Ctx() ctx: Context,
    @Root() receipt: PeerReceipt,
    @Arg('part', () => Int, {
      defaultValue: 1,
      description: 'From 1 to the `parts` of its sums.',
    })
    part: number,
  ) {
    return listStatedLines(ctx, receipt, part);
  }
}
