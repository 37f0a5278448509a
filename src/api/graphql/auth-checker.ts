import type { AuthCheckerFn } from 'type-graphql';
import type { RequestContext } from '../../context';
import { type AccessRule, assertAllowed } from '../../identity/access/access-rule';

/** Runs what `@Authorized` asks of the caller before a field is resolved. */
export const checkAuthorization: AuthCheckerFn<RequestContext, AccessRule> = (
  { context },
  rules,
) => {
  assertAllowed(context, rules);
  return true;
};
