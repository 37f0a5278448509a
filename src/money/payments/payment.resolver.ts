import { Arg, Args, Authorized, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { requireViewer } from '../../identity/access/access-rule';
import { cutToMost } from '../../platform/lists/all';
import { AllArgs, AllQuery } from '../../platform/lists/all.input';
import { PageArgs } from '../../platform/lists/page.input';
import type { Payment, PaymentState } from './payment';
import {
  getOwnedPayment,
  listAllPayments,
  listNewestPayments,
  listEarnedParts,
  listPayments,
  listPaymentTable,
  listWaitingEarnings,
} from './payment.service';
import { PaymentTableArgs, PaymentTableType } from './payment-table.type';
import {
  EarnedPartType,
  PaymentConnectionType,
  PaymentStateEnum,
  PaymentType,
  WaitingEarningsType,
} from './payment.type';
import type { ListContext } from '../../platform/lists/list.service';
import { readTablePage } from '../../platform/lists/table.input';
import type { PaymentContext } from './payment.context';
import type { WithViewer } from '../../identity/access/viewer';

type Context = ListContext & PaymentContext & WithViewer;

@Resolver(() => PaymentType)
export class PaymentResolver {
  @Authorized('payment.read')
  @Query(() => PaymentConnectionType, {
    description: 'Payments to the viewer, oldest first.',
  })
  payments(@Ctx() ctx: Context, @Args(() => PageArgs) page: PageArgs) {
    return listPayments(ctx, { accountId: requireViewer(ctx).account.id, page });
  }

  @Authorized('payment.read')
  @Query(() => PaymentTableType, {
    description: 'Payments to the viewer in the order of a column. Errors: VALIDATION_FAILED.',
  })
  paymentTable(@Ctx() ctx: Context, @Args(() => PaymentTableArgs) given: PaymentTableArgs) {
    const { search, states, orderBy } = given;
    return listPaymentTable(ctx, {
      ...{ accountId: requireViewer(ctx).account.id, search: search ?? '' },
      states: states?.length ? states : null,
      order: orderBy ?? 'created',
      ...readTablePage(given),
    });
  }

  @Authorized('payment.read')
  @Query(() => PaymentType, {
    description: 'One of the payments to the viewer.',
  })
  payment(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, { description: 'Of the payment, 32 hex digits, dashed or not.' })
    id: string,
  ) {
    return getOwnedPayment(ctx, { accountId: requireViewer(ctx).account.id, id });
  }

  @AllQuery(
    () => [PaymentType],
    'Payments to everybody, in the order of their ids, or the newest first.',
  )
  allPayments(
    @Ctx() ctx: Context,
    @Args(() => AllArgs) all: AllArgs,
    @Arg('state', () => PaymentStateEnum, { nullable: true, description: 'Only those in it.' })
    state: PaymentState | null = null,
    @Arg('accountId', () => ID, { nullable: true, description: 'Only those to this account.' })
    accountId: string | null = null,
    @Arg('isNewestFirst', () => Boolean, {
      defaultValue: false,
      description: 'True: those that were prepared last come first.',
    })
    isNewestFirst: boolean,
  ) {
    const list = isNewestFirst ? listNewestPayments : listAllPayments;
    return list(ctx, { state, accountId }, cutToMost(all));
  }

  @AllQuery(
    () => [WaitingEarningsType],
    'Earnings that are not on their way, in the order of the accounts’ ids, and why.',
  )
  waitingEarnings(@Ctx() ctx: Context, @Args(() => AllArgs) all: AllArgs) {
    return listWaitingEarnings(ctx, cutToMost(all));
  }

  @FieldResolver(() => [EarnedPartType])
  earned(@Ctx() ctx: Context, @Root() payment: Payment) {
    return listEarnedParts(ctx, payment);
  }
}
