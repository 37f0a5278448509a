import type { ServiceContext } from '../context';
import { AppError } from '../errors';
import { createTokenId, signAccessToken } from './access-token';
import { personalAccessClientId } from './client';
import type { PersonalToken } from './personal-token';
import { isScope } from './scopes';

/** How long a personal access token lives, at most and by default. */
const lifetimeMs = 365 * 24 * 60 * 60 * 1000;
const maxNameLength = 255;
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
  const { accountId } = params;
  const latest = new Date(ctx.now().getTime() + lifetimeMs);
  const expiresAt = params.expiresAt ?? latest;
  const details = findProblems(params, { expiresAt, latest, now: ctx.now() });
  if (Object.keys(details).length > 0)
    throw new AppError('VALIDATION_FAILED', 'the token is not valid', { details });
  if ((await ctx.personalTokens.listOwned(accountId)).length >= maxTokens)
    throw new AppError('CONFLICT', `an account has at most ${maxTokens} personal access tokens`);
  const scopes = [...new Set(params.scopes)].filter(isScope);
  const token = await ctx.personalTokens.insert({
    id: createTokenId(ctx),
    accountId,
    name: params.name.trim(),
    scopes,
    expiresAt,
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

function findProblems(
  { name, scopes }: CreatePersonalAccessTokenParams,
  times: { readonly expiresAt: Date; readonly latest: Date; readonly now: Date },
): Record<string, string[]> {
  const details: Record<string, string[]> = {};
  if (name.trim() === '' || name.length > maxNameLength || /\p{C}/u.test(name))
    details.name = [`must have 1 to ${maxNameLength} printable characters`];
  for (const [at, scope] of scopes.entries())
    if (!isScope(scope)) details[`scopes.${at}`] = ['is no scope'];
  if (times.expiresAt <= times.now || times.expiresAt > times.latest)
    details.expiresAt = ['must be in the future, within a year'];
  return details;
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
