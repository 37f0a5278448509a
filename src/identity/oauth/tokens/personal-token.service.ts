import type { OAuthContext } from '../oauth.context';
import { AppError, notFound } from '../../../errors';
import { createId } from '../../../id';
import { signAccessToken } from './access-token';
import { personalAccessClientId } from '../clients/client';
import type { PersonalToken } from './personal-token';
import { personalTokenMs } from './personal-token-request';
import type { Scope } from '../scopes';
import { oneByOne } from '../../../turns';

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
  const { accountId } = params;
  const expiresAt = params.expiresAt ?? new Date(ctx.now().getTime() + personalTokenMs);
  const scopes = [...new Set(params.scopes)];
  // Many at once would all find too many, and all give way.
  const token = await oneByOne(`tokens ${accountId}`, () =>
    insertOfFew(ctx, { id: createId(ctx), accountId, name: params.name, scopes, expiresAt }),
  );
  const accessToken = signAccessToken(ctx, token.id, {
    accountId,
    clientId: personalAccessClientId,
    scopes,
    authorizationId: null,
    lifetimeSeconds: Math.floor((expiresAt.getTime() - ctx.now().getTime()) / 1000),
  });
  return { accessToken, token };
}

async function insertOfFew(
  ctx: OAuthContext,
  token: Parameters<OAuthContext['personalTokens']['insert']>[0],
): Promise<PersonalToken> {
  const { accountId } = token;
  if ((await ctx.personalTokens.countOwned(accountId)) >= maxTokens) throw tooManyTokens();
  const made = await ctx.personalTokens.insert(token);
  // Another gateway may have made one at the same time: whoever finds too many gives way.
  if ((await ctx.personalTokens.countOwned(accountId)) > maxTokens) {
    await ctx.personalTokens.revoke(made.id, ctx.now());
    throw tooManyTokens();
  }
  return made;
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
