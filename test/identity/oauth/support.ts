import { createHash, randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { createAccount } from '../../../src/identity/accounts/account.service';
import type { Account, Role } from '../../../src/identity/accounts/account';
import { createClient } from '../../../src/identity/oauth/clients/client.service';
import { type Reply, send, type TestApp } from '../../support/app';
import { undisturbedMsOf } from '../../support/undisturbed';

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

/** A log-in over HTTP. */
export async function openSession(app: TestApp, { email }: Account): Promise<string> {
  const { body } = await send(`${app.url}/auth/login`, { json: { email, password } });
  return body.apiToken as string;
}

/** PKCE's two halves. @see RFC 7636 §4.1, §4.2 */
export function aVerifier(): { readonly verifier: string; readonly challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: challengeOf(verifier) };
}

export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

/** Asks the authorization endpoint as the panel does, with an API token. */
export function askAuthorization(
  app: TestApp,
  apiToken: string,
  parameters: Readonly<Record<string, string>> | readonly (readonly [string, string])[],
): Promise<Reply> {
  const query = new URLSearchParams();
  const pairs = Symbol.iterator in parameters ? parameters : Object.entries(parameters);
  for (const [name, value] of pairs) query.append(name, value);
  return send(`${app.url}/auth/authorize?${query.toString()}`, { headers: bearer(apiToken) });
}

/** Makes the parameters that an authorization request needs. */
export function requestOf(client: TestClient, redirectUri = callback): Record<string, string> {
  return { client_id: client.id, redirect_uri: redirectUri, response_type: 'code' };
}

/** The members that a redirect brings to the client's callback. */
export function callbackOf({ headers }: Reply): Record<string, string> {
  return Object.fromEntries(new URL(headers.get('location') ?? 'about:blank').searchParams);
}

export async function getCode(
  app: TestApp,
  apiToken: string,
  client: TestClient,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const reply = await askAuthorization(app, apiToken, { ...requestOf(client), ...more });
  const { code } = callbackOf(reply);
  if (code === undefined) throw new Error(`no code: ${reply.status} ${JSON.stringify(reply.body)}`);
  return code;
}

/** Redeems a code as its client should. */
export function redeem(
  app: TestApp,
  client: TestClient,
  code: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  return askToken(app, client, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: callback,
    ...more,
  });
}

export function refresh(
  app: TestApp,
  client: TestClient,
  refreshToken: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const parameters = { grant_type: 'refresh_token', refresh_token: refreshToken, ...more };
  return askToken(app, client, parameters);
}

export interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

/** The tokens of a person who has said yes. */
export async function getTokens(
  app: TestApp,
  apiToken: string,
  client: TestClient,
  more: Readonly<Record<string, string>> = {},
): Promise<Tokens> {
  const { body } = await redeem(app, client, await getCode(app, apiToken, client, more));
  return { access: body.access_token as string, refresh: body.refresh_token as string };
}

/** Lets a gateway believe that it is later, or earlier, while something runs. */
export function shiftClock<Value>(
  app: TestApp,
  ms: number,
  run: () => Promise<Value>,
): Promise<Value> {
  return withClock(app, () => new Date(Date.now() + ms), run);
}

/** Stops a gateway's clock while something runs, however long a busy machine takes for it. */
export function stopClock<Value>(app: TestApp, run: () => Promise<Value>): Promise<Value> {
  const at = Date.now();
  return withClock(app, () => new Date(at), run);
}

async function withClock<Value>(
  app: TestApp,
  clock: () => Date,
  run: () => Promise<Value>,
): Promise<Value> {
  const { now } = app.clock;
  app.clock.now = clock;
  try {
    return await run();
  } finally {
    app.clock.now = now;
  }
}

export const minutes = (count: number) => count * 60_000;

/** Suspends an account behind the gateway's back, as another process would. */
export async function suspend(app: TestApp, { id }: Account): Promise<void> {
  const accounts = app.ctx.accounts.models[0]!.db.collection<{ _id: string }>('accounts');
  const change = { suspendedReason: 'fraud', updatedAt: new Date() };
  await accounts.updateOne({ _id: id }, { $set: change });
}

/** Asks again and again until the answer is the wanted one. @returns milliseconds, as `undisturbedMsOf` measures. */
export function timeUntil(isReached: () => Promise<boolean>): Promise<number> {
  return undisturbedMsOf(async () => {
    while (!(await isReached())) await setImmediate();
  });
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

/** Expects an error of the token endpoint. */
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
