import { AppError, notFound } from '../../errors';
import { isUuid, toId } from '../../id';
import type { AllParams } from '../../platform/lists/all';
import { type ListContext, listPage } from '../../platform/lists/list.service';
import type { Page, PageParams } from '../../platform/lists/page';
import { noticeOfDeposit } from '../pockets/pocket.service';
import type { Deposit } from './deposit';
import type { DepositContext } from './deposit.context';
import type { AwaitedTransfer } from './awaited-transfer';
import { codesIn, depositCodeOf } from './deposit-code';
import { assignedEntry } from './deposit-entries';
import type { DepositFilter } from './deposit.store';

/** The code that names an account in the message of a transfer: 32 hex digits. */
export function getDepositCode(
  { depositCodeKeys }: Pick<DepositContext, 'depositCodeKeys'>,
  accountId: string,
): string {
  return depositCodeOf(depositCodeKeys, accountId);
}

/** Where deposits go to. */
export function getDepositAddress({ config }: Pick<DepositContext, 'config'>): string {
  return config.ledgerAddress;
}

/**
 * Deposits in the funds of an account, oldest first.
 *
 * @throws {AppError} `VALIDATION_FAILED` as `listPage`.
 */
export function listDeposits(
  ctx: ListContext & DepositContext,
  { accountId, page }: { readonly accountId: string; readonly page: PageParams },
): Promise<Page<Deposit>> {
  return listPage(ctx, {
    list: `deposits:${accountId}`,
    page,
    read: (slice) => ctx.deposits.listOwned(accountId, slice),
  });
}

/** Transfers that are looked through: strangers may send very many. */
const mostAwaited = 1_000;
/** Of these so many are an account's. */
export const mostAwaitedOfAccount = 20;

/**
 * Transfers that name an account by its deposit code and that no block has shown which is deep enough, the newest first.
 * They are no funds, and may never become any.
 */
export async function listAwaitedDeposits(
  ctx: Pick<DepositContext, 'awaitedTransfers' | 'config' | 'depositCodeKeys'>,
  accountId: string,
): Promise<readonly AwaitedTransfer[]> {
  const own = new Set(ctx.depositCodeKeys.map((key) => depositCodeOf([key], accountId)));
  const newest = await ctx.awaitedTransfers.listNewest(ctx.config.ledgerAddress, mostAwaited);
  return newest
    .filter(
      ({ amount, message }) => amount > 0n && codesIn(message ?? '').some((code) => own.has(code)),
    )
    .slice(0, mostAwaitedOfAccount);
}

/** Everybody's deposits, and nobody's, in the order of ids: for operators. */
export function listAllDeposits(
  ctx: DepositContext,
  filter: DepositFilter,
  page: AllParams,
): Promise<readonly Deposit[]> {
  return ctx.deposits.listAll(filter, page);
}

/**
 * Gives a deposit that names nobody to an account. To the same one again changes nothing.
 *
 * @throws {AppError} `NOT_FOUND`; `CONFLICT` for one in another account's funds, and one that was taken back.
 */
export async function assignDeposit(
  ctx: DepositContext,
  { id, accountId }: { readonly id: string; readonly accountId: string },
): Promise<Deposit> {
  const account = await ctx.accounts.findById(accountId);
  if (!account) throw notFound('account', accountId);
  const bookedAt = ctx.now();
  return ctx.inTransaction(async (session) => {
    const deposit = isUuid(id) ? await ctx.deposits.findById(toId(id), session) : null;
    if (!deposit) throw notFound('deposit', id);
    if (deposit.reversedAt !== null)
      throw new AppError(
        'CONFLICT',
        `deposit ${id} was taken back: the ledger has replaced its block`,
      );
    if (deposit.accountId === accountId) return deposit;
    if (deposit.accountId !== null)
      throw new AppError('CONFLICT', `deposit ${id} is in the funds of another account`);
    if (deposit.peer !== null)
      throw new AppError(
        'CONFLICT',
        `deposit ${id} is a receipt of ${deposit.peer}: adgate peer receipt assign`,
      );
    const assigned = { ...deposit, accountId, bookedAt };
    await ctx.deposits.assign(deposit.id, { accountId, bookedAt }, session);
    await ctx.books.post([assignedEntry(assigned)], session);
    const { amount, transactionId: reference } = deposit;
    await ctx.notices.put(
      [noticeOfDeposit({ accountId, amount, reference, at: bookedAt })],
      session,
    );
    return assigned;
  });
}
