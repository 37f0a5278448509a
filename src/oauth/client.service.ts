import { randomUUID } from 'node:crypto';
import type { ServiceContext } from '../context';
import { AppError } from '../errors';
import type { Client } from './client';
import { findRedirectUriProblem } from './redirect-uri';
import { isScope, type Scope } from './scopes';
import { createSecret, hashSecret } from '../secret';

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
  ctx: ServiceContext,
  params: CreateClientParams,
): Promise<{ readonly client: Client; readonly secret: string | null }> {
  const { name, ownerId, redirectUris, isPublic = false } = params;
  const details = findClientProblems(params);
  if (Object.keys(details).length > 0)
    throw new AppError('VALIDATION_FAILED', 'the client is not valid', { details });
  if (!(await ctx.accounts.findById(ownerId)))
    throw new AppError('NOT_FOUND', `no account ${ownerId}`);
  const secret = isPublic ? null : createSecret(ctx);
  const client = await ctx.clients.insert({
    id: randomUUID(),
    name,
    ownerId,
    secretHash: secret && hashSecret(secret),
    redirectUris: [...new Set(redirectUris)],
    scopes: toScopes(params.scopes),
  });
  return { client, secret };
}

function findClientProblems({
  name,
  redirectUris,
  scopes,
  isPublic = false,
}: CreateClientParams): Record<string, string[]> {
  const details: Record<string, string[]> = {};
  if (name.trim() === '' || name.length > 255 || /\p{C}/u.test(name))
    details.name = ['must have 1 to 255 printable characters'];
  if (redirectUris.length > maxRedirectUris)
    details.redirectUris = [`must be at most ${maxRedirectUris}`];
  if (isPublic && redirectUris.length === 0)
    details.redirectUris = ['a public client needs at least one'];
  for (const [at, uri] of redirectUris.entries()) {
    const problem = findRedirectUriProblem(uri);
    if (problem !== null) details[`redirectUris.${at}`] = [problem];
  }
  const unknown = scopes.filter((scope) => !isScope(scope));
  if (scopes.length === 0) details.scopes = ['must name at least one'];
  if (unknown.length > 0) details.scopes = [`there is no ${unknown.join(', ')}`];
  return details;
}

function toScopes(names: readonly string[]): readonly Scope[] {
  return [...new Set(names)].filter(isScope);
}

/** All clients, oldest first. */
export function listClients(ctx: ServiceContext): Promise<readonly Client[]> {
  return ctx.clients.list();
}

/**
 * Gives a client a new secret; the old one is worthless within 2 seconds. Tokens that it has go on.
 *
 * @returns the secret, 43 characters: only its hash is stored.
 * @throws {AppError} `NOT_FOUND`, also for a public client.
 */
export async function rotateClientSecret(ctx: ServiceContext, id: string): Promise<string> {
  const secret = createSecret(ctx);
  if (!(await ctx.clients.setSecretHash(id, hashSecret(secret))))
    throw new AppError('NOT_FOUND', `no client ${id} that has a secret`);
  ctx.knownClients.forget([id]);
  return secret;
}

/**
 * Deletes a client; all of its tokens and codes are worthless within 2 seconds.
 *
 * @throws {AppError} `NOT_FOUND`
 */
export async function deleteClient(ctx: ServiceContext, id: string): Promise<void> {
  if (!(await ctx.clients.delete(id, ctx.now())))
    throw new AppError('NOT_FOUND', `no client ${id}`);
  ctx.knownClients.forget([id]);
  ctx.knownTokens.forget([id]);
}
