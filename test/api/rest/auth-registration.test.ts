import { beforeAll, describe, expect, it } from '@jest/globals';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { send, startApp, type TestApp } from '../../support/app';
import { startMailApp } from '../../support/mail-app';
import { linkOf, type SmtpServer, tokenOf } from '../../support/smtp-server';

const password = 'correct horse';

let app: TestApp;
let smtp: SmtpServer;
beforeAll(async () => {
  ({ app, smtp } = await startMailApp({ ADGATE_REGISTRATION: '1' }));
});

const register = (user: unknown, uri: unknown = '/panel/activate') =>
  send(`${app.url}/auth/register`, { json: { user, uri } });
const activate = (
  emailConfirmToken: unknown,
  { headers = {}, ...user }: { headers?: Record<string, string>; passwordNew?: string } = {},
) =>
  send(`${app.url}/auth/email/activate`, {
    headers,
    json: { user: { emailConfirmToken, ...user } },
  });
const logIn = (email: string) => send(`${app.url}/auth/login`, { json: { email, password } });
const resend = (token: string, json: unknown = {}) =>
  send(`${app.url}/auth/email/activate/resend`, {
    json,
    headers: { Authorization: `Bearer ${token}` },
  });

/** Registers and waits for the mail. */
async function registered(email: string) {
  const before = smtp.mails.length;
  const { status, body } = await register({ email, password });
  return { status, body, mail: await smtp.received(before + 1) };
}

describe('POST /auth/register', () => {
  it('makes an advertiser and publisher whose roles count once the email is confirmed', async () => {
    const { status, body, mail } = await registered('new@reg.example');
    expect([status, body]).toEqual([201, {}]);
    expect(mail).toMatchObject({ to: 'new@reg.example', subject: 'Confirm your email address' });
    expect(linkOf(mail).href.startsWith(`${app.url}/panel/activate/`)).toBe(true);

    const session = await logIn('new@reg.example');
    expect(session.body.user).toMatchObject({
      roles: ['advertiser', 'publisher'],
      isAdvertiser: true,
      isPublisher: true,
      isAdmin: false,
      isEmailConfirmed: false,
      isConfirmed: false,
    });
    const headers = { Authorization: `Bearer ${String(session.body.apiToken)}` };
    const listTokens = async (sessionHeaders = headers) =>
      (await send(`${app.url}/auth/personal-access-tokens`, { headers: sessionHeaders })).status;
    expect(await listTokens()).toBe(403);

    const confirmed = await activate(tokenOf(mail), { headers });
    expect(confirmed.body).toMatchObject({ email: 'new@reg.example', isConfirmed: true });
    expect((await activate(tokenOf(mail))).status).toBe(403);
    expect(await listTokens()).toBe(401);
    const next = await logIn('new@reg.example');
    expect(await listTokens({ Authorization: `Bearer ${String(next.body.apiToken)}` })).toBe(200);
  });

  it('leaves nothing to whoever has registered the email of another', async () => {
    const { mail } = await registered('victim@reg.example');
    const strangers = await logIn('victim@reg.example');
    const kept = await activate(tokenOf(mail), { passwordNew: 'Victim@reg.example' });
    expect([kept.status, Object.keys(kept.body.errors)]).toEqual([422, ['user.passwordNew']]);
    const { status } = await activate(tokenOf(mail), { passwordNew: 'battery staple' });
    expect(status).toBe(200);
    expect((await logIn('victim@reg.example')).status).toBe(422);
    const headers = { Authorization: `Bearer ${String(strangers.body.apiToken)}` };
    expect((await send(`${app.url}/auth/check`, { headers })).status).toBe(401);
    const { mail: other } = await registered('silent@reg.example');
    expect((await activate(tokenOf(other))).status).toBe(200);
    expect((await logIn('silent@reg.example')).status).toBe(422);
  });

  it('answers alike for an email that has an account, and tells its owner', async () => {
    const email = 'taken@reg.example';
    await createAccount(app.ctx, { email, password: 'another one', roles: ['publisher'] });
    const { status, body, mail } = await registered(email);
    expect([status, body]).toEqual([201, {}]);
    expect(mail).toMatchObject({ to: email, subject: 'You have an account already' });
    expect((await logIn(email)).status).toBe(422);
  });

  it('makes one account when two race', async () => {
    const email = 'race@reg.example';
    const replies = await Promise.all([
      register({ email, password }),
      register({ email: 'RACE@reg.example', password }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    expect((await logIn(email)).status).toBe(200);
  });

  it.each([
    ['no user', undefined, '/p', ['user.email', 'user.password']],
    ['no email', { email: 'nobody', password }, '/p', ['user.email']],
    ['a long email', { email: `${'x'.repeat(150)}@b.example`, password }, '/p', ['user.email']],
    ['a short password', { email: 'a@b.example', password: 'short' }, '/p', ['user.password']],
    [
      'a password that everybody has',
      { email: 'a@b.example', password: 'Password123' },
      '/p',
      ['user.password'],
    ],
    [
      'the email as password',
      { email: 'a@bcdefgh.example', password: 'A@bcdefgh.example' },
      '/p',
      ['user.password'],
    ],
    ['null', { email: null, password: null }, '/p', ['user.email', 'user.password']],
    ['a page elsewhere', { email: 'a@b.example', password }, 'https://evil.example', ['uri']],
  ])('refuses %s', async (_case, user, uri, fields) => {
    const { status, body } = await register(user, uri);
    expect([status, Object.keys(body.errors)]).toEqual([422, fields]);
  });

  it('is closed unless the settings open it', async () => {
    const closed = await startApp();
    const { status } = await send(`${closed.url}/auth/register`, {
      json: { user: { email: 'a@b.example', password } },
    });
    expect(status).toBe(403);
  });

  it('needs a mail server', async () => {
    await expect(startApp({ env: { ADGATE_REGISTRATION: '1' } })).rejects.toThrow(
      'ADGATE_REGISTRATION needs ADGATE_SMTP_URL',
    );
  });
});

describe('POST /auth/email/activate', () => {
  it.each(['A'.repeat(43), '', 'x'.repeat(5_000)])('answers 403 to %j', async (token) => {
    expect((await activate(token)).status).toBe(403);
  });

  it.each([undefined, null, 5, {}])('answers 422 to %j', async (token) => {
    const { status, body } = await activate(token);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['user.emailConfirmToken']]);
  });

  it('refuses a token that sets passwords', async () => {
    const { mail } = await registered('cross@reg.example');
    const { status } = await send(`${app.url}/auth/password`, {
      method: 'PATCH',
      json: { user: { token: tokenOf(mail), passwordNew: password } },
    });
    expect(status).toBe(422);
  });
});

describe('POST /auth/email/activate/resend', () => {
  it('sends another link after 5 minutes; the use of one ends both', async () => {
    const { mail } = await registered('again@reg.example');
    const { body } = await logIn('again@reg.example');
    const early = await resend(body.apiToken);
    expect([early.status, early.headers.get('retry-after')]).toEqual([429, '300']);
    const tokens = app.ctx.mailTokens.models[0]!;
    const _id = `${String(body.user.id)}:confirmEmail`;
    await tokens.updateOne({ _id }, { $set: { createdAt: new Date(Date.now() - 301_000) } });
    const before = smtp.mails.length;
    expect((await resend(body.apiToken, { uri: '/panel/other' })).status).toBe(204);
    const second = await smtp.received(before + 1);
    expect(linkOf(second).pathname.startsWith('/panel/other/')).toBe(true);
    expect((await activate(tokenOf(mail))).status).toBe(200);
    expect((await activate(tokenOf(second))).status).toBe(403);
  });

  it('refuses a page elsewhere', async () => {
    await registered('page@reg.example');
    const { body } = await logIn('page@reg.example');
    const { status, body: error } = await resend(body.apiToken, { uri: '//evil.example' });
    expect([status, Object.keys(error.errors)]).toEqual([422, ['uri']]);
  });
});
