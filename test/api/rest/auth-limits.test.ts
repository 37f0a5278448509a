import { beforeAll, describe, expect, it } from '@jest/globals';
import { createPasswordResetLink } from '../../../src/identity/accounts/password.service';
import { anAccount, password } from '../../identity/oauth/support';
import { send, startApp, type TestApp } from '../../support/app';

describe('guessing', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ env: { ADGATE_TRUSTED_PROXIES: '127.0.0.1' } });
  });
  const from = (address: string, email: string | null, its = 'wrong') =>
    send(`${app.url}/auth/login`, {
      json: { email, password: its },
      headers: { 'X-Forwarded-For': address },
    });
  const statusFrom = async (...params: Parameters<typeof from>) => (await from(...params)).status;

  it('is stopped for a network that tries many emails, and for no other one', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 51 }, (_, at) => statusFrom('203.0.113.1', `x${at}@b.example`)),
    );
    expect(statuses.filter((status) => status === 422)).toHaveLength(50);
    const { status, headers } = await from('203.0.113.1', 'another@b.example');
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await statusFrom('203.0.113.2', 'another@b.example')).toBe(422);
  });

  it('a right password forgets the wrong ones before it', async () => {
    const { email } = await anAccount(app);
    for (let round = 0; round < 2; round += 1) {
      for (let at = 0; at < 4; at += 1) expect(await statusFrom('203.0.113.3', email)).toBe(422);
      expect(await statusFrom('203.0.113.3', email, password)).toBe(200);
    }
  });

  it('right log-ins that come at once are no guesses, and keep nobody else of their network out', async () => {
    const [{ email }, other] = [await anAccount(app), await anAccount(app)];
    const here = '203.0.113.31';
    for (let round = 0; round < 3; round += 1) {
      const all = Array.from({ length: 24 }, () => statusFrom(here, email, password));
      expect(await Promise.all(all)).toEqual(Array(24).fill(200));
    }
    expect(await statusFrom(here, other.email, password)).toBe(200);
  });

  it('guesses that come at once are no more than those one after the other', async () => {
    const { email } = await anAccount(app);
    const all = Array.from({ length: 24 }, () => statusFrom('203.0.113.32', email));
    const statuses = await Promise.all(all);
    expect(statuses.filter((status) => status === 422)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(19);
    // None of those that were refused has counted, and the wait that is told is that of the first failure.
    const { headers } = await from('203.0.113.32', email, password);
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(13 * 60);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
  });

  it('log-ins of an owner who travels are no guesses', async () => {
    const { email } = await anAccount(app);
    for (let at = 0; at < 22; at += 1)
      expect(await statusFrom(`198.51.100.${at}`, email, password)).toBe(200);
  });

  it('cannot keep an owner out who is nowhere at home: a link of theirs lets them in', async () => {
    const { email, id } = await anAccount(app);
    for (let at = 0; at < 21; at += 1) await from(`198.51.100.${at}`, email);
    const here = '203.0.113.4';
    expect(await statusFrom(here, email, password)).toBe(429);
    const token = (await createPasswordResetLink(app.ctx, id)).split('/').at(-1);
    const { status } = await send(`${app.url}/auth/password`, {
      method: 'PATCH',
      json: { user: { token, passwordNew: 'battery staple' } },
      headers: { 'X-Forwarded-For': here },
    });
    expect(status).toBe(200);
    expect(await statusFrom(here, email, 'battery staple')).toBe(200);
  });

  it('believes of a forwarded address only what the trusted proxy has added', async () => {
    const { email } = await anAccount(app);
    const claim = (at: number) => `192.0.2.${at}, 10.0.0.${at}, 203.0.113.5`;
    for (let at = 0; at < 5; at += 1) expect(await statusFrom(claim(at), email)).toBe(422);
    expect(await statusFrom(claim(5), email)).toBe(429);
  });

  it.each([
    ['of IPv4', (at: number) => `203.0.113.21:${40_000 + at}`, '203.0.113.21'],
    ['of IPv6', (at: number) => `[2001:db8:21::1]:${40_000 + at}`, '2001:db8:21::2'],
    ['behind two proxies', (at: number) => `203.0.113.22:${at}, 127.0.0.1:${at}`, '203.0.113.22'],
    ['that is none', (at: number) => `nonsense-${at}`, 'unknown'],
  ])('counts an address %s as one, whatever port stands behind it', async (_kind, node, other) => {
    const { email } = await anAccount(app);
    for (let at = 0; at < 5; at += 1) expect(await statusFrom(node(at), email)).toBe(422);
    expect([await statusFrom(node(5), email), await statusFrom(other, email)]).toEqual([429, 429]);
  });

  it('believes no address that a visitor claims where no proxy is trusted', async () => {
    const direct = await startApp();
    const statuses: number[] = [];
    for (let at = 0; at < 6; at += 1) {
      const address = `192.0.2.${at}`;
      const headers = {
        'X-Forwarded-For': address,
        'X-Real-IP': address,
        'True-Client-IP': address,
        Forwarded: `for=${address}`,
      };
      const json = { email: 'a@b.example', password: 'wrong' };
      statuses.push((await send(`${direct.url}/auth/login`, { json, headers })).status);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });

  it('counts all spellings of an email as one, by all ways to log in', async () => {
    const email = (await anAccount(app)).email!;
    const spellings = [email, email.toUpperCase(), ` ${email}`, `${email}\n`, `\u3000${email}`];
    for (const spelling of spellings) expect(await statusFrom('203.0.113.6', spelling)).toBe(422);
    const headers = { 'X-Forwarded-For': '203.0.113.6' };
    const query = `mutation { logIn(email: ${JSON.stringify(email)}, password: "wrong") { apiToken } }`;
    const { body } = await send(`${app.url}/graphql`, { json: { query }, headers });
    expect(body.errors[0].extensions).toEqual({
      code: 'TOO_MANY_REQUESTS',
      retryAfterSeconds: expect.any(Number),
    });
  });

  it('counts the addresses of one IPv6 network as one', async () => {
    const { email } = await anAccount(app);
    for (let at = 0; at < 5; at += 1)
      expect(await statusFrom(`2001:db8:1:2::${at + 1}`, email)).toBe(422);
    expect(await statusFrom('2001:db8:1:2:ffff::1', email)).toBe(429);
    expect(await statusFrom('2001:db8:1:3::1', email)).toBe(422);
  });
});
