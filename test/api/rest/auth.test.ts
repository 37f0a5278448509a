import { beforeAll, describe, expect, it } from '@jest/globals';
import { createAccount } from '../../../src/identity/accounts/account.service';
import {
  resumeAccount,
  suspendAccount,
} from '../../../src/identity/accounts/account-management.service';
import { send, startApp, type TestApp } from '../../support/app';
import { freshDatabase } from '../../support/database';

const password = 'correct horse';
const corsHeaders = [
  'access-control-allow-origin',
  'access-control-allow-methods',
  'access-control-allow-headers',
];

describe('POST /auth/login', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
    await createAccount(app.ctx, { email: 'Ada@Example.org', password, roles: ['advertiser'] });
  });
  const logIn = (json: unknown) => send(`${app.url}/auth/login`, { json });
  const check = (apiToken: string) =>
    send(`${app.url}/auth/check`, { headers: { Authorization: `Bearer ${apiToken}` } });

  it('gives a token of 256 bits, of which only the hash is stored', async () => {
    const { status, body, headers } = await logIn({ email: 'ADA@example.org', password });
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      apiToken: expect.stringMatching(/^[\w-]{43}$/),
      user: {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        uuid: body.user.id,
        apiToken: body.apiToken,
        email: 'ada@example.org',
        roles: ['advertiser'],
        isAdvertiser: true,
        isPublisher: false,
        isAdmin: false,
        hasPassword: true,
        isEmailConfirmed: true,
        isConfirmed: true,
        isBanned: false,
        banReason: null,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
      },
    });
    expect(await app.ctx.sessions.find(body.apiToken, 'apiToken')).toBeNull();
    const { apiToken, ...user } = body.user;
    expect((await check(apiToken)).body).toEqual(user);
  });

  it('says the same of a wrong password and of an unknown email', async () => {
    const wrong = await logIn({ email: 'ada@example.org', password: 'wrong' });
    const unknown = await logIn({ email: 'nobody@example.org', password });
    expect(wrong.status).toBe(422);
    expect(unknown).toMatchObject({ status: 422, body: wrong.body });
  });

  it.each([
    ['nothing', {}, ['email', 'password']],
    ['numbers', { email: 1, password: 2 }, ['email', 'password']],
    ['a list', [], ['email', 'password']],
    ['null', { email: null, password }, ['email']],
  ])('refuses %s, naming every bad field', async (_case, json, fields) => {
    const { status, body } = await logIn(json);
    expect([status, Object.keys(body.errors)]).toEqual([422, fields]);
  });

  it('takes as long for an unknown email as for a known one', async () => {
    const behindProxy = await startApp({ env: { ADGATE_TRUSTED_PROXIES: '127.0.0.1' } });
    const known = 'slow@example.org';
    await createAccount(behindProxy.ctx, { email: known, password, roles: ['publisher'] });
    const times: Record<string, number[]> = { known: [], unknown: [] };
    for (let at = 0; at < 24; at += 1) {
      const kind = at % 2 === 0 ? 'known' : 'unknown';
      const startedAt = performance.now();
      await send(`${behindProxy.url}/auth/login`, {
        json: { email: kind === 'known' ? known : 'nobody@example.org', password: 'wrong' },
        headers: { 'X-Forwarded-For': `198.51.100.${at}` },
      });
      times[kind]!.push(performance.now() - startedAt);
    }
    const [one, other] = Object.values(times).map((all) => all.sort((a, b) => a - b)[3]!);
    // Without a hash to compare with the answer would come some ten times sooner.
    expect(Math.max(one!, other!) / Math.min(one!, other!)).toBeLessThan(2);
  });

  it('does not lock the owner out, however many strangers fail from wherever', async () => {
    const behindProxy = await startApp({ env: { ADGATE_TRUSTED_PROXIES: '127.0.0.1' } });
    const email = 'owner@example.org';
    await createAccount(behindProxy.ctx, { email, password, roles: ['publisher'] });
    const from = async (address: string, its: string) => {
      const headers = { 'X-Forwarded-For': address };
      const json = { email, password: its };
      return (await send(`${behindProxy.url}/auth/login`, { json, headers })).status;
    };
    expect(await from('203.0.113.1', password)).toBe(200);
    const statuses: number[] = [];
    for (let at = 0; at < 24; at += 1) statuses.push(await from(`198.51.100.${at}`, 'wrong'));
    expect(statuses).toEqual([...Array<number>(20).fill(422), ...Array<number>(4).fill(429)]);
    expect(await from('198.51.100.99', password)).toBe(429);
    expect(await from('203.0.113.1', password)).toBe(200);
  });

  it('counts the failures at all gateways together', async () => {
    const mongodbUri = await freshDatabase();
    const gateways = [await startApp({ mongodbUri }), await startApp({ mongodbUri })];
    const statuses: number[] = [];
    for (let at = 0; at < 6; at += 1)
      statuses.push(
        (
          await send(`${gateways[at % 2]!.url}/auth/login`, {
            json: { email: 'both@example.org', password: 'wrong' },
          })
        ).status,
      );
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });

  it('stops guessing after five failures, of unknown emails alike', async () => {
    for (const email of ['guess@example.org', 'ada@example.org']) {
      if (email !== 'guess@example.org')
        await createAccount(app.ctx, { email: 'bob@example.org', password, roles: ['publisher'] });
      const victim = email === 'guess@example.org' ? email : 'bob@example.org';
      for (let at = 0; at < 5; at += 1)
        expect((await logIn({ email: victim, password: 'wrong' })).status).toBe(422);
      const { status, headers } = await logIn({ email: victim, password });
      expect(status).toBe(429);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  it('counts guesses that are made at once', async () => {
    await createAccount(app.ctx, { email: 'eve@example.org', password, roles: ['publisher'] });
    const guesses = Array.from({ length: 20 }, () =>
      logIn({ email: 'eve@example.org', password: 'wrong' }),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 422)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  });

  it('tells a suspended user who gives the right password why', async () => {
    const credentials = { email: 'mallory@example.org', password };
    const { id } = await createAccount(app.ctx, { ...credentials, roles: ['publisher'] });
    await suspendAccount(app.ctx, { id, reason: 'fraud' });
    const { status, body } = await logIn(credentials);
    expect([status, body.reason]).toEqual([403, 'fraud']);
    expect((await logIn({ ...credentials, password: 'wrong' })).status).toBe(422);
    await resumeAccount(app.ctx, id);
    expect((await logIn(credentials)).status).toBe(200);
  });

  it('ends the sessions of an account that is suspended, for good', async () => {
    const credentials = { email: 'trent@example.org', password };
    const { id } = await createAccount(app.ctx, { ...credentials, roles: ['publisher'] });
    const { body } = await logIn(credentials);
    await suspendAccount(app.ctx, { id, reason: 'fraud' });
    expect((await check(body.apiToken)).status).toBe(401);
    await resumeAccount(app.ctx, id);
    expect((await check(body.apiToken)).status).toBe(401);
  });

  it.each(['GET', 'POST'])(
    '%s /auth/logout ends the session, and only that one',
    async (method) => {
      const credentials = { email: 'ada@example.org', password };
      const [one, two] = [await logIn(credentials), await logIn(credentials)];
      const headers = { Authorization: `Bearer ${String(one.body.apiToken)}` };
      expect((await send(`${app.url}/auth/logout`, { method, headers })).status).toBe(204);
      expect((await check(one.body.apiToken)).status).toBe(401);
      expect((await check(two.body.apiToken)).status).toBe(200);
    },
  );

  it.each(['', 'Bearer', 'Bearer nonsense', `Bearer ${'x'.repeat(4_000)}`])(
    'answers 401 with WWW-Authenticate to the authorization %j',
    async (authorization) => {
      const headers = { Authorization: authorization };
      const reply = await send(`${app.url}/auth/check`, { headers });
      expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    },
  );

  it.each(['/auth/login', '/graphql'])(
    'lets only listed origins read the answers of %s',
    async (path) => {
      const other = await startApp({ env: { ADGATE_ALLOWED_ORIGINS: 'https://panel.example' } });
      const preflight = async (Origin: string) => {
        const { status, headers } = await send(`${other.url}${path}`, {
          method: 'OPTIONS',
          headers: {
            Origin,
            'Access-Control-Request-Method': 'POST',
            'Access-Control-Request-Headers': 'authorization,content-type',
          },
        });
        return [...corsHeaders.map((name) => headers.get(name)), headers.get('vary'), status];
      };
      expect(await preflight('https://panel.example')).toEqual([
        'https://panel.example',
        expect.stringMatching(/\bPOST\b/),
        'authorization,content-type',
        'Origin',
        204,
      ]);
      expect(await preflight('https://evil.example')).toEqual([null, null, null, 'Origin', 204]);
      const read = async (Origin: string) =>
        (await send(`${other.url}${path}`, { json: {}, headers: { Origin } })).headers.get(
          'access-control-allow-origin',
        );
      expect(await read('https://panel.example')).toBe('https://panel.example');
      expect(await read('https://evil.example')).toBeNull();
    },
  );
});
