import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { updateCampaign } from '../../src/demand/campaigns/campaign.service';
import { accessToken, send, startApp, type TestApp } from '../support/app';
import { freshDatabase } from '../support/database';
import { anId } from '../support/events';
import { eventually } from '../support/eventually';
import { openEventStream, type ReadStream } from '../support/event-stream';
import { peakMegabytes, type Program, runProgram } from '../support/process';
import { aRunningCampaign } from '../support/verifier';

/** Of one account. */
const most = 100;
const accounts = Number(process.env['SOAK_CONNECTIONS'] ?? 1_000) / most;

interface Subscriber {
  readonly advertiserId: string;
  readonly campaignId: string;
  readonly token: string;
}

const folder = mkdtempSync(join(tmpdir(), 'adgate-slow-readers-'));
const sockets: Socket[] = [];
const subscribers: Subscriber[] = [];
let app: TestApp;
let program: Program;
let url: string;
/** Of one of them, who reads. */
let attentive: ReadStream;

beforeAll(async () => {
  const mongodbUri = await freshDatabase();
  program = runProgram('src/assembly/worker.js', {
    env: { PORT: '0', MONGODB_URI: mongodbUri, ADGATE_DATA_DIR: folder },
  });
  [, url = ''] = await program.printed(/"url":"([^"]+)","msg":"ready"/);
  app = await startApp({ mongodbUri, env: { ADGATE_PUBLIC_URL: url } });
  for (let at = 0; at < accounts; at += 1) subscribers.push(await aSubscriber(at));
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  program.kill('SIGKILL');
  await program.exited;
  rmSync(folder, { recursive: true, force: true });
});

async function aSubscriber(at: number): Promise<Subscriber> {
  const email = `slow${at}@test.example`;
  const token = await accessToken(app, { scopes: ['campaign.read'], email });
  const { id: advertiserId } = (await app.ctx.accounts.findLogin(email))!.account;
  const campaignId = anId();
  await app.ctx.campaigns.insert(aRunningCampaign({ id: campaignId, advertiserId }), 9);
  return { advertiserId, campaignId, token };
}

const queryOf = ({ campaignId }: Subscriber) =>
  `subscription { campaignServing(campaignId: "${campaignId}") { status hindrances } }`;

/** Asks, and reads nothing of the answer. */
async function subscribe(subscriber: Subscriber): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined).pause();
  sockets.push(socket);
  await once(socket, 'connect');
  const body = JSON.stringify({ query: queryOf(subscriber) });
  socket.write(
    `POST /graphql/stream HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\nAuthorization: Bearer ${subscriber.token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
}

/** All that came, to the end. */
async function textOf(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  await once(socket.resume(), 'close');
  return text;
}

async function openStreams(): Promise<number> {
  const { body } = await send(`${url}/metrics`);
  return Number(/^adgate_streams_open (\d+)$/m.exec(body as string)?.[1]);
}

async function healthMs(): Promise<number> {
  const askedAt = performance.now();
  expect((await send(`${url}/health`)).status).toBe(200);
  return performance.now() - askedAt;
}

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('a thousand subscribers that read nothing', () => {
  it('take little memory, and an account has no more than its own', async () => {
    const [first] = subscribers;
    const { token } = first!;
    const ask = () => openEventStream(url, { query: queryOf(first!), token });
    attentive = await ask();
    await attentive.next();
    const before = peakMegabytes(program);
    await Promise.all(
      subscribers.map(async (subscriber) => {
        const count = subscriber === first ? most - 1 : most;
        for (let nth = 0; nth < count; nth += 1) await subscribe(subscriber);
      }),
    );
    await eventually(async () => {
      expect(await openStreams()).toBe(accounts * most);
    }, 30_000);
    expect((peakMegabytes(program) - before) / (accounts * most)).toBeLessThan(0.15);
    expect((await (await ask()).next())?.data.errors[0].extensions.code).toBe('TOO_MANY_REQUESTS');
  });

  it('keep nobody waiting while all of them are told something', async () => {
    const before = peakMegabytes(program);
    const waits: number[] = [];
    for (const status of ['inactive', 'draft', 'inactive'] as const) {
      for (const { advertiserId, campaignId: id } of subscribers)
        await updateCampaign(app.ctx, { advertiserId, id, changes: { status } });
      let isTold = false;
      const told = attentive.next().then((next) => {
        isTold = true;
        return next?.data.data.campaignServing.status;
      });
      do waits.push(await healthMs());
      while (!isTold);
      expect(await told).toBe(status);
    }
    expect(waits.toSorted((a, b) => a - b)[waits.length >> 1]).toBeLessThan(100);
    expect((peakMegabytes(program) - before) / (accounts * most)).toBeLessThan(0.1);
    expect(await openStreams()).toBe(accounts * most);
  });

  it('do not hold up a gateway that stops, and see the end', async () => {
    program.kill('SIGTERM');
    const askedAt = performance.now();
    expect(await program.exited).toEqual({ code: 0, signal: null });
    // docs/operating.md: supervisors wait for so long.
    expect(performance.now() - askedAt).toBeLessThan(15_000);
    const told = await Promise.all(sockets.map(textOf));
    const events = told.map((text) => text.split('event: next').length - 1);
    // Nobody is told every state.
    expect(Math.min(...events)).toBeGreaterThan(1);
    // No `complete`: they ask again, at another gateway.
    expect(told.filter((text) => text.includes('event: complete'))).toEqual([]);
  });
});
