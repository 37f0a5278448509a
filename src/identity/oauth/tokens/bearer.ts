import { minuteMs } from '../../../time';
import { findViewer } from '../../accounts/session.service';
import type { Viewer } from '../../access/viewer';
import { looksLikeJwt, parseAccessToken } from './access-token';
import { personalAccessClientId } from '../clients/client';
import { createFreshCache } from './fresh-cache';
import type { AccessTokenClaims, KnownToken, KnownTokens } from './known-token';
import type { OAuthContext, TokenContext } from '../oauth.context';

/** Tokens whose check is remembered; each takes some 2 kB. */
const maxKnownTokens = 20_000;

/** The use of a token is noted at most once in this time. */
const noteUseEveryMs = minuteMs;

export function createKnownTokens(ctx: TokenContext): KnownTokens {
  return createFreshCache({
    load: (token) => loadToken(ctx, token),
    idsOf: ({ claims }) => [
      claims.id,
      claims.accountId,
      claims.clientId,
      claims.authorizationId,
      claims.keyId,
    ],
    // The end of the signature.
    shorten: (token) => token.slice(-43),
    maxEntries: maxKnownTokens,
    now: ctx.now,
  });
}

/**
 * The viewer behind a bearer token, an access token or an API token; null when it is unknown, expired, revoked or its
 * account suspended. A token that was seen before is answered at once, from memory that is fresh within 2 seconds.
 */
export function findBearer(
  ctx: OAuthContext,
  token: string,
): Viewer | null | Promise<Viewer | null> {
  if (!looksLikeJwt(token)) return findViewer(ctx, token);
  const known = ctx.knownTokens.get(token);
  return known instanceof Promise
    ? known.then((loaded) => viewerOf(ctx, loaded))
    : viewerOf(ctx, known);
}

function viewerOf(ctx: TokenContext, known: KnownToken | null): Viewer | null {
  return known && known.claims.expiresAt.getTime() > ctx.now().getTime() ? known.viewer : null;
}

async function loadToken(ctx: TokenContext, token: string): Promise<KnownToken | null> {
  const claims = await parseAccessToken(ctx, token);
  return claims && findKnownToken(ctx, claims);
}

/** Finds the facts of a token whose signature is right; null where the token has ended or its account is suspended. */
export async function findKnownToken(
  ctx: TokenContext,
  claims: AccessTokenClaims,
): Promise<KnownToken | null> {
  const { id, clientId, scopes, authorizationId } = claims;
  const [account, isRevoked, isIssuerLive, authorization] = await Promise.all([
    ctx.knownAccounts.get(claims.accountId),
    ctx.revocations.has(id),
    clientId === personalAccessClientId ? usePersonalToken(ctx, id) : isClientLive(ctx, clientId),
    authorizationId === null || ctx.authorizations.findById(authorizationId),
  ]);
  if (!account || account.suspendedReason !== null) return null;
  if (isRevoked || !isIssuerLive || !authorization) return null;
  const credential = { kind: 'accessToken', id, clientId, scopes, authorizationId } as const;
  return { claims, viewer: { account, credential } };
}

async function isClientLive(ctx: TokenContext, clientId: string): Promise<boolean> {
  return (await ctx.knownClients.get(clientId)) !== null;
}

/** Says that a personal token still exists, and notes its use. */
async function usePersonalToken(ctx: TokenContext, id: string): Promise<boolean> {
  const token = await ctx.personalTokens.findById(id);
  if (!token) return false;
  const now = ctx.now();
  if (now.getTime() - (token.lastUsedAt?.getTime() ?? 0) >= noteUseEveryMs)
    await ctx.personalTokens.noteUse(id, now);
  return true;
}
