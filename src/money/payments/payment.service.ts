import { AppError, notFound } from '../../errors';
import { isUuid, normaliseId, toId } from '../../id';
import type { Account } from '../../identity/accounts/account';
import type { AllParams } from '../../platform/lists/all';
import { type ListContext, listPage } from '../../platform/lists/list.service';
import type { Page, PageParams } from '../../platform/lists/page';
import { assertShortSearch, type ReadTable, readTable } from '../../platform/lists/table';
import { parseReason } from '../../reason';
import { judgeEarnings, listEarningPayees } from './due/earning-payees.service';
import { payableTermsOf } from './due/final-hours.service';
import type { Payment } from './payment';
import type { PaymentContext } from './payment.context';
import type { PaymentOrder } from './payment-order';
import type { PaymentTableFilter } from './payment-table.store';
import type { PaymentFilter } from './payment.store';
import { type WaitingEarnings, withServerReasons } from './due/why-unpaid.service';
import { type EarnedPart, inOneList } from '../books/earned-part';

/**
 * Payments of an account, oldest first.
 *
 * @throws {AppError} `VALIDATION_FAILED` as `listPage`.
 */
export function listPayments(
  ctx: ListContext & PaymentContext,
  { accountId, page }: { readonly accountId: string; readonly page: PageParams },
): Promise<Page<Payment>> {
  return listPage(ctx, {
    list: `payments:${accountId}`,
    page,
    read: (slice) => ctx.payments.listOwned(accountId, slice),
  });
}

export interface PaymentTableParams extends Pick<PaymentTableFilter, 'accountId' | 'states'> {
  /** Part of their transactions and addresses, in capitals or not; empty: any. */
  readonly search: string;
  readonly order: PaymentOrder;
  readonly isDescending: boolean;
  /** Payments of a page, from 1; default 10, at most 100: more is cut. */
  readonly first: number | null;
  /** From 1; default 1. */
  readonly page: number | null;
}

/** No transaction and no address is longer. */
const longestSearch = 64;

/** A page of an account's payments. @throws {AppError} `VALIDATION_FAILED` for a text that is longer than what is searched */
export async function listPaymentTable(
  { payments }: PaymentContext,
  { search, accountId, states, order, isDescending, first, page }: PaymentTableParams,
): Promise<ReadTable<Payment>> {
  assertShortSearch(search, longestSearch);
  const filter = { accountId, states, part: search.toUpperCase() };
  return readTable(
    { first, page, usual: 10, most: 100 },
    {
      count: () => payments.countTable(filter),
      list: (part) => payments.listTable(filter, { ...part, order, isDescending }),
    },
  );
}

/** @throws {AppError} `NOT_FOUND` for another account's. */
export async function getOwnedPayment(
  ctx: PaymentContext,
  { accountId, id }: { readonly accountId: string; readonly id: string },
): Promise<Payment> {
  const payment = await getPayment(ctx, id);
  if (payment.accountId !== accountId) throw notFound('payment', id);
  return payment;
}

/** Everybody's payments, in the order of ids: for operators. */
export function listAllPayments(
  ctx: PaymentContext,
  filter: PaymentFilter,
  page: AllParams,
): Promise<readonly Payment[]> {
  return ctx.payments.listAll(filter, page);
}

/** The same, those that were prepared last first. */
export function listNewestPayments(
  ctx: PaymentContext,
  filter: PaymentFilter,
  page: AllParams,
): Promise<readonly Payment[]> {
  return ctx.payments.listNewest(filter, page);
}

/** @throws {AppError} `NOT_FOUND` */
export async function getPayment(ctx: PaymentContext, id: string): Promise<Payment> {
  const found = isUuid(id) ? await ctx.payments.findById(toId(id)) : null;
  if (!found) throw notFound('payment', id);
  return found;
}

/** The sites and clock hours that earned a payment: booked since the payment before it, left by that, or returned since. */
export async function listEarnedParts(
  ctx: PaymentContext,
  { kind, accountId, preparedAt, earnedUntil, heldHours }: Payment,
): Promise<readonly EarnedPart[]> {
  if (kind !== 'earnings') return [];
  const before = await ctx.payments.findBefore(accountId, preparedAt);
  const lists = [
    await ctx.books.listEarned({ accountId, preparedAt, earnedUntil, heldHours, before }),
  ];
  const returned = before ? await ctx.payments.listReturnedSince(before, preparedAt) : [];
  for (const one of returned) lists.push(await listEarnedParts(ctx, one));
  return inOneList(lists);
}

/** Accounts with earnings that are not on their way, and why they wait: for operators. */
export async function listWaitingEarnings(
  ctx: PaymentContext,
  { first, afterId }: AllParams,
): Promise<readonly WaitingEarnings[]> {
  const sender = ctx.config.ledgerAddress;
  const after = afterId == null ? null : normaliseId(afterId);
  const payees = await listEarningPayees(ctx, { sender, afterId: after, limit: first });
  return withServerReasons(ctx, payees);
}

/** Earnings of accounts that are not on their way, and why they wait: by the ids of those that have any. */
export async function waitingEarningsOf(
  ctx: PaymentContext,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, WaitingEarnings>> {
  const terms = payableTermsOf(ctx, await ctx.settlements.get());
  const earnings = (await ctx.books.listEarningsOf(accountIds, terms)).filter(
    ({ balance }) => balance > 0n,
  );
  const sender = ctx.config.ledgerAddress;
  const payees = await ctx.payees.listByIds(earnings.map(({ accountId }) => accountId));
  const judged = await judgeEarnings(ctx, { sender, earnings, payees });
  const found = await withServerReasons(ctx, judged);
  return new Map(found.map((one) => [one.accountId, one]));
}

/**
 * Lets the payee of a payment be paid again that the ledger has refused: with the next turn, if it was returned.
 *
 * @throws {AppError} `NOT_FOUND`; `CONFLICT` for one that is confirmed.
 */
export async function retryPayment(ctx: PaymentContext, id: string): Promise<Payment> {
  const payment = await getPayment(ctx, id);
  if (payment.state === 'confirmed')
    throw new AppError('CONFLICT', `payment ${id} is confirmed as ${payment.transactionId}`);
  await ctx.payees.change(payment.accountId, { refusedAddress: null, refusal: null });
  return payment;
}

/**
 * Holds the payments of an account that are not prepared yet, or lets them go.
 *
 * @param reason null: lets them go
 * @throws {AppError} `NOT_FOUND`, `VALIDATION_FAILED` for a reason that says nothing, or too much
 */
export async function holdPayments(
  ctx: PaymentContext,
  { accountId, reason }: { readonly accountId: string; readonly reason: string | null },
): Promise<Account> {
  const heldReason = reason === null ? null : parseReason(reason);
  const account = await ctx.accounts.findById(accountId);
  if (!account) throw notFound('account', accountId);
  await ctx.payees.change(accountId, { heldReason });
  await ctx.awaitStoredPayments();
  return account;
}
