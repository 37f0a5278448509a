import { AppError, notFound } from '../../errors';
import { parseReason } from '../../reason';
import { hourMs } from '../../time';
import { requireOwnSession } from '../access/access-rule';
import type { Viewer } from '../access/viewer';
import type { ActingVisit } from './acting';
import type { Account } from './account';
import type { SessionContext } from './account.context';
import { mayActFor } from './session.service';

const actingMs = hourMs;

/**
 * From now on the operator's session stands for somebody's account, for an hour at most: it may do what an access token of
 * all scopes may, but for the scopes that are the owner's alone. What is done is in the audit log, by the operator and for the account.
 *
 * @param params.reason for the audit log
 * @throws {AppError} `FORBIDDEN` for an access token, `VALIDATION_FAILED` without a reason, `NOT_FOUND`, `CONFLICT` for
 * the account of another operator, or one that is suspended.
 */
export async function actForAccount(
  ctx: SessionContext,
  params: { readonly viewer: Viewer; readonly id: string; readonly reason: string },
): Promise<Account> {
  const { viewer, id, reason } = params;
  const sessionHash = requireOwnSession(viewer.credential);
  // The audit log has it from the arguments.
  parseReason(reason);
  const account = await ctx.accounts.findById(id);
  if (!account) throw notFound('account', id);
  if (!mayActFor(viewer.account, account))
    throw new AppError('CONFLICT', 'nobody acts for an operator, or for a suspended account');
  const endsAt = new Date(ctx.now().getTime() + actingMs);
  await ctx.sessions.setActing(sessionHash, { accountId: id, endsAt });
  return account;
}

/** Null where nobody acts for the viewer's account in this session. */
export async function findActing(
  ctx: SessionContext,
  { credential }: Viewer,
): Promise<ActingVisit | null> {
  if (credential.kind === 'accessToken' || credential.operatorId === undefined) return null;
  const { kind, operatorId, sessionHash } = credential;
  const [session, operator] = await Promise.all([
    ctx.sessions.find(sessionHash, kind),
    ctx.accounts.findById(operatorId),
  ]);
  if (!session?.acting || !operator) return null;
  return { operatorEmail: operator.email, endsAt: session.acting.endsAt };
}

/**
 * Makes the session the operator's own again.
 *
 * @returns the operator's account
 * @throws {AppError} `CONFLICT` where nobody acts for anybody.
 */
export async function stopActing(ctx: SessionContext, { credential }: Viewer): Promise<Account> {
  const operator =
    credential.kind === 'accessToken' || credential.operatorId === undefined
      ? null
      : await ctx.accounts.findById(credential.operatorId);
  if (!operator || credential.kind === 'accessToken')
    throw new AppError('CONFLICT', 'this session acts for nobody');
  await ctx.sessions.setActing(credential.sessionHash, null);
  return operator;
}
