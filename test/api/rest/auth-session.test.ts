import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Account } from '../../../src/identity/accounts/account';
import { anAccount, bearer, minutes, openSession, shiftClock } from '../../identity/oauth/support';
import { send, startApp, type TestApp } from '../../support/app';

const day = minutes(24 * 60);

describe('a session', () => {
  let app: TestApp;
  let account: Account;
  beforeAll(async () => {
    app = await startApp();
    account = await anAccount(app);
  });
  const check = async (token: string, afterMs: number) =>
    shiftClock(
      app,
      afterMs,
      async () => (await send(`${app.url}/auth/check`, { headers: bearer(token) })).status,
    );

  it('contract §3: ends after 30 days without use', async () => {
    expect(await check(await openSession(app, account), 30 * day + 1_000)).toBe(401);
    expect(await check(await openSession(app, account), 30 * day - minutes(1))).toBe(200);
  });

  it('contract §3: goes on as long as it is used', async () => {
    const token = await openSession(app, account);
    for (const days of [29, 58, 87]) expect(await check(token, days * day)).toBe(200);
    expect(await check(token, 118 * day)).toBe(401);
  });

  it('is prolonged once an hour at most: reading does not write', async () => {
    const token = await openSession(app, account);
    const expiries = async () => {
      const { db } = app.ctx.accounts.models[0]!;
      const sessions = db.collection<{ expiresAt: Date }>('sessions');
      const [latest] = await sessions.find().sort({ createdAt: -1 }).limit(1).toArray();
      return latest?.expiresAt;
    };
    const before = await expiries();
    await check(token, minutes(59));
    expect(await expiries()).toEqual(before);
    await check(token, minutes(61));
    expect(await expiries()).not.toEqual(before);
  });
});
