import type { OAuthContext } from '../oauth.context';
import { grants } from '../grants';
import { type Scope, scopeNames } from '../scopes';
import { toJwk, type TokenAlgorithm } from '../tokens/token-keys';

/** Facts of this server for clients. @see RFC 8414 §2 */
export interface AuthorizationServer {
  readonly issuer: string;
  readonly scopes: readonly Scope[];
  readonly grantTypes: readonly string[];
}

export function getAuthorizationServer({ publicUrl }: OAuthContext): AuthorizationServer {
  return {
    issuer: publicUrl,
    scopes: scopeNames,
    grantTypes: [...grants.keys()],
  };
}

/**
 * A public key that verifies access tokens: of a curve with `crv`, `x` and `y`, of RSA with `n` and `e`.
 *
 * @see RFC 7517 §4, RFC 7518 §6.2.1, §6.3.1
 */
export interface VerificationKey {
  readonly kty: string;
  readonly crv: string | null;
  readonly x: string | null;
  readonly y: string | null;
  readonly n: string | null;
  readonly e: string | null;
  readonly kid: string;
  readonly alg: TokenAlgorithm;
  readonly use: string;
}

/** The keys that verify access tokens, oldest first. */
export function listVerificationKeys(ctx: OAuthContext): readonly VerificationKey[] {
  return ctx.tokenKeys.list().map(({ algorithm, keyId, publicKey }) => {
    const { kty = '', crv = null, x = null, y = null, n = null, e = null } = toJwk(publicKey);
    return { kty, crv, x, y, n, e, kid: keyId, alg: algorithm, use: 'sig' };
  });
}
