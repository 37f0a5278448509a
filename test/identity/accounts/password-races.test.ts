import { beforeAll, describe, expect, it } from '@jest/globals';
import { createAccount } from '../../../src/identity/accounts/account.service';
import {
  resumeAccount,
  suspendAccount,
} from '../../../src/identity/accounts/account-management.service';
import type { PasswordHasher } from '../../../src/identity/accounts/password-hasher';
import {
  createPasswordResetLink,
  resetPassword,
} from '../../../src/identity/accounts/password.service';
import { AppError } from '../../../src/errors';
import { asRequest, send, startApp, type TestApp } from '../../support/app';
import { killAtEach } from '../../support/killed-at-each';

const password = 'correct horse';
const newPassword = 'battery staple';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});

let accounts = 0;
async function anAccount() {
  accounts += 1;
  const email = `racer-${accounts}@test.example`;
  const { id } = await createAccount(app.ctx, { email, password, roles: ['publisher'] });
  return { id, email };
}

const logIn = (email: string, its = password) =>
  send(`${app.url}/auth/login`, { json: { email, password: its } });
const check = async (apiToken: string) =>
  (await send(`${app.url}/auth/check`, { headers: { Authorization: `Bearer ${apiToken}` } }))
    .status;
const change = (apiToken: string, passwordNew: string) =>
  send(`${app.url}/auth/self`, {
    method: 'PATCH',
    json: { user: { passwordOld: password, passwordNew } },
    headers: { Authorization: `Bearer ${apiToken}` },
  });
const reset = (token: string) =>
  send(`${app.url}/auth/password`, {
    method: 'PATCH',
    json: { user: { token, passwordNew: newPassword } },
  });
const sessionsOf = (accountId: string) =>
  app.ctx.sessions.models[0]!.collection.countDocuments({ accountId });
const tokenFor = async (id: string) =>
  (await createPasswordResetLink(app.ctx, id)).split('/').at(-1)!;

/** Does something after a password was found right, before anything is made of it. */
async function onceVerified<Value>(
  meanwhile: () => Promise<unknown>,
  run: () => Promise<Value>,
): Promise<Value> {
  const { passwordHasher } = app.ctx;
  const hasher: PasswordHasher = {
    hash: (text) => passwordHasher.hash(text),
    async verify(expected, text) {
      const isRight = await passwordHasher.verify(expected, text);
      Object.assign(app.ctx, { passwordHasher });
      await meanwhile();
      return isRight;
    },
  };
  Object.assign(app.ctx, { passwordHasher: hasher });
  try {
    return await run();
  } finally {
    Object.assign(app.ctx, { passwordHasher });
  }
}

describe('a password that is replaced meanwhile', () => {
  it('opens no session any more', async () => {
    const { id, email } = await anAccount();
    const token = await tokenFor(id);
    const { status } = await onceVerified(
      () => reset(token),
      () => logIn(email),
    );
    expect(status).toBe(422);
    expect((await logIn(email, newPassword)).status).toBe(200);
    expect(await sessionsOf(id)).toBe(1);
  });

  it('sets no other one: what the owner has set stays', async () => {
    const { id, email } = await anAccount();
    const { body } = await logIn(email);
    const token = await tokenFor(id);
    const reply = await onceVerified(
      () => reset(token),
      () => change(body.apiToken as string, 'a thief’s password'),
    );
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ['user.passwordOld']]);
    expect((await logIn(email, 'a thief’s password')).status).toBe(422);
    expect((await logIn(email, newPassword)).status).toBe(200);
    expect(await check(body.apiToken as string)).toBe(401);
  });

  it('of two changes at once one is refused, and its session ends', async () => {
    const { email } = await anAccount();
    const [one, other] = [await logIn(email), await logIn(email)];
    const replies = await Promise.all([
      change(one.body.apiToken as string, 'the first of two'),
      change(other.body.apiToken as string, 'the second of two'),
    ]);
    const isFirst = replies[0].status === 200;
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect([
      await check(one.body.apiToken as string),
      await check(other.body.apiToken as string),
    ]).toEqual(isFirst ? [200, 401] : [401, 200]);
    const words = isFirst ? 'the first of two' : 'the second of two';
    expect((await logIn(email, words)).status).toBe(200);
  });
});

it('a log-in that a suspension overtakes leaves no session for later', async () => {
  const { id, email } = await anAccount();
  const { status, body } = await onceVerified(
    () => suspendAccount(app.ctx, { id, reason: 'fraud' }),
    () => logIn(email),
  );
  expect([status, body.reason]).toEqual([403, 'fraud']);
  await resumeAccount(app.ctx, id);
  expect(await sessionsOf(id)).toBe(0);
});

it('a reset link works again after the server was too busy for it', async () => {
  const { id, email } = await anAccount();
  const token = await tokenFor(id);
  const { passwordHasher } = app.ctx;
  const isBusy = () => Promise.reject(new AppError('SERVICE_UNAVAILABLE', 'busy'));
  Object.assign(app.ctx, { passwordHasher: { ...passwordHasher, hash: isBusy } });
  const busy = await reset(token);
  Object.assign(app.ctx, { passwordHasher });
  expect([busy.status, (await reset(token)).status]).toEqual([503, 200]);
  expect((await logIn(email, newPassword)).status).toBe(200);
});

it('a reset that is cut off anywhere leaves nobody logged in beside the new password', async () => {
  const hashOf = async (email: string) => (await app.ctx.accounts.findLogin(email))!.passwordHash;
  const stores = ['accounts', 'sessions', 'mailTokens'] as const;
  const kills = await killAtEach(app.ctx, stores, async (kill, death) => {
    const { id, email } = await anAccount();
    await logIn(email);
    const [token, former] = [await tokenFor(id), await hashOf(email)];
    await kill((broken) => resetPassword(asRequest(broken), { token, newPassword }));
    if ((await hashOf(email)) !== former) expect([death, await sessionsOf(id)]).toEqual([death, 0]);
  });
  // Before and after each of eight calls.
  expect(kills).toBeGreaterThanOrEqual(16);
});
