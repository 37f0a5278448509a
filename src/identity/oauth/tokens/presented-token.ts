import type { OAuthContext } from '../oauth.context';
import { looksLikeJwt, parseAccessToken } from './access-token';
import type { AccessTokenClaims } from './known-token';
import type { RefreshToken } from '../authorizations/authorization';
import { hashSecret } from '../../../secret';

/** A token that a client asks about or gives back. Its kind shows: a hint (RFC 7009 §2.1) is not needed. */
export type PresentedToken =
  | { readonly kind: 'access'; readonly claims: AccessTokenClaims }
  | { readonly kind: 'refresh'; readonly refreshToken: RefreshToken };

/** null for a text that is not a token of ours, or has expired. Whether it was revoked is not looked at. */
export async function findPresentedToken(
  ctx: OAuthContext,
  token: string,
): Promise<PresentedToken | null> {
  if (looksLikeJwt(token)) {
    const claims = await parseAccessToken(ctx, token);
    return claims && { kind: 'access', claims };
  }
  const refreshToken = await ctx.refreshTokens.find(hashSecret(token));
  return refreshToken && refreshToken.expiresAt > ctx.now()
    ? { kind: 'refresh', refreshToken }
    : null;
}
