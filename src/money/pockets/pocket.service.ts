import { hash } from 'node:crypto';
import { type Amount, formatAmount, maxAmount } from '../../amount';
import { AppError, assertNoProblems, invalid, notFound } from '../../errors';
import { createId } from '../../id';
import type { Account } from '../../identity/accounts/account';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { Notice } from '../../platform/notices/notice';
import { problemsOfReference, toReference } from '../../reference';
import { type Book, earningsOf, fundsOf } from '../books/book';
import type { JournalEntry } from '../books/journal-entry';
import { bindFunds, getOpenCosts, type OpenCosts } from './bound-funds.service';
import type { PocketContext } from './pocket.context';
import type { Pockets } from './pockets';

export interface BookingParams {
  readonly accountId: string;
  /** Unit: 10^-11 coins, above 0. */
  readonly amount: Amount;
  /**
   * The name that tells this payment from every other one, 1 to 200 characters. Its Unicode form and blanks around it
   * make no difference. Default: a new one.
   */
  readonly reference?: string | null;
}

/** A deposit or withdrawal that stands in the books. */
export interface Booking {
  readonly account: Account;
  readonly amount: Amount;
  readonly reference: string;
  readonly bookedAt: Date;
  /** True where the booking stood in the books before, and nothing has happened now. */
  readonly isRepeated: boolean;
}

/** The pockets of accounts; an account that never had anything has 0. */
export async function listPockets(
  ctx: Pick<PocketContext, 'books'>,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, Pockets>> {
  const books = accountIds.flatMap((id) => [fundsOf(id), earningsOf(id)]);
  const balances = await ctx.books.balancesOf(books);
  const of = (book: Book) => balances.get(book) ?? 0n;
  return new Map(
    accountIds.map((id) => [id, { funds: of(fundsOf(id)), earnings: of(earningsOf(id)) }]),
  );
}

/**
 * Adds what somebody has paid in to an account's funds. The same reference again changes nothing.
 *
 * @throws {AppError} `VALIDATION_FAILED` for a bad amount or reference, `NOT_FOUND` for an unknown account, `CONFLICT`
 * for the reference of another deposit.
 */
export function bookDeposit(ctx: PocketContext, params: BookingParams): Promise<Booking> {
  return bookOnce(ctx, 'deposit', params, async (session) => {
    const [funds, outside] = [fundsOf(params.accountId), 'outside:deposits'] as const;
    const balances: ReadonlyMap<Book, Amount> = await ctx.books.balancesOf(
      [funds, outside],
      session,
    );
    // More came from the outside than accounts hold, so the second bound is reached first.
    const balanceOf = (book: Book) => balances.get(book) ?? 0n;
    const mostMore = maxAmount - max(balanceOf(funds), -balanceOf(outside));
    if (params.amount > mostMore)
      throw invalid({
        amount: [`is more than the books can hold: ${formatAmount(mostMore)} more`],
      });
    return [funds, outside];
  });
}

/**
 * Takes what was paid out to somebody from an account's funds. The same reference again changes nothing.
 *
 * @throws {AppError} as for `bookDeposit`; `VALIDATION_FAILED`, too, for more than the free funds: credit is not paid
 * out, nor what may be needed.
 * `SERVICE_UNAVAILABLE` as `getOpenCosts`.
 */
export async function bookWithdrawal(ctx: PocketContext, params: BookingParams): Promise<Booking> {
  const { accountId, amount } = params;
  const open = await getOpenCosts(ctx, accountId);
  return bookOnce(ctx, 'withdrawal', params, async (session) => {
    await assertFreeFunds(ctx, { accountId, amount, open }, session);
    return ['outside:withdrawals', fundsOf(accountId)];
  });
}

/**
 * Moves money of an account from its earnings to its funds, where it pays for campaigns and is paid out no more. The same
 * reference of the account again changes nothing.
 *
 * @throws {AppError} `VALIDATION_FAILED` for an amount that is not above 0 or more than the earnings that
 * are not under review, and a bad reference,
 * `CONFLICT` for the reference of another amount, and while an operator holds the earnings, or the block of a claim of the
 * account is replaced: funds buy views, also those of a friend, who is paid for them.
 */
export async function moveEarningsToFunds(
  ctx: PocketContext,
  { accountId, amount, ...params }: BookingParams,
): Promise<void> {
  const reference = toReference(params.reference ?? createId(ctx));
  assertNoProblems({ ...problemsOfAmount(amount), ...problemsOfReference(reference) });
  const id = `transfer:${accountId}:${hash('sha256', reference).slice(0, 32)}`;
  const at = ctx.now();
  const [funds, earnings] = [fundsOf(accountId), earningsOf(accountId)];
  await ctx.inTransaction(async (session) => {
    const known = await ctx.books.findEntry(id, session);
    if (known) {
      assertSame(known, { accountId, amount }, reference);
      return;
    }
    await assertNotHeld(ctx, accountId, session);
    const terms = { until: null, now: at };
    const [unpaid] = await ctx.books.listEarningsOf([accountId], terms, session);
    assertAtMost(amount, unpaid?.payable ?? 0n);
    const lines = linesOf([funds, earnings], amount);
    await ctx.books.post([{ id, kind: 'transfer', at, lines, memo: reference }], session);
  });
}

/** @param movement looks whether it is allowed, and says from where to where the money goes: first who gets it */
async function bookOnce(
  ctx: PocketContext,
  kind: 'deposit' | 'withdrawal',
  params: BookingParams,
  movement: (session: DatabaseSession) => Promise<readonly [to: Book, from: Book]>,
): Promise<Booking> {
  const { accountId, amount } = params;
  const reference = toReference(params.reference ?? createId(ctx));
  assertNoProblems({ ...problemsOfAmount(amount), ...problemsOfReference(reference) });
  const account = await ctx.accounts.findById(accountId);
  if (!account) throw notFound('account', accountId);
  const id = `${kind}:${hash('sha256', reference).slice(0, 32)}`;
  const at = ctx.now();
  return ctx.inTransaction(async (session) => {
    const known = await ctx.books.findEntry(id, session);
    if (known) {
      assertSame(known, params, reference);
      return { account, amount, reference, bookedAt: known.at, isRepeated: true };
    }
    const lines = linesOf(await movement(session), amount);
    await ctx.books.post([{ id, kind, at, lines, memo: reference }], session);
    if (kind === 'deposit')
      await ctx.notices.put([noticeOfDeposit({ accountId, amount, reference, at })], session);
    return { account, amount, reference, bookedAt: at, isRepeated: false };
  });
}

/** The notice to the account that has paid in. */
export function noticeOfDeposit(deposit: {
  readonly accountId: string;
  readonly amount: Amount;
  readonly reference: string;
  readonly at: Date;
}): Notice {
  const { accountId, amount, reference, at } = deposit;
  const data = { amount: formatAmount(amount), reference };
  return { kind: 'deposit.booked', accountId, campaignId: null, at, data };
}

/** @throws {AppError} `CONFLICT` when the reference stands for another account or amount. */
function assertSame(known: JournalEntry, { accountId, amount }: BookingParams, reference: string) {
  const line = known.lines.find(({ book }) => book === fundsOf(accountId));
  const booked = line && (line.amount < 0n ? -line.amount : line.amount);
  if (booked === amount) return;
  throw new AppError(
    'CONFLICT',
    booked === undefined
      ? `the reference ${reference} is that of another account's ${known.kind}`
      : `the reference ${reference} is that of a ${known.kind} of ${formatAmount(booked)} coins`,
  );
}

async function assertNotHeld(
  { payees, addressClaims }: PocketContext,
  accountId: string,
  session: DatabaseSession,
): Promise<void> {
  const { heldReason } = await payees.lock(accountId, session);
  if (heldReason !== null)
    throw new AppError('CONFLICT', `the earnings are held by the operator: ${heldReason}`);
  if ((await addressClaims.listReplacedOwners([accountId], session)).size > 0)
    throw new AppError('CONFLICT', 'the earnings are held: the block of a claim was replaced');
}

function assertAtMost(amount: Amount, free: Amount): void {
  if (amount > max(free, 0n))
    throw invalid({
      amount: [`is more than the ${formatAmount(max(free, 0n))} coins that are free`],
    });
}

/**
 * Wants an amount to be free in an account's funds; two transactions that want the same meet at what is booked.
 *
 * @param params.open as `getOpenCosts` found it before the transaction
 * @param params.kept more that is not free, 10^-11 coins; default: nothing
 * @throws {AppError} `VALIDATION_FAILED` with what is free.
 */
export async function assertFreeFunds(
  ctx: PocketContext,
  params: {
    readonly accountId: string;
    readonly amount: Amount;
    readonly open: OpenCosts;
    readonly kept?: Amount;
  },
  session: DatabaseSession,
): Promise<void> {
  const bound = (await bindFunds(ctx, params, session)) + (params.kept ?? 0n);
  const funds = fundsOf(params.accountId);
  const balance = await ctx.books.balanceOf(funds, session);
  assertAtMost(params.amount, balance - bound);
}

function linesOf([to, from]: readonly [to: Book, from: Book], amount: Amount) {
  return [
    { book: to, amount },
    { book: from, amount: -amount },
  ];
}

function problemsOfAmount(amount: Amount): Record<string, string[]> {
  if (amount <= 0n) return { amount: ['must be above 0'] };
  return amount > maxAmount ? { amount: [`must be at most ${formatAmount(maxAmount)}`] } : {};
}

const max = (one: Amount, other: Amount): Amount => (one > other ? one : other);
