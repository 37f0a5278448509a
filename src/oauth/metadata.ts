import type { ServiceContext } from '../context';
import { grants } from './grants/index';
import { type Scope, scopeNames } from './scopes';
import { toJwk, tokenAlgorithm } from './token-keys';

/** What clients need to know of this server. @see RFC 8414 §2 */
export interface AuthorizationServer {
  readonly issuer: string;
  readonly scopes: readonly Scope[];
  readonly grantTypes: readonly string[];
}

export function getAuthorizationServer({ publicUrl }: ServiceContext): AuthorizationServer {
  return {
    issuer: publicUrl,
    scopes: scopeNames,
    grantTypes: [...grants.keys()],
  };
}

/** A public key that verifies access tokens. @see RFC 7517 §4, RFC 7518 §6.2.1 */
export interface VerificationKey {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly y: string;
  readonly kid: string;
  readonly alg: string;
  readonly use: string;
}

/** The keys that verify access tokens, oldest first. */
export function listVerificationKeys(ctx: ServiceContext): readonly VerificationKey[] {
  return ctx.tokenKeys.list().map(({ keyId, publicKey }) => {
    const { kty = '', crv = '', x = '', y = '' } = toJwk(publicKey);
    return { kty, crv, x, y, kid: keyId, alg: tokenAlgorithm, use: 'sig' };
  });
}
