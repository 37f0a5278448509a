import { beforeAll, describe, expect, it } from '@jest/globals';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { createPasswordResetLink } from '../../../src/identity/accounts/password.service';
import { send, startApp, type TestApp } from '../../support/app';
import { eventually } from '../../support/eventually';
import { linkOf, type SmtpServer, startSmtpServer } from '../../support/smtp-server';

const password = 'correct horse';

let app: TestApp;
let smtp: SmtpServer;
beforeAll(async () => {
  smtp = await startSmtpServer();
  app = await startApp({
    env: {
      ADGATE_REGISTRATION: '1',
      ADGATE_SMTP_URL: smtp.url,
      ADGATE_MAIL_FROM: 'no-reply@ads.example',
    },
  });
});

/** Sends a form as a browser without scripts does. */
const submit = (link: string, members: Readonly<Record<string, string>> = {}) =>
  send(link, { method: 'POST', body: new URLSearchParams(members) });
const logIn = async (email: string, its: string) =>
  send(`${app.url}/auth/login`, { json: { email, password: its } });

let accounts = 0;
async function aLink() {
  accounts += 1;
  const email = `link-${accounts}@mail.example`;
  const { id } = await createAccount(app.ctx, { email, password, roles: ['publisher'] });
  return { email, link: await createPasswordResetLink(app.ctx, id) };
}

describe('the page behind a link for a new password', () => {
  it('sets it, without a script and without telling its address on', async () => {
    const { email, link } = await aLink();
    expect(link).toMatch(new RegExp(`^${app.url}/auth/reset-password/[\\w-]{43}$`));
    const page = await send(link);
    expect([
      page.status,
      page.headers.get('referrer-policy'),
      page.headers.get('cache-control'),
    ]).toEqual([200, 'no-referrer', 'no-store']);
    expect(page.body).toContain('Set a new password');
    expect(page.body).not.toContain('<script');
    expect((await send(link)).status).toBe(200);
    const done = await submit(link, { password: 'battery staple' });
    expect([done.status, done.body]).toEqual([200, expect.stringContaining('password is set')]);
    expect((await logIn(email, 'battery staple')).status).toBe(200);
    expect((await logIn(email, password)).status).toBe(422);
  });

  it.each([
    ['short', 'must have 10 to 1024 characters'],
    ['', 'must have 10 to 1024 characters'],
    ['Password123', 'must not be one of the most used ones'],
  ])('asks again after the password %j', async (its, problem) => {
    const { link } = await aLink();
    const { status, body } = await submit(link, { password: its });
    expect([status, body]).toEqual([422, expect.stringContaining(problem)]);
    expect((await submit(link, { password: 'battery staple' })).status).toBe(200);
  });

  it('says that an old or an invented link does not work', async () => {
    const { link } = await aLink();
    await submit(link, { password: 'battery staple' });
    for (const its of [link, `${app.url}/auth/reset-password/nonsense`])
      for (const { status, body } of [await send(its), await submit(its, { password })])
        expect([status, body]).toEqual([422, expect.stringContaining('does not work any more')]);
  });
});

describe('the page behind a link that confirms an email', () => {
  it('confirms it when its button is pressed, and not before', async () => {
    const email = 'page@mail.example';
    await send(`${app.url}/auth/register`, { json: { user: { email, password } } });
    const link = linkOf(await smtp.received(1)).href;
    expect((await send(link)).body).toContain('Yes, confirm it');
    const { body } = await logIn(email, password);
    expect(body.user.isConfirmed).toBe(false);
    const headers = { Authorization: `Bearer ${String(body.apiToken)}` };
    const made = await send(`${app.url}/graphql`, {
      headers,
      json: {
        query: 'mutation { createPersonalAccessToken(input: { name: "a" }) { accessToken } }',
      },
    });
    const stolen = made.body.data?.createPersonalAccessToken.accessToken as string | undefined;
    expect((await submit(link)).status).toBe(422);
    const done = await submit(link, { password: 'battery staple' });
    expect([done.status, done.body]).toEqual([
      200,
      expect.stringContaining(`${email} is confirmed`),
    ]);
    expect((await logIn(email, 'battery staple')).body.user.isConfirmed).toBe(true);
    // Whoever has registered the email of another is out.
    expect((await logIn(email, password)).status).toBe(422);
    for (const token of [body.apiToken as string, ...(stolen === undefined ? [] : [stolen])])
      await eventually(async () => {
        const viewer = await send(`${app.url}/graphql`, {
          headers: { Authorization: `Bearer ${token}` },
          json: { query: '{ viewer { id } }' },
        });
        expect(viewer.body.errors?.[0].extensions.code).toBe('UNAUTHENTICATED');
      });
    const again = await submit(link, { password: 'battery staple' });
    expect([again.status, again.body]).toEqual([403, expect.stringContaining('any more')]);
  });
});
