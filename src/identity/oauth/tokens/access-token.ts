import { decode, sign, verify } from 'jsonwebtoken';
import { isRecord } from '../../../record';
import type { AccessTokenClaims } from './known-token';
import type { TokenContext } from '../oauth.context';
import { isScope, type Scope } from '../scopes';
import { tokenAlgorithms } from './token-keys';

/** Longest token that is looked at; ours have about 500 characters. */
const maxTokenLength = 4_096;
/** Clocks of gateways may differ by so much. */
const clockSkewSeconds = 60;

export interface AccessTokenParams {
  readonly accountId: string;
  readonly clientId: string;
  readonly scopes: readonly Scope[];
  readonly authorizationId: string | null;
  readonly lifetimeSeconds: number;
}

/**
 * Signs an access token.
 *
 * @param id `createId` makes one
 * @see RFC 9068 §2
 */
export function signAccessToken(
  ctx: TokenContext,
  id: string,
  { accountId, clientId, scopes, authorizationId, lifetimeSeconds }: AccessTokenParams,
): string {
  const { algorithm, keyId, privateKey } = ctx.tokenKeys.signing();
  const issuedAt = Math.floor(ctx.now().getTime() / 1000);
  return sign(
    {
      iss: ctx.publicUrl,
      aud: ctx.publicUrl,
      sub: accountId,
      client_id: clientId,
      jti: id,
      iat: issuedAt,
      exp: issuedAt + lifetimeSeconds,
      scope: scopes.join(' '),
      ...(authorizationId !== null && { grant_id: authorizationId }),
    },
    privateKey,
    { algorithm, header: { alg: algorithm, typ: 'at+jwt', kid: keyId } },
  );
}

/** Says that a bearer token may be an access token: it has three parts, and no API token has three. */
export function looksLikeJwt(token: string): boolean {
  return token.includes('.');
}

/**
 * Reads the claims of a token of ours. Null for a token that this server has not signed as an access token for itself,
 * and for an expired token. Revocation is not checked here.
 *
 * @see RFC 9068 §4, RFC 8725 §3
 */
export async function parseAccessToken(
  ctx: TokenContext,
  token: string,
): Promise<AccessTokenClaims | null> {
  if (token.length > maxTokenLength) return null;
  const keyId = keyIdOf(token);
  const key = keyId === null ? null : await ctx.tokenKeys.find(keyId);
  if (!key) return null;
  try {
    const payload = verify(token, key.publicKey, {
      algorithms: [key.algorithm],
      issuer: ctx.publicUrl,
      audience: ctx.publicUrl,
      clockTimestamp: Math.floor(ctx.now().getTime() / 1000),
    });
    return toClaims(payload, key.keyId, ctx.now());
  } catch {
    // Whatever is wrong with it, it is no token of ours.
    return null;
  }
}

/** The key that a token names, when its header is one of ours. */
function keyIdOf(token: string): string | null {
  const header = decodeHeader(token);
  if (!header || header.crit !== undefined) return null;
  const { alg, kid, typ } = header;
  if (!tokenAlgorithms.some((algorithm) => algorithm === alg)) return null;
  if (typeof typ !== 'string' || !/^(application\/)?at\+jwt$/i.test(typ)) return null;
  return typeof kid === 'string' ? kid : null;
}

function decodeHeader(token: string): Readonly<Record<string, unknown>> | null {
  try {
    const decoded: unknown = decode(token, { complete: true });
    return isRecord(decoded) && isRecord(decoded.header) ? decoded.header : null;
  } catch {
    return null;
  }
}

function toClaims(payload: unknown, keyId: string, now: Date): AccessTokenClaims | null {
  if (!isRecord(payload)) return null;
  const { jti, sub, client_id: clientId, scope, iat, exp, grant_id: authorizationId } = payload;
  if (typeof jti !== 'string' || typeof sub !== 'string' || typeof clientId !== 'string')
    return null;
  if (typeof scope !== 'string' || typeof iat !== 'number' || typeof exp !== 'number') return null;
  if (iat > now.getTime() / 1000 + clockSkewSeconds) return null;
  return {
    id: jti,
    accountId: sub,
    clientId,
    scopes: scope.split(' ').filter(isScope),
    authorizationId: typeof authorizationId === 'string' ? authorizationId : null,
    keyId,
    issuedAt: new Date(iat * 1000),
    expiresAt: new Date(exp * 1000),
  };
}
