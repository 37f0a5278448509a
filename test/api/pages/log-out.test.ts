import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Account } from '../../../src/identity/accounts/account';
import { CookieBrowser, formOf } from '../../support/cookie-browser';
import {
  aClient,
  anAccount,
  bearer,
  callback,
  callbackOf,
  getCode,
  openSession,
  password,
  requestOf,
  type TestClient,
  whoIs,
} from '../../identity/oauth/support';
import { type Reply, send, startApp, type TestApp } from '../../support/app';

let app: TestApp;
let person: Account;
let other: Account;
let client: TestClient;
beforeAll(async () => {
  app = await startApp();
  [person, other] = [await anAccount(app), await anAccount(app)];
  client = await aClient(app, { ownerId: person.id });
});

const cookie = (sessionId: string) => ({ Cookie: `adgate-session=${sessionId}` });
const consentUrl = () =>
  `${app.url}/auth/authorize?${new URLSearchParams(requestOf(client)).toString()}`;
/** Whom a session's cookie stands for, as the consent page says; null: it asks to log in. */
async function whoseIs(sessionId: string): Promise<string | null> {
  const { body } = await send(consentUrl(), { headers: cookie(sessionId) });
  return /You are logged in as ([^<]*)\.</.exec(String(body))?.[1] ?? null;
}
const sessionOf = (browser: CookieBrowser) => browser.cookies.get('adgate-session') ?? '';

async function logIn(browser: CookieBrowser, who = person) {
  const page = await browser.open(`${app.url}/auth/log-in`);
  return browser.submit(page, { email: who.email!, password }, '/auth/log-in');
}
async function loggedIn(who = person) {
  const browser = new CookieBrowser(callback);
  const page = await logIn(browser, who);
  return { browser, page, session: sessionOf(browser) };
}

const ended = [expect.stringMatching(/^adgate-session=; .*; Max-Age=0$/)];

describe('POST /auth/log-out', () => {
  it('ends the session, on the server too, and takes its cookie away', async () => {
    const { browser, page, session } = await loggedIn();
    expect(await whoseIs(session)).toBe(person.email);
    const reply = await browser.submit(page, {}, '/auth/log-out');
    expect([reply.status, reply.headers.getSetCookie()]).toEqual([200, ended]);
    expect(reply.body).toContain('You are logged out');
    expect(browser.cookies.has('adgate-session')).toBe(false);
    expect(await whoseIs(session)).toBeNull();
  });

  it('leaves the account’s other sessions alone', async () => {
    const [{ browser, page }, elsewhere] = [await loggedIn(), await loggedIn()];
    const apiToken = await openSession(app, person);
    await browser.submit(page, {}, '/auth/log-out');
    expect(await whoseIs(elsewhere.session)).toBe(person.email);
    const check = await send(`${app.url}/auth/check`, { headers: bearer(apiToken) });
    expect(check.status).toBe(200);
  });

  it.each([
    ['none', undefined],
    ['an invented one', 'x'.repeat(43)],
  ])('is refused with a form token that is %s', async (_case, token) => {
    const { session } = await loggedIn();
    const reply = await send(`${app.url}/auth/log-out`, {
      method: 'POST',
      headers: cookie(session),
      body: new URLSearchParams(token === undefined ? {} : { form_token: token }),
    });
    expect([reply.status, reply.headers.getSetCookie()]).toEqual([403, []]);
    expect(await whoseIs(session)).toBe(person.email);
  });

  it('takes nothing away for the form of another site, which comes without the cookie', async () => {
    const reply = await send(`${app.url}/auth/log-out`, { method: 'POST' });
    expect([reply.status, reply.headers.getSetCookie()]).toEqual([200, []]);
  });

  it('two tabs: the second one finds the session ended, and says so', async () => {
    const { browser, page } = await loggedIn();
    const second = await browser.open(`${app.url}/auth/log-out`);
    await browser.submit(page, {}, '/auth/log-out');
    const reply = await browser.submit(second);
    expect([reply.status, reply.body]).toEqual([200, expect.stringContaining('logged out')]);
  });

  it('two tabs: an old one does not end the session that somebody has started since', async () => {
    const { browser, page } = await loggedIn();
    await logIn(browser, other);
    const reply = await browser.submit(page, {}, '/auth/log-out');
    expect([reply.status, reply.headers.getSetCookie()]).toEqual([403, []]);
    expect(await whoseIs(sessionOf(browser))).toBe(other.email);
  });

  it.each(['https://evil.example/', '/auth/authorize', '/auth/logout', '//evil.example/?x'])(
    'RFC 9700 §4.11: leads nowhere else: %s',
    async (target) => {
      const { browser, page } = await loggedIn();
      const reply = await browser.submit(page, { return_to: target }, '/auth/log-out');
      expect([reply.status, reply.url]).toEqual([200, `${app.url}/auth/log-out`]);
    },
  );
});

describe('GET /auth/log-out', () => {
  it('ends nothing, but shows the form that does', async () => {
    const { browser, session } = await loggedIn();
    const page = await browser.open(`${app.url}/auth/log-out`);
    expect(await whoseIs(session)).toBe(person.email);
    expect(formOf(page).action).toBe('/auth/log-out');
    await browser.submit(page);
    expect(await whoseIs(session)).toBeNull();
  });
});

describe('another log-in in the same browser', () => {
  it('“use another account” ends the session, and goes on with what was asked', async () => {
    const { browser, session } = await loggedIn();
    const prompt = await browser.open(consentUrl());
    const form = await browser.submit(prompt, {}, '/auth/log-out');
    expect([form.status, new URL(form.url).pathname]).toEqual([200, '/auth/log-in']);
    expect(await whoseIs(session)).toBeNull();
    const again = await browser.submit(form, { email: other.email!, password });
    expect(again.body).toContain(`You are logged in as ${other.email!}.`);
    const reply = await browser.submit(again, { decision: 'approve' });
    expect(callbackOf(reply)['code']).toMatch(/^[\w-]{43}$/);
  });

  it.each([
    ['the same', () => person],
    ['another', () => other],
  ])('ends the session before, of %s account', async (_case, next) => {
    const { browser, session } = await loggedIn();
    await logIn(browser, next());
    expect(sessionOf(browser)).not.toBe(session);
    expect([await whoseIs(session), await whoseIs(sessionOf(browser))]).toEqual([
      null,
      next().email,
    ]);
  });

  it('ends nothing when the password is wrong', async () => {
    const { browser, session } = await loggedIn();
    const page = await browser.open(`${app.url}/auth/log-in`);
    await browser.submit(page, { email: other.email!, password: 'wrong' }, '/auth/log-in');
    expect(sessionOf(browser)).toBe(session);
    expect(await whoseIs(session)).toBe(person.email);
  });

  it('two tabs: the consent of the first one is not taken for the second one’s account', async () => {
    const { browser } = await loggedIn();
    const prompt = await browser.open(consentUrl());
    await logIn(browser, other);
    const reply = await browser.submit(prompt, { decision: 'approve' });
    expect([reply.status, reply.headers.get('location')]).toEqual([403, null]);
  });

  it('two tabs that log in leave one session', async () => {
    const browser = new CookieBrowser(callback);
    const tabs = [
      await browser.open(`${app.url}/auth/log-in`),
      await browser.open(`${app.url}/auth/log-in`),
    ];
    await browser.submit(tabs[0]!, { email: person.email!, password });
    const first = sessionOf(browser);
    await browser.submit(tabs[1]!, { email: person.email!, password });
    expect([await whoseIs(first), await whoseIs(sessionOf(browser))]).toEqual([null, person.email]);
  });

  it.each([
    ['unknown', () => Promise.resolve('f'.repeat(43))],
    ['somebody’s own', async () => (await loggedIn(other)).session],
    ['an API token', () => openSession(app, other)],
  ])('fixation: a cookie that is %s never becomes the session', async (_case, plant) => {
    const planted = await plant();
    const browser = new CookieBrowser(callback);
    browser.cookies.set('adgate-session', planted);
    await logIn(browser);
    expect(sessionOf(browser)).not.toBe(planted);
    expect(await whoseIs(planted)).toBeNull();
    expect(await whoseIs(sessionOf(browser))).toBe(person.email);
  });

  it('ends no API token that somebody has put into the cookie', async () => {
    const apiToken = await openSession(app, person);
    const browser = new CookieBrowser(callback);
    browser.cookies.set('adgate-session', apiToken);
    await logIn(browser);
    const check = await send(`${app.url}/auth/check`, { headers: bearer(apiToken) });
    expect(check.status).toBe(200);
  });
});

describe('the session id', () => {
  it('is no token', async () => {
    const { session } = await loggedIn();
    const check = await send(`${app.url}/auth/check`, { headers: bearer(session) });
    expect([check.status, await whoIs(app, session)]).toEqual([401, 401]);
  });

  it('gives no code to a program that shows it as a token', async () => {
    const { session } = await loggedIn();
    await expect(getCode(app, session, client)).rejects.toThrow('no code: 401');
  });

  it('an API token in the cookie is no session', async () => {
    expect(await whoseIs(await openSession(app, person))).toBeNull();
  });

  it('is stored as a hash', async () => {
    const { session } = await loggedIn();
    const { db } = app.ctx.sessions.models[0]!;
    const rows = JSON.stringify(await db.collection('sessions').find().toArray());
    expect(rows).not.toContain(session);
  });
});

describe('over https', () => {
  let secure: TestApp;
  let owner: Account;
  beforeAll(async () => {
    secure = await startApp({ env: { ADGATE_PUBLIC_URL: 'https://ads.example' } });
    owner = await anAccount(secure);
  });
  /** A browser’s request through the proxy that has the certificate. */
  const post = (path: string, cookies: string, form: Record<string, string>): Promise<Reply> =>
    send(`${secure.url}${path}`, {
      method: 'POST',
      headers: { Cookie: cookies },
      body: new URLSearchParams(form),
    });
  const firstCookieOf = ({ headers }: Reply) => headers.getSetCookie()[0]!;
  const pairOf = (reply: Reply) => firstCookieOf(reply).split(';')[0]!;
  async function loggedInSecurely() {
    const page = await send(`${secure.url}/auth/log-in`);
    const form = { ...formOf(page).hidden, email: owner.email!, password };
    return post('/auth/log-in', pairOf(page), form);
  }

  it('the cookie is out of the reach of neighbouring hosts, at the log-in and at the log-out', async () => {
    const reply = await loggedInSecurely();
    expect(firstCookieOf(reply)).toMatch(
      /^__Host-adgate-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    const out = await post('/auth/log-out', pairOf(reply), formOf(reply).hidden);
    expect(firstCookieOf(out)).toBe(
      '__Host-adgate-session=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0',
    );
  });

  it('the name that http uses says nothing', async () => {
    const pair = pairOf(await loggedInSecurely());
    const answer = (Cookie: string) =>
      send(`${secure.url}/auth/logout`, {
        method: 'POST',
        headers: { Cookie, 'Sec-Fetch-Site': 'same-origin' },
      });
    expect((await answer(pair.replace('__Host-', ''))).status).toBe(401);
    expect((await answer(pair)).status).toBe(204);
  });
});
