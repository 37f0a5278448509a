import type { AuthCheckerFn } from 'type-graphql';
import type { Role } from '../accounts/account';
import type { RequestContext, Viewer } from '../context';
import { AppError } from '../errors';

/**
 * Lets a field marked `@Authorized(...roles)` through for a viewer with one of the roles, or, without roles, for any
 * viewer.
 *
 * @throws {AppError} `UNAUTHENTICATED` without a viewer, `FORBIDDEN` without the role.
 */
export const checkAuthorization: AuthCheckerFn<RequestContext, Role> = ({ context }, roles) => {
  const { account } = requireViewer(context);
  if (roles.length > 0 && !roles.some((role) => account.roles.includes(role)))
    throw new AppError('FORBIDDEN', `this needs the role ${roles.join(' or ')}`);
  return true;
};

/** @throws {AppError} `UNAUTHENTICATED` */
export function requireViewer(ctx: RequestContext): Viewer {
  if (!ctx.viewer) throw new AppError('UNAUTHENTICATED', 'a valid token is required');
  return ctx.viewer;
}
