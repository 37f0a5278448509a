import type { ServiceContext } from '../context';
import { AppError } from '../errors';
import { assertValid } from '../validation';
import { createTokenId, signAccessToken } from './access-token';
import { personalAccessClientId } from './client';
import type { PersonalToken } from './personal-token';
import { findPersonalTokenProblems, personalTokenMs } from './personal-token-request';
import { isScope } from './scopes';

const maxTokens = 100;

export interface CreatePersonalAccessTokenParams {
  readonly accountId: string;
  readonly name: string;
  /** Names of scopes; none: a token without privileges. */
  readonly scopes: readonly string[];
  /** At most a year from now, which is the default. */
  readonly expiresAt?: Date | null;
}

/**
 * Makes an access token for a person's own program.
 *
 * @returns the token, which is not kept: it is seen this once.
 * @throws {AppError} `VALIDATION_FAILED` with every bad field, `CONFLICT` for an account with 100 tokens.
 */
export async function createPersonalAccessToken(
  ctx: ServiceContext,
  params: CreatePersonalAccessTokenParams,
): Promise<{ readonly accessToken: string; readonly token: PersonalToken }> {
  assertValid(findPersonalTokenProblems, params, ctx);
  const { accountId } = params;
  const expiresAt = params.expiresAt ?? new Date(ctx.now().getTime() + personalTokenMs);
  if ((await countTokens(ctx, accountId)) >= maxTokens) throw tooManyTokens();
  const scopes = [...new Set(params.scopes)].filter(isScope);
  const token = await ctx.personalTokens.insert({
    id: createTokenId(ctx),
    accountId,
    name: params.name.trim(),
    scopes,
    expiresAt,
  });
  // Others may have been made at the same time: whoever finds too many gives way.
  if ((await countTokens(ctx, accountId)) > maxTokens) {
    await ctx.personalTokens.revoke(token.id, ctx.now());
    throw tooManyTokens();
  }
  const accessToken = signAccessToken(ctx, token.id, {
    accountId,
    clientId: personalAccessClientId,
    scopes,
    authorizationId: null,
    lifetimeSeconds: Math.floor((expiresAt.getTime() - ctx.now().getTime()) / 1000),
  });
  return { accessToken, token };
}

async function countTokens(ctx: ServiceContext, accountId: string): Promise<number> {
  return (await ctx.personalTokens.listOwned(accountId)).length;
}

function tooManyTokens(): AppError {
  return new AppError('CONFLICT', `an account has at most ${maxTokens} personal access tokens`);
}

/** An account's tokens, oldest first, without those that are revoked or have expired. */
export async function listPersonalAccessTokens(
  ctx: ServiceContext,
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
  ctx: ServiceContext,
  { accountId, id }: { readonly accountId: string; readonly id: string },
): Promise<void> {
  if (!(await ctx.personalTokens.revokeOwned(accountId, id, ctx.now())))
    throw new AppError('NOT_FOUND', 'no such personal access token');
  ctx.knownTokens.forget([id]);
}
