import type { Role } from '../accounts/account';
import { AppError } from '../../errors';
import { isOwnersAlone, type Scope, scopes } from '../oauth/scopes';
import type { Credential, Viewer, WithViewer } from './viewer';

/**
 * The demand that a field marked `@Authorized(rule)` makes on the caller: a scope together with a role of the scope,
 * the role operator, or a session (an API token or a browser's cookie: no access token will do). A field without a rule
 * lets any valid token through.
 */
export type AccessRule = Scope | 'operator' | 'session';

/** @throws {AppError} `UNAUTHENTICATED` without a viewer, `FORBIDDEN` when a rule is not met. */
export function assertAllowed(context: WithViewer, rules: readonly AccessRule[]): void {
  const viewer = requireViewer(context);
  for (const rule of rules) assertMeets(viewer, rule);
}

function assertMeets({ account, credential }: Viewer, rule: AccessRule): void {
  if (account.emailConfirmedAt === null)
    throw new AppError('FORBIDDEN', 'this needs a confirmed email');
  if (rule === 'session') {
    requireOwnSession(credential);
    return;
  }
  const roles: readonly Role[] = rule === 'operator' ? [rule] : scopes[rule].roles;
  if (!roles.some((role) => account.roles.includes(role)))
    throw new AppError('FORBIDDEN', `this needs the role ${roles.join(' or ')}`);
  if (credential.kind !== 'accessToken') {
    if (rule !== 'operator' && isOwnersAlone(rule)) requireOwnSession(credential);
    return;
  }
  if (rule === 'operator') throw new AppError('FORBIDDEN', 'this needs a session of an operator');
  assertScope(credential, rule);
}

/**
 * The hash of a session.
 *
 * @throws {AppError} `FORBIDDEN` for an access token, and for an operator who acts for the account: what outlasts his
 * visit, as a password, a token or a webhook, and what takes the account's money is the owner's alone.
 */
export function requireOwnSession(credential: Credential): string {
  if (credential.kind === 'accessToken')
    throw new AppError('FORBIDDEN', 'this needs a session, not an access token');
  if (credential.operatorId !== undefined)
    throw new AppError('FORBIDDEN', 'this is for the owner alone: you act for the account');
  return credential.sessionHash;
}

/** Says that a credential is a session of the account's owner. */
export const isOwnSession = (credential: Credential): boolean =>
  credential.kind !== 'accessToken' && credential.operatorId === undefined;

/**
 * For fields that an operator's session reads of everybody, and an access token with a scope of its own account.
 *
 * @throws {AppError} `FORBIDDEN` for an access token without the scope.
 */
export function assertScope(credential: Credential, scope: Scope): void {
  if (credential.kind === 'accessToken' && !credential.scopes.includes(scope))
    throw new AppError('FORBIDDEN', `this needs the scope ${scope}`, { missingScope: scope });
}

/** @throws {AppError} `UNAUTHENTICATED` */
export function requireViewer(ctx: WithViewer): Viewer {
  if (!ctx.viewer) throw new AppError('UNAUTHENTICATED', 'a valid token is required');
  return ctx.viewer;
}
