import type { OAuthContext } from '../oauth.context';
import type { Credential } from '../../access/viewer';
import { AppError, invalid, notFound } from '../../../errors';
import { authenticateClient } from '../clients/client-authentication';
import { OAuthError } from '../errors';
import { findPresentedToken } from './presented-token';
import { endAuthorization } from './refresh-tokens';
import { accessTokenSeconds } from './token-lifetimes';
import type { ClientTokenRequest } from '../server/token-request';

/**
 * Ends a token of the client's: an access token alone, a refresh token with everything that came of the same
 * authorization. An unknown token, or one that has ended, is as good as ended.
 *
 * @throws {OAuthError} `invalid_client`, or `invalid_grant` for another client's token.
 * @see RFC 7009 §2
 */
export async function revokeToken(ctx: OAuthContext, request: ClientTokenRequest): Promise<void> {
  const client = await authenticateClient(ctx, request);
  if (request.token === null) throw new OAuthError('invalid_request', 'token is required');
  const presented = await findPresentedToken(ctx, request.token);
  if (!presented) return;
  const { clientId } = presented.kind === 'access' ? presented.claims : presented.refreshToken;
  if (clientId !== client.id)
    throw new OAuthError('invalid_grant', 'the token was issued to another client');
  if (presented.kind === 'refresh')
    await endAuthorization(ctx, presented.refreshToken.authorizationId);
  else await endAccessToken(ctx, presented.claims.id, presented.claims.expiresAt);
}

async function endAccessToken(ctx: OAuthContext, id: string, expiresAt: Date): Promise<void> {
  await ctx.revocations.insert(id, expiresAt);
  ctx.knownTokens.forget([id]);
}

/**
 * Ends an access token, also a personal one, or an authorization, by its id: the operator's way, who sees no tokens.
 * Access tokens are not stored, so an id that no token has is taken like any other.
 *
 * @param id `jti` or `grant_id` of the token, 32 hex digits
 * @throws {AppError} `VALIDATION_FAILED` for anything but an id.
 */
export async function revokeTokenById(ctx: OAuthContext, id: string): Promise<void> {
  if (!/^[0-9a-f]{32}$/.test(id)) throw invalid({ id: ['must have 32 hex digits'] });
  if (!(await ctx.personalTokens.revoke(id, ctx.now())))
    await ctx.revocations.insert(id, longestExpiry(ctx));
  await endAuthorization(ctx, id);
}

/**
 * Ends the access token that a request came with, and everything else that came of the same authorization.
 *
 * @throws {AppError} `NOT_FOUND` for any other token's id, `FORBIDDEN` in a session.
 */
export async function revokeOwnToken(
  ctx: OAuthContext,
  { id, credential }: { readonly id: string; readonly credential: Credential },
): Promise<void> {
  if (credential.kind !== 'accessToken')
    throw new AppError('FORBIDDEN', 'this needs an access token');
  if (id !== credential.id) throw notFound('token', id);
  if (credential.authorizationId !== null) await endAuthorization(ctx, credential.authorizationId);
  else await revokeTokenById(ctx, id);
}

/** When no access token of a client's that exists now can be valid any more. */
function longestExpiry(ctx: OAuthContext): Date {
  return new Date(ctx.now().getTime() + 2 * accessTokenSeconds * 1000);
}
