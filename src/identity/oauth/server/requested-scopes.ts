import { OAuthError } from '../errors';
import { isScope, type Scope } from '../scopes';

/**
 * The scopes that a request asks for, each once, in the order asked for.
 *
 * @param scope names separated by single spaces (RFC 6749 §3.3); null or empty: all that is allowed
 * @throws {OAuthError} `invalid_scope` for what does not exist or is not allowed; there is no `*`.
 */
export function narrowScopes(scope: string | null, allowed: readonly Scope[]): readonly Scope[] {
  const names = [...new Set(scope?.split(' ').filter((name) => name !== ''))];
  if (names.length === 0) return allowed;
  const scopes = names.filter(isScope).filter((name) => allowed.includes(name));
  const refused = names.filter((name) => !scopes.some((granted) => granted === name));
  if (refused.length > 0)
    throw new OAuthError('invalid_scope', `not allowed here: ${refused.join(' ').slice(0, 200)}`);
  return scopes;
}
