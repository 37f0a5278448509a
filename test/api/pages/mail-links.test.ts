import { beforeAll, describe, expect, it } from '@jest/globals';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { createPasswordResetLink } from '../../../src/identity/accounts/password.service';
import { send, startApp, type TestApp } from '../../support/app';
import { eventually } from '../../support/eventually';
import { startMailApp } from '../../support/mail-app';
import { linkOf, type SmtpServer } from '../../support/smtp-server';

const password = 'correct horse';

let app: TestApp;
let smtp: SmtpServer;
beforeAll(async () => {
  ({ app, smtp } = await startMailApp({ ADGATE_REGISTRATION: '1' }));
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
    expect((await send(link)).body).toContain('Yes, open my account');
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
    // The stranger who has registered another person's email is out.
    expect((await logIn(email, password)).status).toBe(422);
    for (const token of [body.apiToken as string, ...(stolen === undefined ? [] : [stolen])])
      await eventually(async () => {
        const viewer = await send(`${app.url}/graphql`, {
          headers: { Authorization: `Bearer ${token}` },
          json: { query: '{ viewer { id } }' },
        });
        expect(viewer.body.errors?.[0].extensions.code).toBe('UNAUTHENTICATED');
      });
    const invented = `${app.url}/auth/confirm-email/nonsense`;
    for (const again of [
      await submit(link, { password: 'battery staple' }),
      await send(link),
      await send(invented),
    ]) {
      expect([again.status, again.body]).toEqual([403, expect.stringContaining('any more')]);
      expect(again.body).not.toContain('name="password"');
    }
  });
});

/** Loads a page with a form, and sends it as a browser does: with the cookie and the token. */
async function fill(path: string, members: Readonly<Record<string, string>>) {
  const page = await send(`${app.url}${path}`);
  const token = /name="form_token" value="([^"]+)"/.exec(page.body)![1]!;
  const Cookie = page.headers.getSetCookie()[0]!.split(';')[0]!;
  return send(`${app.url}${path}`, {
    method: 'POST',
    headers: { Cookie },
    body: new URLSearchParams({ form_token: token, ...members }),
  });
}

describe('the page for a forgotten password', () => {
  it('sends a link, and says the same to an email without an account', async () => {
    const email = 'forgetful@mail.example';
    await createAccount(app.ctx, { email, password, roles: ['publisher'] });
    const path = '/auth/forgotten-password';
    expect((await send(`${app.url}/auth/log-in`)).body).toContain(`href="${path}"`);
    const unknown = await fill(path, { email: 'nobody@mail.example' });
    const known = await fill(path, { email });
    const told = (body: string) => body.replaceAll(/\S+@mail\.example/g, 'X');
    expect([known.status, told(known.body)]).toEqual([200, told(unknown.body)]);
    await eventually(async () => {
      expect(smtp.mails.filter(({ to }) => to.includes(email))).toHaveLength(1);
      await Promise.resolve();
    }, 30_000);
  });

  it('is not sent by another site, nor scripted by its email', async () => {
    const forged = await submit(`${app.url}/auth/forgotten-password`, { email: 'a@mail.example' });
    expect([forged.status, forged.body]).toEqual([403, expect.stringContaining('our cookie')]);
    const { body } = await fill('/auth/forgotten-password', { email: '<img src=x>@mail.example' });
    expect(body).not.toContain('<img');
  });
});

describe('the page for registration', () => {
  it('makes an account that the mail confirms', async () => {
    const email = 'new-by-page@mail.example';
    expect((await send(`${app.url}/`)).body).toContain('href="/auth/register-account"');
    const sent = await fill('/auth/register-account', { email });
    expect([sent.status, sent.body]).toEqual([200, expect.stringContaining('Look into your mail')]);
    await eventually(async () => {
      expect(smtp.mails.filter(({ to }) => to.includes(email))).toHaveLength(1);
      await Promise.resolve();
    }, 30_000);
    const account = await app.ctx.accounts.findByEmail(email);
    expect([account?.emailConfirmedAt, account?.roles]).toEqual([
      null,
      ['advertiser', 'publisher'],
    ]);
  });

  it('is named by the page for a log-in, also after one that has failed', async () => {
    const link = 'href="/auth/register-account"';
    expect((await send(`${app.url}/auth/log-in`)).body).toContain(link);
    const failed = await fill('/auth/log-in', { email: 'nobody@mail.example', password });
    expect([failed.status, failed.body]).toEqual([422, expect.stringContaining(link)]);
  });

  it.each([[{ email: 'no email' }, 'The email must be an email address.']])(
    'asks again for %j',
    async (members, problem) => {
      const { status, body } = await fill('/auth/register-account', members);
      expect([status, body]).toEqual([422, expect.stringContaining(problem)]);
      expect(body).toContain(`value="${members.email}"`);
    },
  );

  it('says so where it is closed', async () => {
    const closed = await startApp();
    const page = await send(`${closed.url}/auth/register-account`);
    expect(page.body).toContain('Registration is closed');
    for (const path of ['/', '/auth/log-in'])
      expect((await send(`${closed.url}${path}`)).body).not.toContain('register-account');
    const forgotten = await send(`${closed.url}/auth/forgotten-password`);
    expect(forgotten.body).toContain('This server sends no mail');
  });
});
