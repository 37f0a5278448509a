import { beforeAll, describe, expect, it } from '@jest/globals';
import { createPasswordResetLink } from '../../src/accounts/password.service';
import { anAccount, password } from '../oauth/support';
import { send, startApp, type TestApp } from '../support/app';

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

  it('counts the addresses of one IPv6 network as one', async () => {
    const { email } = await anAccount(app);
    for (let at = 0; at < 5; at += 1)
      expect(await statusFrom(`2001:db8:1:2::${at + 1}`, email)).toBe(422);
    expect(await statusFrom('2001:db8:1:2:ffff::1', email)).toBe(429);
    expect(await statusFrom('2001:db8:1:3::1', email)).toBe(422);
  });
});
