import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import pino from 'pino';
import { createAccount } from '../../src/identity/accounts/account.service';
import type { Role } from '../../src/identity/accounts/account';
import { parseConfig } from '../../src/config';
import type { RequestContext, ServiceContext } from '../../src/api/context';
import { startGateway } from '../../src/assembly/gateway';
import { createClient } from '../../src/identity/oauth/clients/client.service';
import type { Scope } from '../../src/identity/oauth/scopes';
import { freshDatabase } from './database';
import { findUndocumented } from './documented-answers';
import { patience } from './patience';

/** A gateway on a port of its own, over a database and a data folder of its own. */
export interface TestApp {
  readonly url: string;
  readonly ctx: ServiceContext;
  /** The gateway's clock; tests put another one in its place. */
  readonly clock: { now: () => Date };
  close(): Promise<void>;
}

export interface StartAppOptions {
  /** Settings by their environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** Default: a fresh one. */
  readonly mongodbUri?: string;
  /** The gateway's clock from its start on; default: the machine's. */
  readonly now?: () => Date;
}

const started = new Set<() => Promise<void>>();
afterAll(() => Promise.all([...started].map((close) => close())));

/** Starts the real gateway; it is closed after the file's tests, if the test has not done so. */
export async function startApp(options: StartAppOptions = {}): Promise<TestApp> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'adgate-test-'));
  const config = parseConfig({
    PORT: '0',
    ADGATE_DATA_DIR: dataFolder,
    ADGATE_LOG_LEVEL: 'silent',
    ...patience,
    ...options.env,
  });
  const clock = { now: options.now ?? (() => new Date()) };
  const gateway = await startGateway(config, pino({ level: 'silent' }), {
    now: () => clock.now(),
  });
  let closing: Promise<void> | null = null;
  const close = () => {
    closing ??= gateway.close({ graceMs: 0 }).finally(() => {
      rmSync(dataFolder, { recursive: true, force: true });
    });
    return closing;
  };
  started.add(close);
  const ctx = await gateway.open(options.mongodbUri ?? (await freshDatabase()));
  return { url: gateway.url, ctx, clock, close };
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any -- whatever the server sent
}

/** Sends a request and reads the answer: JSON parsed, anything else as text. It must be as `/openapi.json` says. */
export async function send(
  url: string,
  init: RequestInit & { readonly json?: unknown } = {},
): Promise<Reply> {
  const { json, ...rest } = init;
  const headers = new Headers(rest.headers);
  if (json !== undefined) headers.set('Content-Type', 'application/json');
  const response = await fetch(url, {
    redirect: 'manual',
    ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
    ...rest,
    headers,
  });
  const text = await response.text();
  const type = response.headers.get('content-type')?.split(';')[0] ?? null;
  const isJson = type === 'application/json';
  const body: unknown = isJson && text !== '' ? JSON.parse(text) : text;
  const method = init.method ?? (json === undefined ? 'GET' : 'POST');
  // Other programs' answers have tests of their own.
  if (started.size > 0) {
    const { pathname } = new URL(url);
    const found = findUndocumented(method, pathname, { status: response.status, type, body });
    if (found !== null) throw new Error(`/openapi.json does not say that ${found}`);
  }
  return { status: response.status, headers: response.headers, body };
}

/** Sends an operation to `/graphql`, with a token or without one. */
export function sendGraphql(
  { url }: Pick<TestApp, 'url'>,
  token: string | null,
  query: string,
  variables: object = {},
): Promise<Reply> {
  return send(`${url}/graphql`, {
    json: { query, variables },
    headers: token === null ? {} : { Authorization: `Bearer ${token}` },
  });
}

/** Makes an account and logs it in. */
export async function logIn(
  app: Pick<TestApp, 'ctx' | 'url'>,
  role: Role,
  email = `${role}@test.example`,
): Promise<string> {
  const password = 'correct horse';
  await createAccount(app.ctx, { email, password, roles: [role] });
  const { body } = await send(`${app.url}/auth/login`, { json: { email, password } });
  return body.apiToken as string;
}

export interface AccessTokenOptions {
  /** Default: advertiser and publisher. */
  readonly roles?: readonly Role[];
  readonly scopes: readonly Scope[];
  /** Email of the client's owner; an account is made when there is none of this email. Default: one of its own. */
  readonly email?: string;
}

/** An access token of a client of the account's, got over HTTP. */
export async function accessToken(
  app: TestApp,
  { roles = ['advertiser', 'publisher'], scopes, email }: AccessTokenOptions,
): Promise<string> {
  const ownEmail = email ?? `${randomUUID()}@test.example`;
  const account =
    (await app.ctx.accounts.findLogin(ownEmail))?.account ??
    (await createAccount(app.ctx, { email: ownEmail, password: 'correct horse', roles }));
  const { client, secret } = await createClient(app.ctx, {
    name: 'Test',
    ownerId: account.id,
    redirectUris: [],
    scopes,
  });
  const { body } = await send(`${app.url}/oauth/token`, {
    json: { grant_type: 'client_credentials', client_id: client.id, client_secret: secret },
  });
  return body.access_token as string;
}

/** A request context without a request, for calling services directly. */
export function asRequest(ctx: ServiceContext): RequestContext {
  return Object.assign(Object.create(ctx) as ServiceContext, {
    requestId: 'test',
    gateway: { readiness: () => 'ready' as const, changesKnownUntil: () => ctx.now() },
    request: { remoteAddress: '127.0.0.1', userAgent: 'test', isHead: false, headers: {} },
    viewer: null,
  });
}
