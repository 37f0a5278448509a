import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import pino from 'pino';
import { parseConfig } from '../../src/config';
import { startGateway } from '../../src/assembly/gateway';
import { watchGateway } from '../../src/assembly/metrics/gateway-metrics';
import {
  createMetrics,
  type MetricFigures,
  type Metrics,
  printFigures,
  startMetricsServer,
} from '../../src/http/metrics';
import { createWorkerMetrics } from '../../src/http/worker-metrics';
import { createId } from '../../src/id';
import { createWebhook, disableWebhook } from '../../src/insight/notifications/webhook.service';
import { noteBackup } from '../../src/platform/database/backup-mark';
import { openDatabase } from '../../src/platform/database/connection';
import { aMessage } from '../support/notification-access';
import { parseOpenMetrics } from '../support/open-metrics';
import { logIn, send, sendGraphql, startApp, type TestApp } from '../support/app';
import { freshDatabase } from '../support/database';
import { rowsOf } from '../docs/documents';

let app: TestApp;
let mongodbUri: string;
beforeAll(async () => {
  mongodbUri = await freshDatabase();
  app = await startApp({ mongodbUri });
});

const scrape = async () => (await send(`${app.url}/metrics`)).body as string;
const namesOf = (exposition: string) =>
  [...exposition.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name!);
const noWorkers = () => createWorkerMetrics(() => Promise.resolve({ serving: [], leaving: [] }));
const elsewhere = { 'X-Forwarded-For': '192.0.2.1' };

it('docs/metrics.md lists every metric of ours and no other', async () => {
  const documented = rowsOf(readFileSync('docs/metrics.md', 'utf8')).flatMap(
    ([cell = '']) => /^`(adgate_\w+)`$/.exec(cell)?.[1] ?? [],
  );
  const names = [
    ...namesOf(await scrape()),
    ...namesOf(await printFigures(await noWorkers().read())),
  ];
  expect(names.filter((name) => name.startsWith('adgate_')).sort()).toEqual(documented.sort());
  expect(names.filter((name) => !/^(?:adgate|process|nodejs)_/.test(name))).toEqual([]);
});

it.each([
  ['application/openmetrics-text', true],
  ['application/openmetrics-text; version=1.0.0', true],
  // Prometheus 2 and 3.
  [
    'application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1',
    true,
  ],
  [
    'application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,application/openmetrics-text;version=0.0.1;q=0.4,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.3,text/plain;version=0.0.4;q=0.2,*/*;q=0.1',
    true,
  ],
  ['text/plain;version=0.0.4', false],
  ['text/plain, application/openmetrics-text;q=0.1', false],
  ['application/openmetrics-text;q=0', false],
  ['application/openmetrics-text;q=0, */*', false],
  ['application/*', true],
  ['*/*', false],
  [undefined, false],
])('for %s the metrics are in OpenMetrics: %p', async (accept, isOpen) => {
  const headers = accept === undefined ? {} : { Accept: accept };
  const answer = await send(`${app.url}/metrics`, { headers });
  expect([answer.status, answer.headers.get('vary')]).toEqual([200, 'Accept']);
  expect(answer.headers.get('content-type')).toBe(
    isOpen
      ? 'application/openmetrics-text; version=1.0.0; charset=utf-8'
      : 'text/plain; version=0.0.4; charset=utf-8',
  );
  expect((answer.body as string).endsWith('\n# EOF\n')).toBe(isOpen);
});

it('OpenMetrics has the same samples by the same names', async () => {
  const headers = { Accept: 'application/openmetrics-text' };
  const open = (await send(`${app.url}/metrics`, { headers })).body as string;
  const { families, samples } = parseOpenMetrics(open);
  expect(families.get('adgate_http_requests')).toBe('counter');
  expect(families.get('adgate_http_request_duration_seconds')).toBe('histogram');
  // It stays so after an answer in the other format.
  const plain = await scrape();
  expect(namesOf(plain)).toContain('adgate_http_requests_total');
  const seriesOf = (exposition: string) =>
    [...exposition.matchAll(/^(adgate_[^ ]+) /gm)].map(([, series]) => series);
  const series = samples.map((sample) => sample.series).filter((one) => one.startsWith('adgate_'));
  // The first answer counted itself after it was written.
  expect(seriesOf(plain)).toEqual(expect.arrayContaining(series));
});

it('the figures of workers are in OpenMetrics, too', async () => {
  const one = createMetrics();
  const other = createMetrics();
  one.watchRoute('GET', '/a').end(200, performance.now());
  other.watchRoute('GET', '/a').end(200, performance.now());
  other.watchRoute('GET', '/b').end(404, performance.now());
  // As they come by the channel.
  const read = async (metrics: Metrics) =>
    JSON.parse(JSON.stringify(await metrics.read())) as MetricFigures;
  const serving = [await read(one), await read(other)];
  const workers = createWorkerMetrics(() => Promise.resolve({ serving, leaving: [] }));
  workers.noteRestart();
  const server = await startMetricsServer({ host: '127.0.0.1', port: 0 }, workers);
  try {
    const headers = { Accept: 'application/openmetrics-text' };
    const answer = await fetch(`http://127.0.0.1:${server.port}/metrics`, { headers });
    const { families, samples } = parseOpenMetrics(await answer.text());
    expect(families.get('adgate_worker_restarts')).toBe('counter');
    const valueOf = (series: string) => samples.find((one) => one.series === series)?.value;
    expect([
      valueOf('adgate_workers'),
      valueOf('adgate_worker_restarts_total'),
      valueOf('adgate_http_requests_total{method="GET",route="/a",status="200"}'),
      valueOf('adgate_http_requests_total{method="GET",route="/b",status="404"}'),
    ]).toEqual([2, 1, 2, 1]);
  } finally {
    server.close();
  }
});

it('the inventory is as old as the change feed is behind', async () => {
  const ageOf = (exposition: string) =>
    Number(/^adgate_inventory_age_seconds (\S+)$/m.exec(exposition)?.[1]);
  const known = app.ctx.now().getTime();
  const metrics = createMetrics();
  const changesKnownUntil = () => new Date(known - 3_600_000);
  watchGateway(app.ctx, { readiness: () => 'ready', metrics, changesKnownUntil });
  expect(ageOf(await printFigures(await metrics.read()))).toBeGreaterThanOrEqual(3_600);
  expect(ageOf(await scrape())).toBeLessThan(3_600);
});

it('webhooks lag behind the message that is due longest', async () => {
  const lag = async () =>
    Number(/^adgate_webhook_lag_seconds (.+)$/m.exec(await scrape())?.[1] ?? NaN);
  expect(await lag()).toBe(0);
  const { ctx } = app;
  const ago = (seconds: number) => new Date(ctx.now().getTime() - seconds * 1_000);
  const accountId = createId(ctx);
  const addWebhook = async () => {
    const terms = {
      campaignId: null,
      url: 'https://hooks.example/',
      kinds: ['payment.sent'] as const,
    };
    return (await createWebhook(ctx, { accountId, ...terms })).webhook.id;
  };
  const [webhookId, disabled] = [await addWebhook(), await addWebhook()];
  await disableWebhook(ctx, { accountId, id: disabled });
  const messages = [
    { id: 'msg_late', nextAttemptAt: ago(5_000) },
    { id: 'msg_later', nextAttemptAt: ago(1_000) },
    { id: 'msg_dead', nextAttemptAt: null, state: 'dead' as const },
    { id: 'msg_not_due', nextAttemptAt: ago(-1_000) },
    // Their owner wants none of these, or has deleted the webhook as they were made.
    { id: 'msg_of_disabled', nextAttemptAt: ago(9_000), webhookId: disabled },
    { id: 'msg_of_deleted', nextAttemptAt: ago(9_000), webhookId: createId(ctx) },
  ].map((message) => aMessage({ webhookId, accountId, ...message }));
  await ctx.inTransaction((session) => ctx.webhookMessages.insert(messages, session));
  const found = await lag();
  expect(found).toBeGreaterThanOrEqual(5_000);
  // However slow the machine is.
  expect(found).toBeLessThan(8_000);
});

it('verification lags behind the event that is due longest', async () => {
  const uri = await freshDatabase();
  const judging = await startApp({ mongodbUri: uri });
  const db = await openDatabase(uri);
  try {
    const lag = async () => {
      const exposition = (await send(`${judging.url}/metrics`)).body as string;
      return Number(/^adgate_verification_lag_seconds (.+)$/m.exec(exposition)?.[1]);
    };
    expect(await lag()).toBe(0);
    const dueFor = (seconds: number) => new Date(judging.ctx.now().getTime() - seconds * 1_000);
    const events = db.collection<{ _id: string; partition: number; verifyAt: Date }>('events');
    await events.insertMany([
      { _id: 'view:1', partition: 3, verifyAt: dueFor(1_000) },
      { _id: 'view:2', partition: 15, verifyAt: dueFor(5_000) },
      { _id: 'view:3', partition: 15, verifyAt: dueFor(-9_000) },
    ]);
    const found = await lag();
    expect(found).toBeGreaterThanOrEqual(5_000);
    // However slow the machine is.
    expect(found).toBeLessThan(8_000);
  } finally {
    await db.close();
    await judging.close();
  }
});

it('a backup is as old as the moment that it is of', async () => {
  const ageOf = async () => /^adgate_backup_age_seconds (.+)$/m.exec(await scrape())?.[1];
  expect(await ageOf()).toBeUndefined();
  const db = await openDatabase(mongodbUri);
  try {
    const takenAt = new Date(app.ctx.now().getTime() - 3_600_000);
    await noteBackup(db.db!, { takenAt, documents: 1 });
  } finally {
    await db.close();
  }
  expect(Number(await ageOf())).toBeGreaterThanOrEqual(3_600);
});

it('memory counts what it had and what was read for it', async () => {
  const counts = async (cache: string) => {
    const exposition = await scrape();
    return ['hit', 'miss'].map((outcome) => {
      const line = `adgate_cache_lookups_total{cache="${cache}",outcome="${outcome}"} `;
      return Number(exposition.split(line)[1]?.split('\n')[0]);
    });
  };
  const token = await logIn(app, 'advertiser', 'cached@test.example');
  const { body } = await send(`${app.url}/graphql`, {
    headers: { Authorization: `Bearer ${token}` },
    json: { query: '{ viewer { id } }' },
  });
  const [hits, misses] = await counts('accounts');
  for (let times = 0; times < 3; times += 1) await app.ctx.knownAccounts.get(body.data.viewer.id);
  expect(await counts('accounts')).toEqual([hits! + 2, misses! + 1]);

  const content = { mime: 'image/png', type: 'image', hash: 'a'.repeat(40) } as const;
  const { creativeContents } = app.ctx;
  creativeContents.set('one', { ...content, bytes: Buffer.alloc(700) }, creativeContents.age);
  creativeContents.get('one');
  creativeContents.get('another');
  expect(await counts('contents')).toEqual([1, 1]);
  expect(await scrape()).toMatch(/^adgate_cache_content_bytes 700$/m);
});

it('a request is counted by its route and its status', async () => {
  const count = async (status: number) => {
    const line = `adgate_http_requests_total{method="GET",route="/api/v2/campaigns/:id",status="${status}"} `;
    return Number((await scrape()).split(line)[1]?.split('\n')[0] ?? 0);
  };
  const before = await count(401);
  await send(`${app.url}/api/v2/campaigns/one`);
  await send(`${app.url}/api/v2/campaigns/another`);
  expect(await count(401)).toBe(before + 2);
});

it('an operation is counted by type and first field, whatever its client calls it', async () => {
  const query = 'query Mine($a: Boolean = true) { secret: viewer @include(if: $a) { id } }';
  await sendGraphql(app, null, query);
  const exposition = await scrape();
  expect(exposition).toContain('operation="query viewer",outcome="error"');
  expect(exposition).not.toContain('Mine');
});

describe.each(['/metrics', '/health/details'])('%s', (path) => {
  it('answers a program of this machine', async () => {
    expect((await send(app.url + path)).status).toBe(200);
  });

  it('answers nobody whom a proxy asks for', async () => {
    for (const name of ['Forwarded', 'Via', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Real-IP'])
      expect((await send(app.url + path, { headers: { [name]: '127.0.0.1' } })).status).toBe(401);
  });

  it('refuses a page that has its own host lead to this machine', async () => {
    const { port, hostname } = new URL(app.url);
    const statusFor = async (host: string) => {
      const asked = request({ port, hostname, path, headers: { Host: host } }).end();
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      answer.resume();
      return answer.statusCode;
    };
    for (const host of ['localhost', '127.0.0.1', '[::1]', 'LOCALHOST.', '127.8.0.1'])
      for (const named of [host, `${host}:${port}`])
        expect([named, await statusFor(named)]).toEqual([named, 200]);
    for (const host of [
      'rebound.example',
      'localhost.rebound.example',
      '127.0.0.1.rebound.example',
    ])
      for (const named of [host, `${host}:${port}`])
        expect([named, await statusFor(named)]).toEqual([named, 401]);
    expect(await statusFor('192.0.2.1')).toBe(401);
  });

  it('answers an operator, and no other user', async () => {
    const statusFor = async (token: string) => {
      const headers = { ...elsewhere, Authorization: `Bearer ${token}` };
      return (await send(app.url + path, { headers })).status;
    };
    const kind = path.slice(1).replace('/', '-');
    expect(await statusFor(await logIn(app, 'operator', `${kind}-o@test.example`))).toBe(200);
    expect(await statusFor(await logIn(app, 'advertiser', `${kind}-a@test.example`))).toBe(403);
  });

  it('can only be read', async () => {
    const { status, headers } = await send(app.url + path, { method: 'POST' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

it('the details are those that GraphQL tells an operator, with the same problems', async () => {
  const token = await logIn(app, 'operator', 'same-health@test.example');
  const ask = async () => {
    const query = '{ gatewayHealth { status problems creatives settles jobs { name failing } } }';
    const { body } = await sendGraphql(app, token, query);
    return body.data.gatewayHealth;
  };
  const told = async () => (await send(`${app.url}/health/details`)).body;
  const { jobs, ...parts } = await ask();
  const details = await told();
  expect(parts).toEqual({
    ...{ status: details.status, problems: details.problems },
    ...{ creatives: details.inventory.creatives, settles: false },
  });
  expect(jobs.map(({ name }: { name: string }) => name)).toEqual(
    details.jobs.map(({ name }: { name: string }) => name),
  );
  const { rates } = app.ctx;
  const freshUntil = jest.spyOn(rates, 'freshUntil').mockReturnValue(null);
  expect((await ask()).problems).toContain('rate_missing');
  expect((await told()).problems).toContain('rate_missing');
  freshUntil.mockRestore();
});

it('the details, GraphQL and the metrics tell how much the clock differs from the database’s', async () => {
  const { now } = app.clock;
  app.clock.now = () => new Date(Date.now() + 60_000);
  try {
    const { body } = await send(`${app.url}/health/details`);
    expect(body.clockSkewMs).toBeGreaterThan(50_000);
    expect(body.clockSkewMs).toBeLessThan(70_000);
    expect(body.problems).toContain('clock_differs');
    const [, seconds] = /^adgate_clock_skew_seconds (.+)$/m.exec(await scrape()) ?? [];
    expect(Math.round(Number(seconds) / 20)).toBe(3);
  } finally {
    app.clock.now = now;
  }
  expect((await send(`${app.url}/health/details`)).body.problems).not.toContain('clock_differs');
});

it('the details name every job, and what waits', async () => {
  const { body } = await send(`${app.url}/health/details`);
  expect(body).toMatchObject({
    status: 'ready',
    database: { up: true },
    events: { pending: 0, journalBytes: 0 },
    inventory: { changesKnownUntil: expect.stringMatching(/^\d{4}-/) },
    ledger: null,
  });
  expect(body.jobs.map(({ name }: { name: string }) => name)).toEqual(
    app.ctx.jobs.map(({ name }) => name),
  );
});

it('a gateway that starts is live before it is ready', async () => {
  const gateway = await startGateway(parseConfig({ PORT: '0' }), pino({ level: 'silent' }));
  try {
    expect((await send(`${gateway.url}/health/live`)).status).toBe(200);
    expect((await send(`${gateway.url}/health`)).status).toBe(503);
  } finally {
    await gateway.close();
  }
});

it('a port of its own shows the metrics and nothing else', async () => {
  const server = await startMetricsServer({ host: '127.0.0.1', port: 0 }, createMetrics());
  const ask = async (path: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<[number | undefined, string]>();
    get(`http://127.0.0.1:${server.port}${path}`, (res) => {
      text(res).then((body) => {
        resolve([res.statusCode, body]);
      }, reject);
    }).on('error', reject);
    return promise;
  };
  try {
    const [status, body] = await ask('/metrics');
    expect([status, namesOf(body).includes('adgate_http_requests_total')]).toEqual([200, true]);
    expect([(await ask('/metrics?a=b'))[0], (await ask('/health'))[0]]).toEqual([200, 404]);
  } finally {
    server.close();
  }
});
