import { beforeAll, describe, expect, it } from '@jest/globals';
import { createAccount } from '../../src/accounts/account.service';
import { send, startApp, type TestApp } from '../support/app';

const password = 'correct horse';

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
    const { status, body } = await logIn({ email: 'ADA@example.org', password });
    expect(status).toBe(200);
    expect(body).toEqual({
      apiToken: expect.stringMatching(/^[\w-]{43}$/),
      user: {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        uuid: body.user.id,
        email: 'ada@example.org',
        roles: ['advertiser'],
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
      },
    });
    expect(await app.ctx.accounts.findSession(body.apiToken)).toBeNull();
    expect((await check(body.apiToken)).body).toEqual(body.user);
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

  it.each(['', 'Bearer', 'Bearer nonsense', `Bearer ${'x'.repeat(5_000)}`])(
    'answers 401 with WWW-Authenticate to the authorization %j',
    async (authorization) => {
      const headers = { Authorization: authorization };
      const reply = await send(`${app.url}/auth/check`, { headers });
      expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    },
  );

  it('lets only listed origins read its answers', async () => {
    const other = await startApp({ env: { ADGATE_ALLOWED_ORIGINS: 'https://panel.example' } });
    const allowed = async (Origin: string) =>
      (await send(`${other.url}/auth/check`, { headers: { Origin } })).headers.get(
        'access-control-allow-origin',
      );
    expect(await allowed('https://panel.example')).toBe('https://panel.example');
    expect(await allowed('https://evil.example')).toBeNull();
  });
});
