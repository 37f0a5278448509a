import type { OAuthContext } from '../oauth.context';
import {
  generateTokenKey,
  isLive,
  type TokenAlgorithm,
  tokenAlgorithms,
  type TokenKey,
  toTokenKey,
} from './token-keys';

/**
 * Makes a new key that signs from now on, on every process within 2 seconds. Older keys go on verifying until the last
 * token that they may have signed has expired.
 *
 * @param params.endsOthers whether older keys stop verifying at once, and with them every token that exists
 * @param params.algorithm default: that of the key before
 */
export async function rotateSigningKey(
  ctx: OAuthContext,
  params: { readonly endsOthers?: boolean; readonly algorithm?: TokenAlgorithm | null } = {},
): Promise<TokenKey> {
  const keys = (await ctx.tokenKeyStore.list()).map(toTokenKey);
  const algorithm = params.algorithm ?? keys.at(-1)?.algorithm ?? tokenAlgorithms[0];
  const dropped = keys.filter((key) => params.endsOthers === true || !isLive(key, ctx.now()));
  await ctx.tokenKeyStore.rotate(
    generateTokenKey(ctx.now(), algorithm),
    dropped.map(({ keyId }) => keyId),
  );
  ctx.knownTokens.forget(await ctx.tokenKeys.refresh());
  return ctx.tokenKeys.signing();
}

/** The keys that verify, oldest first; the last one signs. */
export async function listSigningKeys(ctx: OAuthContext): Promise<readonly TokenKey[]> {
  await ctx.tokenKeys.refresh();
  return ctx.tokenKeys.list();
}
