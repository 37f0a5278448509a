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
import type { Amount } from '../../amount';
import { requireViewer } from '../../identity/access/access-rule';
import { requireSecondFactor } from '../../identity/accounts/second-factor/proved-session.service';
import { createLoader } from '../../platform/graphql/loader';
import { AmountScalar } from '../../platform/graphql/scalars';
import { cutToMost } from '../../platform/lists/all';
import { AllArgs, AllQuery } from '../../platform/lists/all.input';
import { PageArgs } from '../../platform/lists/page.input';
import { PaymentType, UnpaidType } from '../payments/payment.type';
import { quoteWithdrawal, requestWithdrawal } from './request-withdrawal.service';
import type { Withdrawal, WithdrawalStep } from './withdrawal';
import {
  approveWithdrawal,
  cancelWithdrawal,
  confirmWithdrawal,
  listHeldReasons,
  listPaymentsOf,
  listAllWithdrawals,
  listWithdrawals,
  rejectWithdrawal,
} from './withdrawal.service';
import {
  WithdrawalConnectionType,
  WithdrawalQuoteType,
  WithdrawalStepEnum,
  WithdrawalType,
} from './withdrawal.type';
import type { WithdrawalContext } from './withdrawal.context';
import type { ListContext } from '../../platform/lists/list.service';
import type { WithViewer } from '../../identity/access/viewer';

type Context = WithdrawalContext & ListContext & WithViewer;

const loadHeldReasons = createLoader(listHeldReasons);
const loadPayments = createLoader(listPaymentsOf);
const idOption = { description: 'Of the withdrawal, 32 hex digits, dashed or not.' };

@Resolver(() => WithdrawalType)
export class WithdrawalResolver {
  @Authorized('payment.read')
  @Extensions({ readCost: 50 })
  @Query(() => WithdrawalQuoteType, {
    description:
      'The amount that the viewer could withdraw now, and its address. Errors: SERVICE_UNAVAILABLE while too much waits for verdicts.',
  })
  withdrawalQuote(@Ctx() ctx: Context) {
    return quoteWithdrawal(ctx, requireViewer(ctx).account);
  }

  @Authorized('payment.read')
  @Query(() => WithdrawalConnectionType, {
    description: 'Withdrawals of the viewer, oldest first.',
  })
  withdrawals(@Ctx() ctx: Context, @Args(() => PageArgs) page: PageArgs) {
    return listWithdrawals(ctx, { accountId: requireViewer(ctx).account.id, page });
  }

  @AllQuery(() => [WithdrawalType], 'Withdrawals of everybody, in the order of their ids.')
  allWithdrawals(
    @Ctx() ctx: Context,
    @Args(() => AllArgs) all: AllArgs,
    @Arg('step', () => WithdrawalStepEnum, { nullable: true, description: 'Only those in it.' })
    step: WithdrawalStep | null = null,
    @Arg('accountId', () => ID, { nullable: true, description: 'Only those of this account.' })
    accountId: string | null = null,
  ) {
    return listAllWithdrawals(ctx, { step, accountId }, cutToMost(all));
  }

  @Authorized('session')
  @Mutation(() => WithdrawalType, {
    description:
      'Takes coins out of the viewer’s free funds, to be paid at the payout address: once the link of the mail that this sends was followed, or, where the server sends none, the operator has approved. See `withdrawalQuote`. Errors: FORBIDDEN without a code of the last 5 minutes for an account with a second factor, VALIDATION_FAILED, CONFLICT for the reference of another amount, TOO_MANY_REQUESTS with 10 open ones or 50 of a day, SERVICE_UNAVAILABLE.',
  })
  async requestWithdrawal(
    @Ctx() ctx: Context,
    @Arg('amount', () => AmountScalar, { description: 'Coins; all of them arrive.' })
    amount: Amount,
    @Arg('reference', () => String, {
      nullable: true,
      description:
        'The viewer’s own name for the withdrawal, 1 to 200 characters: a repeated call with it asks for nothing more. Default: a new one.',
    })
    reference: string | null = null,
  ) {
    const viewer = requireViewer(ctx);
    await requireSecondFactor(ctx, viewer);
    return requestWithdrawal(ctx, { account: viewer.account, amount, reference });
  }

  @Mutation(() => WithdrawalType, {
    description:
      'Confirms a withdrawal with the token of a mail’s link. Errors: VALIDATION_FAILED when the token is unknown, used or expired.',
  })
  confirmWithdrawal(
    @Ctx() ctx: Context,
    @Arg('token', () => String, { description: 'The end of the link.' }) token: string,
  ) {
    return confirmWithdrawal(ctx, token);
  }

  @Authorized('session')
  @Mutation(() => WithdrawalType, {
    description:
      'Makes a withdrawal of the viewer funds again. Errors: CONFLICT when there is a payment of it, or it has ended.',
  })
  cancelWithdrawal(@Ctx() ctx: Context, @Arg('id', () => ID, idOption) id: string) {
    return cancelWithdrawal(ctx, { accountId: requireViewer(ctx).account.id, id });
  }

  @Authorized('operator')
  @Mutation(() => WithdrawalType, {
    description:
      'Lets a withdrawal be paid that waits for the operator, or for a mail. Errors: CONFLICT when it does not wait.',
  })
  approveWithdrawal(@Ctx() ctx: Context, @Arg('id', () => ID, idOption) id: string) {
    return approveWithdrawal(ctx, id);
  }

  @Authorized('operator')
  @Mutation(() => WithdrawalType, {
    description:
      'Makes a withdrawal funds again. Errors: VALIDATION_FAILED, CONFLICT when there is a payment of it, or it has ended.',
  })
  rejectWithdrawal(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, idOption) id: string,
    @Arg('reason', () => String, { description: '1 to 500 characters; its owner reads it.' })
    reason: string,
  ) {
    return rejectWithdrawal(ctx, { id, reason });
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Why it is not paid though it is approved; null: nothing keeps it from that.',
  })
  async heldReason(@Ctx() ctx: Context, @Root() { id, step }: Withdrawal) {
    return step === 'approved' ? ((await loadHeldReasons(ctx, id))?.message ?? null) : null;
  }

  @FieldResolver(() => UnpaidType, {
    nullable: true,
    description: 'The same with what it names; null: nothing keeps it from being paid.',
  })
  async unpaid(@Ctx() ctx: Context, @Root() { id, step }: Withdrawal) {
    return step === 'approved' ? ((await loadHeldReasons(ctx, id)) ?? null) : null;
  }

  @FieldResolver(() => PaymentType, {
    nullable: true,
    description: 'How far it is on the ledger; null before it is prepared.',
  })
  async payment(@Ctx() ctx: Context, @Root() { id, step }: Withdrawal) {
    return step === 'prepared' ? ((await loadPayments(ctx, id)) ?? null) : null;
  }
}
