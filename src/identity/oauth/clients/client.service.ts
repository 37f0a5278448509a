import type { OAuthContext } from '../oauth.context';
import { assertNoProblems, notFound } from '../../../errors';
import { createId, toDashed } from '../../../id';
import type { Client } from './client';
import { findRedirectUriProblem } from '../authorizations/redirect-uri';
import { isScope, type Scope } from '../scopes';
import { createSecret, hashSecret } from '../../../secret';

export interface CreateClientParams {
  readonly name: string;
  /** The account that client-credentials tokens act for. */
  readonly ownerId: string;
  readonly redirectUris: readonly string[];
  /** Names of scopes, at least one. */
  readonly scopes: readonly string[];
  /** Public clients, apps in a browser or on a phone, have no secret and must use PKCE. */
  readonly isPublic?: boolean;
}

const maxRedirectUris = 20;

/**
 * Makes an OAuth client.
 *
 * @returns the client and its secret, 43 characters, null for a public one: only its hash is stored.
 * @throws {AppError} `VALIDATION_FAILED` with every bad field, `NOT_FOUND` when there is no such owner.
 */
export async function createClient(
  ctx: OAuthContext,
  params: CreateClientParams,
): Promise<{ readonly client: Client; readonly secret: string | null }> {
  const { name, ownerId, redirectUris, isPublic = false } = params;
  assertClient(params);
  if (!(await ctx.accounts.findById(ownerId))) throw notFound('account', ownerId);
  const secret = isPublic ? null : createSecret(ctx);
  const client = await ctx.clients.insert({
    id: toDashed(createId(ctx)),
    name,
    ownerId,
    secretHash: secret && hashSecret(secret),
    redirectUris: [...new Set(redirectUris)],
    scopes: toScopes(params.scopes),
  });
  return { client, secret };
}

/** @throws {AppError} `VALIDATION_FAILED` with every bad field. */
export function assertClient({
  name,
  redirectUris,
  scopes,
  isPublic = false,
}: Omit<CreateClientParams, 'ownerId'>): void {
  const details: Record<string, string[]> = {};
  if (name.trim() === '' || name.length > 255 || /\p{C}/u.test(name))
    details.name = ['must have 1 to 255 printable characters'];
  if (redirectUris.length > maxRedirectUris)
    details.redirectUris = [`must be at most ${maxRedirectUris}`];
  if (isPublic && redirectUris.length === 0)
    details.redirectUris = ['must have at least one for a public client'];
  for (const [at, uri] of redirectUris.entries()) {
    const problem = findRedirectUriProblem(uri);
    if (problem !== null) details[`redirectUris.${at}`] = [problem];
  }
  const unknown = scopes.filter((scope) => !isScope(scope));
  if (scopes.length === 0) details.scopes = ['must name at least one'];
  if (unknown.length > 0)
    details.scopes = [`must not have ${unknown.join(', ')}: there is no such scope`];
  assertNoProblems(details);
}

function toScopes(names: readonly string[]): readonly Scope[] {
  return [...new Set(names)].filter(isScope);
}

/** All clients, oldest first. */
export function listClients(ctx: OAuthContext): Promise<readonly Client[]> {
  return ctx.clients.list();
}

/** Emails of the accounts that own clients, by the accounts' ids; an account without an email is left out. */
export async function listOwnerEmails(
  ctx: OAuthContext,
  ownerIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const owners = await ctx.accounts.listByIds(ownerIds);
  return new Map(owners.flatMap(({ id, email }) => (email === null ? [] : [[id, email] as const])));
}

/**
 * Gives a client a new secret; the old one is worthless within 2 seconds. Tokens that it has go on.
 *
 * @returns the secret, 43 characters: only its hash is stored.
 * @throws {AppError} `NOT_FOUND`, also for a public client.
 */
export async function rotateClientSecret(ctx: OAuthContext, id: string): Promise<string> {
  const secret = createSecret(ctx);
  if (!(await ctx.clients.setSecretHash(id, hashSecret(secret))))
    throw notFound('confidential client', id);
  ctx.knownClients.forget([id]);
  return secret;
}

/**
 * Deletes a client; all of its tokens and codes are worthless within 2 seconds.
 *
 * @throws {AppError} `NOT_FOUND`
 */
export async function deleteClient(ctx: OAuthContext, id: string): Promise<void> {
  if (!(await ctx.clients.delete(id, ctx.now()))) throw notFound('client', id);
  ctx.knownClients.forget([id]);
  ctx.knownTokens.forget([id]);
}
