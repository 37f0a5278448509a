import {
  Arg,
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
import { AccountType } from '../../identity/accounts/account.type';
import { normaliseId } from '../../id';
import { AmountScalar } from '../../platform/graphql/scalars';
import { listPaidDays, sumFees } from './operator-figures.service';
import { PaidDayType } from './paid-day.type';
import { holdPayments, retryPayment } from './payment.service';
import { PaymentType } from './payment.type';
import {
  findLedgerBalance,
  pauseSettlement,
  reportSettlement,
  resumeSettlement,
  type SettlementReport,
} from './settlement.service';
import { SettlementType } from './settlement.type';
import type { PaymentContext } from './payment.context';

const accountOption = { description: 'Of the account, 32 hex digits, dashed or not.' };

/** The operations of operators on payments. */
@Resolver(() => SettlementType)
export class SettlementResolver {
  @Authorized('operator')
  @Query(() => SettlementType, {
    description: 'How payments stand.',
  })
  settlement(@Ctx() ctx: PaymentContext) {
    return reportSettlement(ctx);
  }

  @FieldResolver(() => Number)
  openTransactions(@Root() { open }: SettlementReport) {
    return open.length;
  }

  @FieldResolver(() => String)
  ledgerBalance(@Ctx() ctx: PaymentContext) {
    return findLedgerBalance(ctx);
  }

  @FieldResolver(() => AmountScalar, {
    description: 'Coins of fees of demand and supply that the operator has earned in all.',
  })
  fees(@Ctx() ctx: PaymentContext) {
    return sumFees(ctx);
  }

  @Extensions({ listSize: 92 })
  @FieldResolver(() => [PaidDayType], {
    description:
      'Payments of the last days (UTC), the first day first; days without any are left out.',
  })
  paidDays(
    @Ctx() ctx: PaymentContext,
    @Arg('days', () => Int, {
      defaultValue: 30,
      description: 'How many days, with today, 1 to 92: what is beyond is cut.',
    })
    days: number,
  ) {
    return listPaidDays(ctx, days);
  }

  @Authorized('operator')
  @Mutation(() => SettlementType, {
    description:
      'Prepares no further payments; those that are prepared go on. Errors: VALIDATION_FAILED without a reason.',
  })
  pauseSettlement(
    @Ctx() ctx: PaymentContext,
    @Arg('reason', () => String, { description: 'Why, for other operators, 1 to 500 characters.' })
    reason: string,
  ) {
    return pauseSettlement(ctx, reason);
  }

  @Authorized('operator')
  @Mutation(() => SettlementType, {
    description: 'Goes on with payments that were paused.',
  })
  resumeSettlement(
    @Ctx() ctx: PaymentContext,
    @Arg('fromLedger', () => Boolean, {
      defaultValue: false,
      description:
        'True: payments go on from the ledger’s present position, whatever position the server knew: also from a node that is behind, and past transfers that others have sent. Hold the books against the ledger first.',
    })
    fromLedger: boolean,
  ) {
    return resumeSettlement(ctx, { fromLedger });
  }

  @Authorized('operator')
  @Mutation(() => AccountType, {
    description:
      'Keeps the earnings of an account from being paid; payments that are prepared go on. Errors: VALIDATION_FAILED without a reason.',
  })
  holdPayments(
    @Ctx() ctx: PaymentContext,
    @Arg('accountId', () => ID, accountOption) accountId: string,
    @Arg('reason', () => String, {
      description: 'The reason, for the account’s owner, 1 to 500 characters.',
    })
    reason: string,
  ) {
    return holdPayments(ctx, { accountId: normaliseId(accountId), reason });
  }

  @Authorized('operator')
  @Mutation(() => AccountType, {
    description: 'Lets the earnings of an account be paid again.',
  })
  releasePayments(
    @Ctx() ctx: PaymentContext,
    @Arg('accountId', () => ID, accountOption) accountId: string,
  ) {
    return holdPayments(ctx, { accountId: normaliseId(accountId), reason: null });
  }

  @Authorized('operator')
  @Mutation(() => PaymentType, {
    description:
      'Lets the payee of a payment be paid again that the ledger has refused. Errors: CONFLICT for one that is confirmed.',
  })
  retryPayment(
    @Ctx() ctx: PaymentContext,
    @Arg('id', () => ID, { description: 'Of the payment, 32 hex digits, dashed or not.' })
    id: string,
  ) {
    return retryPayment(ctx, id);
  }
}
