import type { AuthCheckerFn } from 'type-graphql';
import type { Role } from '../accounts/account';
import type { RequestContext, Viewer } from '../context';
import { AppError } from '../errors';
import { type Scope, scopes } from '../oauth/scopes';

/**
 * What a field marked `@Authorized(rule)` asks of the caller: a scope and with it a role of the scope's, the operator, or a
 * session (an API token: no access token will do). Without a rule any valid token is let through.
 */
export type AccessRule = Scope | 'operator' | 'session';

export const checkAuthorization: AuthCheckerFn<RequestContext, AccessRule> = (
  { context },
  rules,
) => {
  assertAllowed(context, rules);
  return true;
};

/** @throws {AppError} `UNAUTHENTICATED` without a viewer, `FORBIDDEN` when a rule is not met. */
export function assertAllowed(context: RequestContext, rules: readonly AccessRule[]): void {
  const viewer = requireViewer(context);
  for (const rule of rules) assertMeets(viewer, rule);
}

function assertMeets({ account, credential }: Viewer, rule: AccessRule): void {
  if (account.emailConfirmedAt === null)
    throw new AppError('FORBIDDEN', 'this needs a confirmed email');
  if (rule === 'session') {
    if (credential.kind !== 'apiToken')
      throw new AppError('FORBIDDEN', 'this needs a session: an access token does not do');
    return;
  }
  const roles: readonly Role[] = rule === 'operator' ? [rule] : scopes[rule].roles;
  if (!roles.some((role) => account.roles.includes(role)))
    throw new AppError('FORBIDDEN', `this needs the role ${roles.join(' or ')}`);
  if (credential.kind === 'apiToken') return;
  if (rule === 'operator') throw new AppError('FORBIDDEN', 'this needs a session of an operator');
  if (!credential.scopes.includes(rule))
    throw new AppError('FORBIDDEN', `this needs the scope ${rule}`, { missingScope: rule });
}

/** @throws {AppError} `UNAUTHENTICATED` */
export function requireViewer(ctx: RequestContext): Viewer {
  if (!ctx.viewer) throw new AppError('UNAUTHENTICATED', 'a valid token is required');
  return ctx.viewer;
}
