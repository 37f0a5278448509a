import { createId } from '../../src/id';
import { createHash, randomBytes } from 'node:crypto';
import type { Account, Role } from '../../src/identity/accounts/account';
import type { SessionKind } from '../../src/identity/access/viewer';
import { signAccessToken } from '../../src/identity/oauth/tokens/access-token';
import { createClient } from '../../src/identity/oauth/clients/client.service';
import type { Scope } from '../../src/identity/oauth/scopes';
import { startApp, type TestApp } from './app';

/** The world of the authorisation test: a gateway, an owner, and another account of the same roles. */
export interface AccessWorld {
  readonly app: TestApp;
  /** Advertiser and publisher. */
  readonly owner: Account;
  readonly other: Account;
}

export async function startAccessWorld(): Promise<AccessWorld> {
  const app = await startApp();
  const roles: readonly Role[] = ['advertiser', 'publisher'];
  return { app, owner: await insertAccount(app, roles), other: await insertAccount(app, roles) };
}

/** An account without a password, which costs no hashing. */
export function insertAccount({ ctx }: TestApp, roles: readonly Role[]): Promise<Account> {
  const id = randomBytes(16).toString('hex');
  const email = `${id}@test.example`;
  return ctx.accounts.insert({ id, email, passwordHash: null, roles, payoutAddress: null });
}

/** An API token of a session of its own, or the id of a browser's session. */
export async function openSession(
  { ctx }: TestApp,
  account: Account,
  expiresInMs = 3_600_000,
  kind: SessionKind = 'apiToken',
) {
  const apiToken = randomBytes(32).toString('base64url');
  const createdAt = ctx.now();
  const expiresAt = new Date(createdAt.getTime() + expiresInMs);
  const hash = createHash('sha256').update(apiToken).digest('hex');
  const session = { accountId: account.id, kind, createdAt, expiresAt };
  await ctx.sessions.insert(hash, session);
  return apiToken;
}

/** An access token of a client of the account's. */
export async function signToken(
  { ctx }: TestApp,
  account: Account,
  scopes: readonly Scope[],
  lifetimeSeconds = 3_600,
) {
  const client = { name: 'Test', ownerId: account.id, redirectUris: [], scopes };
  return signAccessToken(ctx, createId(ctx), {
    accountId: account.id,
    clientId: (await createClient(ctx, client)).client.id,
    scopes,
    authorizationId: null,
    lifetimeSeconds,
  });
}

/** Reads the claims of an access token. */
export function claimsOf(token: string): { readonly jti: string; readonly client_id: string } {
  return JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
}
