import { createHmac } from 'node:crypto';
import type { ServiceContext } from '../context';
import { createSecret, hashSecret } from '../secret';
import { accessTokenSeconds } from './token-lifetimes';

/** Days of rest after which a client has to ask its person again. */
const refreshTokenMs = 30 * 24 * 60 * 60 * 1000;

/**
 * How long a used refresh token is answered once more, with the same successor: two processes of one client may use it
 * at once, and an answer may get lost.
 */
export const reuseGraceMs = 10_000;

interface Holder {
  readonly authorizationId: string;
  readonly clientId: string;
}

/** Makes the first refresh token of an authorization: 256 bits, base64url. */
export async function createRefreshToken(ctx: ServiceContext, holder: Holder): Promise<string> {
  const token = createSecret(ctx);
  await storeRefreshToken(ctx, token, holder);
  return token;
}

/**
 * The refresh token that follows another one. It is derived, with a key of ours: whoever uses a token at the same time
 * as somebody else gets the same successor, and there is never more than one line of tokens.
 */
export async function createSuccessor(
  ctx: ServiceContext,
  token: string,
  holder: Holder,
): Promise<string> {
  const [key] = ctx.signingKeys.refreshTokens;
  if (!key) throw new Error('the key of refresh tokens is not loaded');
  const successor = createHmac('sha256', key.secret).update(token).digest('base64url');
  await storeRefreshToken(ctx, successor, holder);
  return successor;
}

async function storeRefreshToken(
  ctx: ServiceContext,
  token: string,
  { authorizationId, clientId }: Holder,
): Promise<void> {
  const expiresAt = new Date(ctx.now().getTime() + refreshTokenMs);
  await ctx.refreshTokens.insertOrKeep(hashSecret(token), { authorizationId, clientId, expiresAt });
  // An access token of the last minute outlives the refresh token that it came with.
  const outlives = new Date(expiresAt.getTime() + 2 * accessTokenSeconds * 1000);
  await ctx.authorizations.extend(authorizationId, outlives);
}

/** Ends an authorization with all tokens that came of it, on every process within 2 seconds. */
export async function endAuthorization(ctx: ServiceContext, id: string): Promise<void> {
  await ctx.authorizations.revoke(id, ctx.now());
  ctx.knownTokens.forget([id]);
}
