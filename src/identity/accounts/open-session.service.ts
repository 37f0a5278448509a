import { notFound } from '../../errors';
import { requireOwnSession } from '../access/access-rule';
import type { Viewer } from '../access/viewer';
import type { SessionContext } from './account.context';
import type { OpenSession } from './open-session';
import { sessionIdleMs } from './session.service';
import type { Session } from './session.store';

/** Digits of a session's hash that name the session to its owner. */
const idLength = 32;
/** An account that has opened more is told of its newest ones. */
export const mostSessions = 100;

/**
 * Sessions of the viewer's account that have not ended, newest first.
 *
 * @throws {AppError} `FORBIDDEN` for an access token, and for an operator who acts for the account.
 */
export async function listOpenSessions(
  ctx: SessionContext,
  { account, credential }: Viewer,
): Promise<readonly OpenSession[]> {
  const own = requireOwnSession(credential);
  const found = await ctx.sessions.listOf(account.id, { now: ctx.now(), limit: mostSessions });
  return found.map(([hash, session]) => toOpenSession(hash, session, own));
}

/**
 * Ends a session of the viewer's account; also the session that asks.
 *
 * @throws {AppError} `NOT_FOUND`, and as `listOpenSessions`
 */
export async function endSession(
  ctx: SessionContext,
  { account, credential }: Viewer,
  id: string,
): Promise<void> {
  requireOwnSession(credential);
  const found = await ctx.sessions.listOf(account.id, { now: ctx.now(), limit: mostSessions });
  const [hash] = found.find(([one]) => one.slice(0, idLength) === id) ?? [];
  if (hash === undefined) throw notFound('session', id);
  await ctx.sessions.delete(hash);
}

function toOpenSession(hash: string, session: Session, own: string): OpenSession {
  const { kind, createdAt, expiresAt, userAgent = null, network = null } = session;
  return {
    ...{ id: hash.slice(0, idLength), kind, createdAt, userAgent, network },
    lastUsedAt: new Date(expiresAt.getTime() - sessionIdleMs),
    isThis: hash === own,
  };
}
