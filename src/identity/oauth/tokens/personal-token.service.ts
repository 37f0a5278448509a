import type { OAuthContext } from '../oauth.context';
import { AppError, notFound } from '../../../errors';
import { createId } from '../../../id';
import { signAccessToken } from './access-token';
import { personalAccessClientId } from '../clients/client';
import type { PersonalToken } from './personal-token';
import { personalTokenMs } from './personal-token-request';
import type { Scope } from '../scopes';
import { insertOfFew } from '../../../platform/limits/insert-of-few';

const maxTokens = 100;

export interface CreatePersonalAccessTokenParams {
  readonly accountId: string;
  readonly name: string;
  /** None: a token without privileges. */
  readonly scopes: readonly Scope[];
  /** At most a year from now, which is the default. */
  readonly expiresAt?: Date | null;
}

/**
 * Makes an access token for a person's own program.
 *
 * @returns the token, which is not kept: it is seen this once.
 * @throws {AppError} `CONFLICT` for an account with 100 tokens.
 */
export async function createPersonalAccessToken(
  ctx: OAuthContext,
  params: CreatePersonalAccessTokenParams,
): Promise<{ readonly accessToken: string; readonly token: PersonalToken }> {
  const { accountId, name } = params;
  const expiresAt = params.expiresAt ?? new Date(ctx.now().getTime() + personalTokenMs);
  const scopes = [...new Set(params.scopes)];
  const token = await insertOfFew(`tokens ${accountId}`, {
    count: () => ctx.personalTokens.countOwned(accountId),
    most: maxTokens,
    insert: () =>
      ctx.personalTokens.insert({ id: createId(ctx), accountId, name, scopes, expiresAt }),
    remove: ({ id }) => ctx.personalTokens.revoke(id, ctx.now()),
    refusal: tooManyTokens,
  });
  const accessToken = signAccessToken(ctx, token.id, {
    accountId,
    clientId: personalAccessClientId,
    scopes,
    authorizationId: null,
    lifetimeSeconds: Math.floor((expiresAt.getTime() - ctx.now().getTime()) / 1000),
  });
  return { accessToken, token };
}

function tooManyTokens(): AppError {
  return new AppError('CONFLICT', `an account has at most ${maxTokens} personal access tokens`);
}

/** An account's tokens, oldest first, without those that are revoked or have expired. */
export async function listPersonalAccessTokens(
  ctx: OAuthContext,
  accountId: string,
): Promise<readonly PersonalToken[]> {
  const tokens = await ctx.personalTokens.listOwned(accountId);
  return tokens.filter(({ expiresAt }) => expiresAt > ctx.now());
}

/**
 * Ends a token; it is worthless on every process within 2 seconds.
 *
 * @throws {AppError} `NOT_FOUND`, also for another account's token.
 */
export async function revokePersonalAccessToken(
  ctx: OAuthContext,
  { accountId, id }: { readonly accountId: string; readonly id: string },
): Promise<void> {
  if (!(await ctx.personalTokens.revokeOwned(accountId, id, ctx.now())))
    throw notFound('personal access token', id);
  ctx.knownTokens.forget([id]);
}
