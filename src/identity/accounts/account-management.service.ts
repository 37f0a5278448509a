import type { Amount } from '../../amount';
import type { AccountContext } from './account.context';
import { invalid, notFound } from '../../errors';
import { isUuid, toId } from '../../id';
import { parseReason } from '../../reason';
import type { Account, Role } from './account';
import { toEmail } from './email';
import { endingSessions } from './ending-sessions.service';

/**
 * The account that an operator means.
 *
 * @param name its email, in any case, or its id, dashed or not
 * @throws {AppError} `NOT_FOUND`
 */
export async function getAccountByName(ctx: AccountContext, name: string): Promise<Account> {
  const found = isUuid(name)
    ? await ctx.accounts.findById(toId(name))
    : await ctx.accounts.findByEmail(toEmail(name));
  if (!found) throw notFound('account', name);
  return found;
}

/** A page of the accounts that can log in, by email. */
export function listAccounts(
  ctx: AccountContext,
  params: {
    readonly role: Role | null;
    readonly afterEmail: string | null;
    /** Lower-case: what their emails begin with; null: anything. */
    readonly emailPrefix: string | null;
    readonly limit: number;
  },
): Promise<readonly Account[]> {
  return ctx.accounts.list(params);
}

/**
 * Shuts an account out: its sessions end at once, its access tokens are refused within 2 seconds on every process, and
 * whoever logs in with the right password reads the reason. No payment to the account is stored after the answer.
 *
 * @throws {AppError} `NOT_FOUND`, or `VALIDATION_FAILED` without a reason.
 */
export async function suspendAccount(
  ctx: AccountContext,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<Account> {
  const suspendedReason = parseReason(reason);
  const account = await endingSessions(ctx, {
    ...{ accountId: id, exceptHash: null, endsLinks: true },
    change: (transaction) => ctx.accounts.update(id, { suspendedReason }, { transaction }),
  });
  if (!account) throw notFound('account', id);
  await ctx.awaitStoredPayments();
  return account;
}

/** Lets a suspended account in again; its access tokens that have not expired work again. @throws {AppError} `NOT_FOUND` */
export function resumeAccount(ctx: AccountContext, id: string): Promise<Account> {
  return update(ctx, id, { suspendedReason: null });
}

/** @throws {AppError} `NOT_FOUND` */
export function setRoles(
  ctx: AccountContext,
  { id, roles }: { readonly id: string; readonly roles: readonly Role[] },
): Promise<Account> {
  return update(ctx, id, { roles });
}

/**
 * @param params.creditLimit 10^-11 coins, 0 or more; null: no limit
 * @throws {AppError} `NOT_FOUND`, or `VALIDATION_FAILED` for a negative limit.
 */
export async function setCreditLimit(
  ctx: AccountContext,
  { id, creditLimit }: { readonly id: string; readonly creditLimit: Amount | null },
): Promise<Account> {
  if (creditLimit !== null && creditLimit < 0n)
    throw invalid({ creditLimit: ['must be 0 or more'] });
  return update(ctx, id, { creditLimit });
}

async function update(
  ctx: AccountContext,
  id: string,
  changes: Parameters<AccountContext['accounts']['update']>[1],
): Promise<Account> {
  const account = await ctx.accounts.update(id, changes);
  if (!account) throw notFound('account', id);
  return account;
}
