import type { Viewer } from '../../access/viewer';
import { listLiveSessions, mayActFor } from '../../accounts/session.service';
import { findBearer } from './bearer';
import type { OAuthContext } from '../oauth.context';

/** A caller who goes on listening. */
export interface Caller {
  readonly viewer: Viewer;
  /** The access token; null for a session. */
  readonly accessToken: string | null;
}

/** Callers who are still let in, as they are now; those whose token or session has ended are left out. */
export async function listLetIn<One extends Caller>(
  ctx: OAuthContext,
  callers: readonly One[],
): Promise<ReadonlyMap<One, Viewer>> {
  const hashes = callers.flatMap(({ viewer: { credential } }) =>
    credential.kind === 'accessToken' ? [] : [credential.sessionHash],
  );
  const accountIds = await listLiveSessions(ctx, [...new Set(hashes)]);
  const letIn = new Map<One, Viewer>();
  for (const caller of callers) {
    const viewer = await findAgain(ctx, caller, accountIds);
    if (viewer) letIn.set(caller, viewer);
  }
  return letIn;
}

/** @param accountIds whom sessions stand for, by their hashes */
async function findAgain(
  ctx: OAuthContext,
  { viewer, accessToken }: Caller,
  accountIds: ReadonlyMap<string, string>,
): Promise<Viewer | null> {
  const { credential } = viewer;
  if (credential.kind === 'accessToken')
    return accessToken === null ? null : findBearer(ctx, accessToken);
  const accountId = accountIds.get(credential.sessionHash);
  // An operator has begun to act for somebody in it, or has ended that.
  if (accountId !== viewer.account.id) return null;
  const account = await ctx.knownAccounts.get(accountId);
  if (account?.suspendedReason !== null) return null;
  const { operatorId } = credential;
  const operator = operatorId === undefined ? null : await ctx.knownAccounts.get(operatorId);
  if (operatorId !== undefined && !(operator && mayActFor(operator, account))) return null;
  return { account, credential };
}
