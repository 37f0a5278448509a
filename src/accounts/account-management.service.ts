import type { Amount } from '../amount';
import type { ServiceContext } from '../context';
import { AppError } from '../errors';
import { isUuid, toId } from '../id';
import type { Account, Role } from './account';
import { toEmail } from './email';

const maxReasonLength = 500;

/**
 * The account that an operator means.
 *
 * @param name its email, in any case, or its id, dashed or not
 * @throws {AppError} `NOT_FOUND`
 */
export async function getAccountByName(ctx: ServiceContext, name: string): Promise<Account> {
  const found = isUuid(name)
    ? await ctx.accounts.findById(toId(name))
    : await ctx.accounts.findByEmail(toEmail(name));
  if (!found) throw new AppError('NOT_FOUND', `there is no account ${name}`);
  return found;
}

/** A page of the accounts that can log in, by email. */
export function listAccounts(
  ctx: ServiceContext,
  params: {
    readonly role: Role | null;
    readonly afterEmail: string | null;
    readonly limit: number;
  },
): Promise<readonly Account[]> {
  return ctx.accounts.list(params);
}

/**
 * Shuts an account out: its sessions end at once, its access tokens are refused within 2 seconds on every process, and
 * whoever logs in with the right password reads the reason.
 *
 * @throws {AppError} `NOT_FOUND`, or `VALIDATION_FAILED` without a reason.
 */
export async function suspendAccount(
  ctx: ServiceContext,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<Account> {
  const suspendedReason = reason.trim();
  if (suspendedReason === '' || suspendedReason.length > maxReasonLength)
    throw new AppError('VALIDATION_FAILED', 'the reason is missing or too long', {
      details: { reason: [`must have 1 to ${maxReasonLength} characters`] },
    });
  const account = await update(ctx, id, { suspendedReason });
  await ctx.accounts.deleteSessionsOf(id, null);
  await ctx.mailTokens.deleteAllOf(id);
  return account;
}

/** Lets a suspended account in again; its access tokens that have not expired work again. @throws {AppError} `NOT_FOUND` */
export function resumeAccount(ctx: ServiceContext, id: string): Promise<Account> {
  return update(ctx, id, { suspendedReason: null });
}

/** @throws {AppError} `NOT_FOUND` */
export function setRoles(
  ctx: ServiceContext,
  { id, roles }: { readonly id: string; readonly roles: readonly Role[] },
): Promise<Account> {
  return update(ctx, id, { roles });
}

/**
 * @param params.creditLimit 10^-11 USD, 0 or more; null: no limit
 * @throws {AppError} `NOT_FOUND`, or `VALIDATION_FAILED` for a negative limit.
 */
export async function setCreditLimit(
  ctx: ServiceContext,
  { id, creditLimit }: { readonly id: string; readonly creditLimit: Amount | null },
): Promise<Account> {
  if (creditLimit !== null && creditLimit < 0n)
    throw new AppError('VALIDATION_FAILED', 'the credit limit is negative', {
      details: { creditLimit: ['must be 0 or more'] },
    });
  return update(ctx, id, { creditLimit });
}

async function update(
  ctx: ServiceContext,
  id: string,
  changes: Parameters<ServiceContext['accounts']['update']>[1],
): Promise<Account> {
  const account = await ctx.accounts.update(id, changes);
  if (!account) throw new AppError('NOT_FOUND', 'no such account');
  return account;
}
