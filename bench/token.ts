import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { verify } from 'jsonwebtoken';
import type { Connection } from 'mongoose';
import pino from 'pino';
import { createAccountStore } from '../src/identity/accounts/account.store';
import { parseConfig } from '../src/config';
import type { ServiceContext } from '../src/api/context';
import { createId } from '../src/id';
import { signAccessToken } from '../src/identity/oauth/tokens/access-token';
import { findBearer } from '../src/identity/oauth/tokens/bearer';
import { createClientStore } from '../src/identity/oauth/clients/client.store';
import { hashSecret } from '../src/secret';
import { createServiceContext } from '../src/assembly/service-context';
import { againstOption, reportCpuAgainst, startRival } from './support/against';
import { anId } from './support/chance';
import { measureCpuPerRequest } from './support/cpu-per-request';
import { withDatabase } from './support/database';
import { measureEndpoint } from './support/endpoint';
import { startBaseline, startGatewayProcess } from './support/gateway';
import { startLoadGenerator, toLoadRequest } from './support/load';
import { reportCpu, reportRatio } from './support/report';
import { median } from './support/statistics';
import { chunksOf } from '../src/non-empty';

/**
 * P7: `POST /oauth/token` with client credentials, against bare node:http and Express that read the same request and
 * answer as many bytes. P7b: the same for a refresh token and for a code with its verifier, each good once, against bare
 * node:http. P8: the check of a bearer token that was seen before, against `jsonwebtoken` with a key object.
 * `--against <folder>`: P7 alone, with another checkout in the same rounds.
 */
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    window: { type: 'string', default: '1500' },
    connections: { type: 'string', default: '32' },
    checks: { type: 'string', default: '200000' },
    ...againstOption,
  },
});

const measurement = {
  rounds: Number(options.rounds),
  windowMs: Number(options.window),
  connections: Number(options.connections),
};

const client = { id: randomUUID(), secret: randomBytes(32).toString('base64url') };
const body = JSON.stringify({
  grant_type: 'client_credentials',
  client_id: client.id,
  client_secret: client.secret,
});

const redirectUri = 'https://dashboard.example/back';
const codeVerifier = randomBytes(32).toString('base64url');
/** Refreshes, and codes, that are there for each window: more than a gateway answers. */
const grantsPerWindow = measurement.windowMs * 4;
const grantCount = (measurement.rounds + 1) * grantsPerWindow + 1;

void withDatabase(main);

async function main(db: Connection, uri: string): Promise<void> {
  const accountId = await insertClient(db);
  await measureTokens(db, uri);
  if (options.against !== undefined) return;
  await measurePersonsTokens(db, uri, accountId);
  await measureCheck(db, accountId);
}

async function insertClient(db: Connection): Promise<string> {
  const id = anId();
  await createAccountStore(db, () => new Date()).insert({
    id,
    email: 'bench@test.example',
    passwordHash: null,
    roles: ['advertiser'],
    payoutAddress: null,
  });
  await createClientStore(db).insert({
    id: client.id,
    name: 'Bench',
    ownerId: id,
    secretHash: hashSecret(client.secret),
    redirectUris: [redirectUri],
    scopes: ['campaign.read', 'campaign.write'],
  });
  return id;
}

async function measureTokens(db: Connection, uri: string): Promise<void> {
  const { against } = options;
  const rival = against === undefined ? undefined : await startRival(against, db);
  const gateway = await startGatewayProcess(uri);
  try {
    const {
      endpoint,
      bare,
      express,
      rival: before,
    } = await measureEndpoint(gateway, {
      path: '/oauth/token',
      bodies: [body],
      check: assertIssued,
      rival,
      ...measurement,
    });
    reportCpu('P7 token / bare node:http', endpoint, bare);
    reportCpu('P7-express token / Express', endpoint, express);
    if (before) reportCpuAgainst('token before / token', before, endpoint);
  } finally {
    await gateway.stop();
    await rival?.stop();
  }
}

async function measurePersonsTokens(db: Connection, uri: string, accountId: string) {
  const gateway = await startGatewayProcess(uri);
  const secrets = await insertGrants(db, accountId);
  const bodiesOf = (toParams: (secret: string) => object) =>
    secrets.map((secret) =>
      JSON.stringify({ client_id: client.id, client_secret: client.secret, ...toParams(secret) }),
    );
  const refreshes = bodiesOf((token) => ({ grant_type: 'refresh_token', refresh_token: token }));
  const codes = bodiesOf((code) => ({
    ...{ grant_type: 'authorization_code', code, redirect_uri: redirectUri },
    code_verifier: codeVerifier,
  }));
  const request = (text: string) => toLoadRequest('POST', '/oauth/token', text);
  // Each is good once.
  const next = (bodies: string[]) => () => bodies.splice(0, grantsPerWindow).map(request);
  const answer = await fetch(`http://127.0.0.1:${gateway.port}/oauth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: refreshes.pop()!,
  });
  await assertIssued(answer.clone());
  const bare = await startBaseline('json', (await answer.text()).length);
  const load = startLoadGenerator();
  try {
    const [baseline, refresh, code] = await measureCpuPerRequest(
      load,
      [
        { name: 'bare', server: bare, requests: [request(codes.pop()!)], status: 200 },
        { name: 'refresh', server: gateway, requests: next(refreshes), status: 200 },
        { name: 'code', server: gateway, requests: next(codes), status: 200 },
      ],
      measurement,
    );
    reportCpu('P7b-refresh / bare node:http', refresh!, baseline!);
    reportCpu('P7b-code / bare node:http', code!, baseline!);
  } finally {
    load.stop();
    await gateway.stop();
    await bare.stop();
  }
}

/** Authorizations, each with a refresh token and a code of the same secret. @returns the secrets */
async function insertGrants(db: Connection, accountId: string): Promise<readonly string[]> {
  const now = new Date();
  const expiresAt = new Date(now.getTime() + 60 * 60 * 1000);
  const grants = Array.from({ length: grantCount }, () => {
    const secret = randomBytes(32).toString('base64url');
    const shared = { clientId: client.id, expiresAt };
    return {
      secret,
      _id: hashSecret(secret),
      authorizationId: anId(),
      shared,
    };
  });
  const insert = async (name: string, documents: readonly { readonly _id: string }[]) => {
    const collection = db.db!.collection<{ _id: string }>(name);
    for (const some of chunksOf(documents, 1_000)) await collection.insertMany(some);
  };
  await insert(
    'authorizations',
    grants.map(({ authorizationId, shared }) => ({
      ...{ _id: authorizationId, accountId, scopes: ['campaign.read'], revokedAt: null },
      ...{ ...shared, createdAt: now, updatedAt: now },
    })),
  );
  const tokens = grants.map(({ _id, authorizationId, shared }) => ({
    ...{ _id, authorizationId, usedAt: null, ...shared },
  }));
  await insert('refreshTokens', tokens);
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
  await insert(
    'authorizationCodes',
    tokens.map((token) => ({ ...token, redirectUri, codeChallenge })),
  );
  return grants.map(({ secret }) => secret);
}

async function assertIssued(answer: Response): Promise<void> {
  if (answer.status !== 200) throw new Error(`no token: ${await answer.text()}`);
}

async function measureCheck(db: Connection, accountId: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'adgate-bench-'));
  try {
    const config = parseConfig({ ADGATE_DATA_DIR: folder });
    const ctx = await createServiceContext(db, config, {
      log: pino({ level: 'silent' }),
      publicUrl: 'https://ads.example',
    });
    const token = signAccessToken(ctx, createId(ctx), {
      accountId,
      clientId: client.id,
      scopes: ['campaign.read', 'campaign.write'],
      authorizationId: null,
      lifetimeSeconds: 3_600,
    });
    if (!(await findBearer(ctx, token))) throw new Error('the token is not taken');
    const [check, plain] = checkBoth(ctx, token);
    const figures = `${check.toFixed(2)} / ${plain.toFixed(1)} µs`;
    reportRatio('P8 warm bearer check / jsonwebtoken.verify', figures, check / plain);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Microseconds of our check and of the library's, each without what it takes to read a token off the wire. */
function checkBoth(ctx: ServiceContext, token: string): readonly [number, number] {
  const wire = Buffer.from(`Bearer ${token}`);
  // As in a request, each time a text that nobody has hashed yet.
  const read = () => wire.toString('latin1', 7);
  const { publicKey } = ctx.tokenKeys.signing();
  const count = Number(options.checks);
  const rounds = Array.from({ length: Number(options.rounds) }, () => {
    const reading = timeOf(count, () => read().length > 0);
    return [
      timeOf(count, () => !(findBearer(ctx, read()) instanceof Promise)) - reading,
      timeOf(count / 100, () => typeof verify(read(), publicKey) === 'object') - reading,
    ] as const;
  });
  return [median(rounds.map(([check]) => check)), median(rounds.map(([, plain]) => plain))];
}

/** Microseconds of processor time per run: what else the machine does is not counted. */
function timeOf(count: number, run: () => boolean): number {
  const before = process.cpuUsage();
  for (let at = 0; at < count; at += 1) if (!run()) throw new Error('the token was not known');
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}
