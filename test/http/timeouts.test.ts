import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { logIn, type Reply, send, startApp, type TestApp } from '../support/app';
import { createActiveCampaign } from '../support/campaigns';
import { eventually } from '../support/eventually';
import { freshDatabase } from '../support/database';
import { type DatabaseProxy, startDatabaseProxy } from '../support/fault-proxy';
import { usualPatience } from '../support/patience';
import { undisturbedMsOf } from '../support/undisturbed';

/** Longer than a request may take, shorter than the driver waits for an answer. */
const patienceMs = 9_000;
/** Longest that an answer may take which says that the database does not answer. */
const promisedMs = 2_000;
/** So many paths are asked for at once. */
const atOnce = 10;
/** The driver finds out by the heartbeats that fail. */
const knownAfterMs = 8_000;

describe('while the database hangs', () => {
  let app: TestApp;
  let proxy: DatabaseProxy;
  let token: string;
  beforeAll(async () => {
    proxy = await startDatabaseProxy(await freshDatabase());
    app = await startApp({ mongodbUri: proxy.uri, env: usualPatience });
    token = await logIn(app, 'advertiser');
    await createActiveCampaign(app.ctx);
    await find('https://known.example');
    proxy.stall();
  });
  afterAll(async () => {
    proxy.restore();
    await app.close();
    await proxy.close();
  });

  const find = (url: string) =>
    send(`${app.url}/supply/find`, {
      json: {
        context: { iid: randomUUID(), url },
        placements: [{ id: '1', width: 300, height: 250 }],
      },
    });

  it(
    'whatever needs it is answered 503 within 2 seconds, also before the hang is known',
    async () => {
      const credentials = { email: 'a@b.example', password: 'x' };
      const headers = { Authorization: `Bearer ${token}` };
      const query = 'mutation { logIn(email: "a@b.example", password: "x") { apiToken } }';
      const requests: readonly (readonly [path: string, init: Parameters<typeof send>[1]])[] = [
        ['/auth/login', { json: credentials }],
        ['/auth/check', { headers }],
        [`/serve/x${'0'.repeat(32)}.doc`, {}],
        ['/demo/config.json', {}],
        ['/graphql', { json: { query } }],
        ['/graphql', { json: { query: '{ viewer { id } }' }, headers }],
      ];
      let replies: readonly Reply[] = [];
      const ms = await undisturbedMsOf(async () => {
        replies = await Promise.all(
          requests.map(([path, init]) =>
            send(`${app.url}${path}`, { ...init, signal: AbortSignal.timeout(patienceMs) }),
          ),
        );
      });
      expect(ms).toBeLessThan(promisedMs);
      expect(replies.map(({ body }) => isUnavailable(body))).toEqual(requests.map(() => true));
      expect(replies.map(retryAfterOf)).toEqual(requests.map(() => 2));
    },
    2 * patienceMs,
  );

  it(
    'ads go on: known placements are filled, unknown ones left out, events kept',
    async () => {
      const [known, unknown] = await Promise.all([
        find('https://known.example'),
        find('https://unknown.example'),
      ]);
      expect([known.status, known.body.data.length]).toEqual([200, 1]);
      expect([unknown.status, unknown.body]).toEqual([200, { data: [] }]);
      const view = await send(known.body.data[0].viewUrl);
      expect([view.status, view.body]).toEqual([200, { context: [] }]);
    },
    2 * patienceMs,
  );

  it('is told at /health, which stays ready for ads', async () => {
    const { status, body } = await send(`${app.url}/health`);
    const reason = 'the database is not available';
    expect([status, body]).toEqual([200, { status: 'ready', reason, exchangeRate: 'missing' }]);
  });

  it(
    'it is answered 503 within 2 seconds once the hang is known',
    async () => {
      await pause(knownAfterMs);
      const headers = { Authorization: `Bearer ${token}` };
      const credentials = { email: 'a@b.example', password: 'x' };
      for (const [path, init] of [
        ['/auth/check', { headers }],
        ['/auth/login', { json: credentials }],
      ] as const) {
        const ms = await undisturbedMsOf(async () => {
          const { status, headers: its } = await send(`${app.url}${path}`, init);
          expect([status, Number(its.get('retry-after')) > 0]).toEqual([503, true]);
        });
        expect(ms).toBeLessThan(promisedMs);
      }
    },
    2 * patienceMs,
  );
});

describe('the first request after the database began to hang', () => {
  let app: TestApp;
  let proxy: DatabaseProxy;
  let headers: Readonly<Record<string, string>>;
  beforeAll(async () => {
    proxy = await startDatabaseProxy(await freshDatabase());
    app = await startApp({ mongodbUri: proxy.uri, env: usualPatience });
    // Through a proxy: who asks for operators' paths from this machine is not looked for.
    headers = { Authorization: `Bearer ${await logIn(app, 'operator')}`, Via: '1.1 proxy.example' };
  });
  afterAll(async () => {
    proxy.restore();
    await app.close();
    await proxy.close();
  });

  const query = '{ viewer { id } }';
  const cases: readonly (readonly [path: string, init: Parameters<typeof send>[1]])[] = [
    ['/api/v2/campaigns', {}],
    ['/graphql', { json: { query } }],
    ['/graphql/stream', { json: { query } }],
    ['/api/journal.csv', {}],
    ['/auth/authorize', {}],
    ['/health/details', {}],
    ['/peer/view/x', {}],
  ];
  it.each(cases)('%s: 503 within 2 seconds', async (path, init) => {
    const ask = () => send(`${app.url}${path}`, { ...init, headers });
    // The connections that the driver has are free.
    await Promise.all(Array.from({ length: 8 }, ask));
    proxy.stall();
    const ms = await undisturbedMsOf(async () => {
      expect((await ask()).status).toBe(503);
    });
    proxy.restore();
    expect(ms).toBeLessThan(promisedMs);
    await eventually(async () => expect((await ask()).status).not.toBe(503), patienceMs);
  });

  it('whatever can be read is answered within 2 seconds', async () => {
    const { body: documentation } = await send(`${app.url}/openapi.json`);
    const paths = Object.entries(documentation.paths as Record<string, object>)
      .filter(([, operations]) => 'get' in operations)
      .map(([path]) => path.replace(/\{\w+\}/g, 'x'));
    expect(paths.length).toBeGreaterThan(40);
    // Some at a time: this process asks and answers, and all of them at once would measure its CPU.
    for (let at = 0; at < paths.length; at += atOnce) {
      const some = paths.slice(at, at + atOnce);
      proxy.stall();
      const ms = await undisturbedMsOf(() =>
        // To hold an answer against the documents takes this process a while.
        Promise.all(some.map((path) => fetch(app.url + path, { headers, redirect: 'manual' }))),
      );
      proxy.restore();
      expect([some, ms < promisedMs]).toEqual([some, true]);
      const ask = () => send(`${app.url}/api/v2/campaigns`, { headers });
      await eventually(async () => expect((await ask()).status).not.toBe(503), patienceMs);
    }
  });
});

it('a database that is gone is answered 503 within 2 seconds, from the first request on', async () => {
  const proxy = await startDatabaseProxy(await freshDatabase());
  const app = await startApp({ mongodbUri: proxy.uri, env: usualPatience });
  proxy.cut();
  for (let at = 0; at < 3; at += 1) {
    const ms = await undisturbedMsOf(async () => {
      const { status, headers } = await send(`${app.url}/auth/login`, {
        json: { email: 'a@b.example', password: 'x' },
      });
      expect([status, headers.get('retry-after')]).toEqual([503, '2']);
    });
    expect(ms).toBeLessThan(promisedMs);
  }
  proxy.restore();
  await app.close();
  await proxy.close();
});

/** Seconds, as the header or an error of GraphQL says. */
function retryAfterOf({ headers, body }: Reply): number {
  return Number(headers.get('retry-after') ?? body.errors?.[0].extensions.retryAfterSeconds);
}

/** A resolver's failure is told within an answer of GraphQL, unless it comes too late for one. */
function isUnavailable(body: Reply['body']): boolean {
  return body.code === 503 || body.errors?.[0].extensions.code === 'SERVICE_UNAVAILABLE';
}
