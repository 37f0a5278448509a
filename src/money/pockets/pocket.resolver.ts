import { Arg, Authorized, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import type { Amount } from '../../amount';
import { normaliseId } from '../../id';
import { assertScope, requireViewer } from '../../identity/access/access-rule';
import type { Account } from '../../identity/accounts/account';
import { requireSecondFactor } from '../../identity/accounts/second-factor/proved-session.service';
import type { SessionContext } from '../../identity/accounts/account.context';
import { AccountType } from '../../identity/accounts/account.type';
import { createLoader } from '../../platform/graphql/loader';
import { AmountScalar } from '../../platform/graphql/scalars';
import { bookDeposit, bookWithdrawal, listPockets, moveEarningsToFunds } from './pocket.service';
import { FundsBookingType } from './pocket.type';
import type { PocketContext } from './pocket.context';
import type { WithViewer } from '../../identity/access/viewer';

type Context = PocketContext & SessionContext & WithViewer;

const loadPockets = createLoader(listPockets);

/** @throws {AppError} `FORBIDDEN` for an access token that is not for money. */
function readPockets(ctx: Context, accountId: string) {
  assertScope(requireViewer(ctx).credential, 'payment.read');
  return loadPockets(ctx, accountId);
}

const accountOption = { description: 'Of the account, 32 hex digits, dashed or not.' };
const amountOption = { description: 'Coins, above 0.' };
const referenceOption = {
  nullable: true,
  description:
    'Name of the booking, 1 to 200 characters, in any Unicode form. A repeated call with the same reference changes nothing. Default: a new one.',
};

@Resolver(() => AccountType)
export class PocketResolver {
  @FieldResolver(() => AmountScalar, {
    description:
      'Coins: what was paid in less what was charged and paid out; below 0 as far as `creditLimit` goes. An access token needs the scope `payment.read`.',
  })
  async funds(@Ctx() ctx: Context, @Root() { id }: Account) {
    return (await readPockets(ctx, id))?.funds;
  }

  @FieldResolver(() => AmountScalar, {
    description:
      'Coins that its sites have earned and that are not paid yet. An access token needs the scope `payment.read`.',
  })
  async earnings(@Ctx() ctx: Context, @Root() { id }: Account) {
    return (await readPockets(ctx, id))?.earnings;
  }

  @Authorized('session')
  @Mutation(() => AccountType, {
    description:
      'Moves coins of the viewer from the earnings to the funds, where they pay for campaigns and are not paid out by themselves any more. Errors: FORBIDDEN without a code of the last 5 minutes for an account with a second factor, VALIDATION_FAILED for more than the earnings, CONFLICT for the reference of another amount, and while the earnings are held: by the operator, or because the block of a claim of the account was replaced.',
  })
  async moveEarningsToFunds(
    @Ctx() ctx: Context,
    @Arg('amount', () => AmountScalar, amountOption) amount: Amount,
    @Arg('reference', () => String, referenceOption) reference: string | null = null,
  ) {
    const viewer = requireViewer(ctx);
    const { account } = viewer;
    await requireSecondFactor(ctx, viewer);
    await moveEarningsToFunds(ctx, { accountId: account.id, amount, reference });
    return account;
  }

  @Authorized('operator')
  @Mutation(() => FundsBookingType, {
    description:
      'Adds what was paid in outside of the ledger to the funds of an account. Errors: VALIDATION_FAILED, CONFLICT for the reference of another deposit.',
  })
  bookDeposit(
    @Ctx() ctx: Context,
    @Arg('accountId', () => ID, accountOption) accountId: string,
    @Arg('amount', () => AmountScalar, amountOption) amount: Amount,
    @Arg('reference', () => String, referenceOption) reference: string | null = null,
  ) {
    return bookDeposit(ctx, { accountId: normaliseId(accountId), amount, reference });
  }

  @Authorized('operator')
  @Mutation(() => FundsBookingType, {
    description:
      'Takes what was paid out outside of the ledger from the funds of an account. Errors: VALIDATION_FAILED for more than the funds, CONFLICT for the reference of another withdrawal.',
  })
  bookWithdrawal(
    @Ctx() ctx: Context,
    @Arg('accountId', () => ID, accountOption) accountId: string,
    @Arg('amount', () => AmountScalar, amountOption) amount: Amount,
    @Arg('reference', () => String, referenceOption) reference: string | null = null,
  ) {
    return bookWithdrawal(ctx, { accountId: normaliseId(accountId), amount, reference });
  }
}
