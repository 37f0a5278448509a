import { randomBytes } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Connection } from 'mongoose';
import pino from 'pino';
import { parseConfig } from '../src/config';
import { createAccount } from '../src/identity/accounts/account.service';
import { createServiceContext } from '../src/assembly/service-context';
import { cpuMicroseconds, memoryMegabytes } from './support/cpu-time';
import { withDatabase } from './support/database';
import { startGatewayProcess } from './support/gateway';
import { insertOwnedCampaigns } from './support/inventory';
import { report } from './support/report';

/**
 * P21: what subscribers cost a gateway while nothing happens: accounts with a hundred streams each, half of them of
 * figures, half of whether a campaign is shown.
 */
const { values: options } = parseArgs({
  options: { streams: { type: 'string', default: '5000' } },
});
const count = Number(options.streams);
/** The most that a gateway allows by default. */
const ofAccount = 100;
const openedAtOnce = 50;
const settleMs = 5_000;
const idleMs = 20_000;

interface Subscription {
  readonly token: string;
  readonly query: string;
}

async function logIn(port: number, login: object): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(login),
  });
  // Safe: it is what the path answers.
  return ((await answer.json()) as { apiToken: string }).apiToken;
}

async function makeSubscriptions(db: Connection, port: number): Promise<readonly Subscription[]> {
  const ctx = await createServiceContext(db, parseConfig({}), {
    log: pino({ level: 'silent' }),
    publicUrl: 'http://localhost',
  });
  const from = new Date(Date.now() - 86_400_000).toISOString();
  const made: Subscription[] = [];
  for (let nth = 0; made.length < count; nth += 1) {
    const login = {
      email: `bench${nth}@adgate.example`,
      password: randomBytes(12).toString('hex'),
    };
    const { id: accountId } = await createAccount(ctx, { ...login, roles: ['advertiser'] });
    const token = await logIn(port, login);
    await insertOwnedCampaigns(db, accountId, ofAccount / 2);
    const campaigns = await ctx.campaigns.listAll({ advertiserId: accountId }, { first: 50 });
    for (const { id } of campaigns)
      for (const field of [
        `campaignFigures(campaignId: "${id}", from: "${from}") { revision figures { views cost } }`,
        `campaignServing(campaignId: "${id}") { revision status hindrances }`,
      ])
        made.push({ token, query: `subscription { ${field} }` });
  }
  return made.slice(0, count);
}

/** Resolves with the first event, and goes on reading. */
function subscribe(port: number, { token, query }: Subscription): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const sent = request({
    ...{ port, path: '/graphql/stream', method: 'POST', agent: false },
    headers: {
      Accept: 'text/event-stream',
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
    },
  });
  sent.on('error', reject);
  sent.on('response', (answer: IncomingMessage) => {
    let text = '';
    answer.on('data', (chunk: Buffer) => {
      if (text.includes('event: next')) return;
      text += chunk.toString();
      if (text.includes('"errors"')) reject(new Error(text));
      else if (text.includes('event: next')) resolve(text);
    });
    answer.on('error', reject);
  });
  sent.end(JSON.stringify({ query }));
  return promise;
}

void withDatabase(async (db, uri) => {
  const gateway = await startGatewayProcess(uri);
  const { pid, port } = gateway;
  const subscriptions = await makeSubscriptions(db, port);
  await subscribe(port, subscriptions[0]!);
  await pause(settleMs);
  const before = memoryMegabytes(pid);
  const idleCpu = async () => {
    const startedAt = [cpuMicroseconds(pid), performance.now()] as const;
    await pause(idleMs);
    return (cpuMicroseconds(pid) - startedAt[0]) / (performance.now() - startedAt[1]) / 10;
  };
  const cpuBefore = await idleCpu();
  for (let at = 1; at < subscriptions.length; at += openedAtOnce)
    await Promise.all(
      subscriptions.slice(at, at + openedAtOnce).map((one) => subscribe(port, one)),
    );
  await pause(settleMs);
  const after = memoryMegabytes(pid);
  const each = ((after - before) * 1_024) / (subscriptions.length - 1);
  report(
    `P21 memory of each of ${count} idle subscribers`,
    `${each.toFixed(0)} kB, ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB with them`,
  );
  const cpu = await idleCpu();
  report('P21b a core’s part that they take', `${(cpu - cpuBefore).toFixed(1)} %`);
  await gateway.stop();
});
