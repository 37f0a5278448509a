import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { logIn, type Reply, send, startApp, type TestApp } from '../support/app';
import { freshDatabase } from '../support/database';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy';

/** Longer than a request may take, shorter than the driver waits for an answer. */
const patienceMs = 9_000;

describe('while the database hangs', () => {
  let app: TestApp;
  let proxy: FaultProxy;
  let token: string;
  beforeAll(async () => {
    const uri = new URL(await freshDatabase());
    proxy = await startFaultProxy(Number(uri.port));
    uri.port = String(proxy.port);
    uri.searchParams.set('directConnection', 'true');
    app = await startApp({ mongodbUri: uri.href });
    token = await logIn(app, 'advertiser');
    proxy.stall();
  });
  afterAll(async () => {
    proxy.restore();
    await app.close();
    await proxy.close();
  });

  it(
    'whatever needs it is answered 503 in time',
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
      const replies = await Promise.all(
        requests.map(([path, init]) =>
          send(`${app.url}${path}`, { ...init, signal: AbortSignal.timeout(patienceMs) }),
        ),
      );
      expect(replies.map(({ body }) => isUnavailable(body))).toEqual(requests.map(() => true));
    },
    2 * patienceMs,
  );
});

/** A resolver's failure is told within an answer of GraphQL, unless it comes too late for one. */
function isUnavailable(body: Reply['body']): boolean {
  return body.code === 503 || body.errors?.[0].extensions.code === 'SERVICE_UNAVAILABLE';
}
