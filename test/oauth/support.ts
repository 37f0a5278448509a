import { createAccount } from '../../src/accounts/account.service';
import type { Account, Role } from '../../src/accounts/account';
import { createClient } from '../../src/oauth/client.service';
import { type Reply, send, type TestApp } from '../support/app';

export const password = 'correct horse';
export const callback = 'https://client.example/callback';

/** A client as its developer knows it. */
export interface TestClient {
  readonly id: string;
  /** Empty for a public client. */
  readonly secret: string;
}

export interface TestClientOptions {
  readonly ownerId: string;
  readonly name?: string;
  readonly redirectUris?: readonly string[];
  readonly scopes?: readonly string[];
  readonly isPublic?: boolean;
}

let count = 0;

export async function anAccount(
  app: TestApp,
  roles: readonly Role[] = ['advertiser', 'publisher'],
): Promise<Account> {
  count += 1;
  return createAccount(app.ctx, { email: `user${count}@test.example`, password, roles });
}

export async function aClient(app: TestApp, options: TestClientOptions): Promise<TestClient> {
  const { client, secret } = await createClient(app.ctx, {
    name: 'Reports',
    redirectUris: [callback],
    scopes: ['campaign.read', 'campaign.write'],
    ...options,
  });
  return { id: client.id, secret: secret ?? '' };
}

/** Asks the token endpoint as most clients do: a form, and HTTP Basic. */
export function askToken(
  app: TestApp,
  client: TestClient,
  parameters: Readonly<Record<string, string>>,
): Promise<Reply> {
  return postForm(app, '/oauth/token', client, parameters);
}

/** Posts a form as a client: with HTTP Basic, or as a public client with `client_id`. */
export function postForm(
  app: TestApp,
  path: string,
  { id, secret }: TestClient,
  parameters: Readonly<Record<string, string>>,
): Promise<Reply> {
  const isPublic = secret === '';
  return send(`${app.url}${path}`, {
    method: 'POST',
    body: new URLSearchParams({ ...parameters, ...(isPublic && { client_id: id }) }),
    headers: isPublic ? {} : { Authorization: basic(id, secret) },
  });
}

export function basic(id: string, secret: string): string {
  const pair = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

export function bearer(token: string): { readonly Authorization: string } {
  return { Authorization: `Bearer ${token}` };
}

/** The account that a token is taken for; the status says that it is taken for none. */
export async function whoIs(app: TestApp, token: string): Promise<string | number> {
  const { status, body } = await send(`${app.url}/graphql`, {
    json: { query: '{ viewer { id } }' },
    headers: bearer(token),
  });
  if (status !== 200) return status;
  return (body.data?.viewer?.id as string | undefined) ?? 401;
}

/** The header and the claims of a JWT; nothing is verified. */
export function decodeJwt(token: string): {
  readonly header: Record<string, unknown>;
  readonly claims: Record<string, unknown>;
} {
  const [header, claims] = token
    .split('.')
    .slice(0, 2)
    .map(
      (part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>,
    );
  return { header: header!, claims: claims! };
}

/** What an error of the token endpoint looks like. */
export function isOAuthError(reply: Reply, status: number, error: string): void {
  const { body, headers } = reply;
  const got = {
    status: reply.status,
    error: body.error,
    description: typeof body.error_description,
    members: Object.keys(body as object).sort(),
    cache: headers.get('cache-control'),
  };
  const wanted = {
    status,
    error,
    description: 'string',
    members: ['error', 'error_description'],
    cache: 'no-store',
  };
  if (JSON.stringify(got) !== JSON.stringify(wanted))
    throw new Error(
      `expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}: ${JSON.stringify(body)}`,
    );
}
