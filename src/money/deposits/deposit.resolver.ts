import {
  Arg,
  Args,
  Authorized,
  Ctx,
  Extensions,
  FieldResolver,
  ID,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { normaliseId } from '../../id';
import { assertScope, requireViewer } from '../../identity/access/access-rule';
import type { Account } from '../../identity/accounts/account';
import { AccountType } from '../../identity/accounts/account.type';
import { cutToMost } from '../../platform/lists/all';
import { AllArgs, AllQuery } from '../../platform/lists/all.input';
import { PageArgs } from '../../platform/lists/page.input';
import {
  assignDeposit,
  getDepositAddress,
  getDepositCode,
  listAllDeposits,
  listAwaitedDeposits,
  listDeposits,
  mostAwaitedOfAccount,
} from './deposit.service';
import { AwaitedDepositType, DepositConnectionType, DepositType } from './deposit.type';
import { unassignDeposit } from './unassign-deposit.service';
import type { DepositContext } from './deposit.context';
import type { ListContext } from '../../platform/lists/list.service';
import type { PocketContext } from '../pockets/pocket.context';
import type { WithViewer } from '../../identity/access/viewer';

type Context = DepositContext & ListContext & PocketContext & WithViewer;

@Resolver(() => AccountType)
export class DepositResolver {
  @FieldResolver(() => String, {
    description:
      'Code that names the account in the message of a transfer to `depositAddress`: 32 hex digits, the last of the message’s 64, with zeros before them. An access token needs the scope `payment.read`.',
  })
  depositCode(@Ctx() ctx: Context, @Root() { id }: Account) {
    assertScope(requireViewer(ctx).credential, 'payment.read');
    return getDepositCode(ctx, id);
  }

  @FieldResolver(() => String, {
    description: 'The server’s account on the ledger, which takes deposits.',
  })
  depositAddress(@Ctx() ctx: Context) {
    return getDepositAddress(ctx);
  }

  @Authorized('payment.read')
  @Query(() => DepositConnectionType, {
    description: 'Coins that came in on the ledger for the viewer, oldest first.',
  })
  deposits(@Ctx() ctx: Context, @Args(() => PageArgs) page: PageArgs) {
    return listDeposits(ctx, { accountId: requireViewer(ctx).account.id, page });
  }

  @Authorized('payment.read')
  @Extensions({ listSize: mostAwaitedOfAccount })
  @Query(() => [AwaitedDepositType], {
    description: `Transfers to the server that name the viewer by the deposit code and are not booked yet, the newest first; at most ${mostAwaitedOfAccount}.`,
  })
  async awaitedDeposits(@Ctx() ctx: Context) {
    const found = await listAwaitedDeposits(ctx, requireViewer(ctx).account.id);
    return found.map(({ time, ...rest }) => ({ ...rest, sentAt: time }));
  }

  @AllQuery(() => [DepositType], 'Everything that came in on the ledger, in the order of its ids.')
  allDeposits(
    @Ctx() ctx: Context,
    @Args(() => AllArgs) all: AllArgs,
    @Arg('accountId', () => ID, { nullable: true, description: 'Only those in its funds.' })
    accountId: string | null = null,
    @Arg('isUnassigned', () => Boolean, {
      defaultValue: false,
      description: 'Only those that name nobody and were given to nobody.',
    })
    isUnassigned: boolean,
  ) {
    return listAllDeposits(ctx, { accountId, isUnassigned }, cutToMost(all));
  }

  @Authorized('operator')
  @Mutation(() => DepositType, {
    description:
      'Gives a deposit that names nobody to the funds of an account; to the same one again changes nothing. Errors: CONFLICT for one in another account’s funds.',
  })
  assignDeposit(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, { description: 'Of the deposit, 32 hex digits, dashed or not.' })
    id: string,
    @Arg('accountId', () => ID, { description: 'Of the account, 32 hex digits, dashed or not.' })
    accountId: string,
  ) {
    return assignDeposit(ctx, { id, accountId: normaliseId(accountId) });
  }

  @Authorized('operator')
  @Mutation(() => DepositType, {
    description:
      'Takes a deposit back from the account that an operator has given it to: it is nobody’s again, and can be given to another one. Errors: CONFLICT for one whose message names its account, VALIDATION_FAILED where less of the funds is free by now.',
  })
  unassignDeposit(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, { description: 'Of the deposit, 32 hex digits, dashed or not.' })
    id: string,
  ) {
    return unassignDeposit(ctx, id);
  }
}
