import { createHmac } from 'node:crypto';
import { dayMs } from '../../../time';
import type { OAuthContext } from '../oauth.context';
import { createSecret, hashSecret } from '../../../secret';
import { accessTokenSeconds } from './token-lifetimes';

/** Days of rest after which a client has to ask its person again. */
const refreshTokenMs = 30 * dayMs;

/**
 * How long a used refresh token is answered once more, with the same successor: two processes of one client may use it
 * at once, and an answer may get lost.
 */
const reuseGraceMs = 10_000;

interface Holder {
  readonly authorizationId: string;
  readonly clientId: string;
}

/** Makes the first refresh token of an authorization: 256 bits, base64url. */
export async function createRefreshToken(ctx: OAuthContext, holder: Holder): Promise<string> {
  const token = createSecret(ctx);
  await storeRefreshToken(ctx, token, holder);
  return token;
}

/**
 * Spends a refresh token and returns its successor, an HMAC of the token by the key that the first use recorded.
 * Concurrent uses get the same successor, so there is one chain. Once the successor was used, it is not given again.
 *
 * @returns null for a token that was used too long ago, or whose successor was used.
 * @throws {Error} when a key is gone that may be needed again: then nothing has ended.
 */
export async function takeSuccessor(
  ctx: OAuthContext,
  token: string,
  holder: Holder,
): Promise<string | null> {
  const [first] = ctx.refreshTokenKeys;
  if (!first) throw new Error('the key of refresh tokens is not loaded');
  const now = ctx.now();
  const use = await ctx.refreshTokens.use(hashSecret(token), {
    usedAt: now,
    successorKeyId: first.keyId,
  });
  if (!use || now.getTime() - use.usedAt.getTime() > reuseGraceMs) return null;
  const keyId = use.successorKeyId ?? first.keyId;
  const key = ctx.refreshTokenKeys.find((known) => known.keyId === keyId);
  if (!key) throw new Error(`the key ${keyId} of refresh tokens is not loaded`);
  const successor = createHmac('sha256', key.secret).update(token).digest('base64url');
  // Before the first use nobody has the successor.
  if (!use.isFirst && (await ctx.refreshTokens.find(hashSecret(successor)))?.usedAt) return null;
  await storeRefreshToken(ctx, successor, holder);
  return successor;
}

async function storeRefreshToken(
  ctx: OAuthContext,
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
export async function endAuthorization(ctx: OAuthContext, id: string): Promise<void> {
  await ctx.authorizations.revoke(id, ctx.now());
  ctx.knownTokens.forget([id]);
}
