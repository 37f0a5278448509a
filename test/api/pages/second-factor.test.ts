import { beforeAll, describe, expect, it } from '@jest/globals';
import { minuteMs } from '../../../src/time';
import {
  aPerson,
  anAccount,
  codeOf,
  password,
  type Person,
  wait,
} from '../../identity/accounts/second-factor/support';
import {
  aClient,
  callback,
  callbackOf,
  redeem,
  requestOf,
  type TestClient,
  whoIs,
} from '../../identity/oauth/support';
import { startApp, type TestApp } from '../../support/app';
import { CookieBrowser, formOf } from '../../support/cookie-browser';

let app: TestApp;
let client: TestClient;
beforeAll(async () => {
  app = await startApp();
  client = await aClient(app, { ownerId: (await anAccount(app)).id });
});

const authorizeUrl = () =>
  `${app.url}/auth/authorize?${new URLSearchParams(requestOf(client)).toString()}`;

/** A browser that has typed the password. */
async function atCode({ email }: Person, language = 'en') {
  const browser = new CookieBrowser(callback);
  const headers = { 'Accept-Language': language };
  const shown = await browser.open(authorizeUrl(), { headers });
  const { action, hidden } = formOf(shown);
  const page = await browser.open(new URL(action, shown.url).href, {
    ...{ method: 'POST', headers },
    body: new URLSearchParams({ ...hidden, email, password }),
  });
  return { browser, page };
}

describe('the log-in page', () => {
  it('asks for the code after the password, and goes on to the consent', async () => {
    const person = await aPerson(app);
    const { browser, page } = await atCode(person);
    expect([page.status, browser.cookies.has('adgate-session')]).toEqual([403, false]);
    expect(page.body).toContain('Second factor');
    expect(page.body).not.toContain(password);
    const consent = await browser.submit(page, { otp: codeOf(app, person) });
    expect([consent.status, new URL(consent.url).pathname]).toEqual([200, '/auth/authorize']);
    // The log-in has just shown a code.
    expect(consent.body).not.toContain('name="otp"');
    const { code } = callbackOf(await browser.submit(consent, { decision: 'approve' }));
    const { body } = await redeem(app, client, code ?? '');
    expect(await whoIs(app, body.access_token)).toBe(person.id);
  });

  it('speaks German', async () => {
    const { page } = await atCode(await aPerson(app), 'de');
    expect(page.body).toContain('Zweiter Faktor');
  });

  it('asks again after a wrong code, and takes a recovery code', async () => {
    const person = await aPerson(app);
    const { browser, page } = await atCode(person);
    const again = await browser.submit(page, { otp: 'wrong' });
    expect([again.status, browser.cookies.has('adgate-session')]).toEqual([422, false]);
    expect(again.body).toContain('wrong, too old or used');
    const [code = ''] = person.recoveryCodes;
    expect((await browser.submit(again, { otp: code })).status).toBe(200);
    expect(browser.cookies.has('adgate-session')).toBe(true);
  });

  it('is for the browser that typed the password, for 5 minutes and once', async () => {
    const person = await aPerson(app);
    const { browser, page } = await atCode(person);
    const stranger = new CookieBrowser(callback);
    const form = await stranger.open(`${app.url}/auth/log-in`);
    const guess = await stranger.submit(form, { otp: codeOf(app, person) });
    expect([guess.status, stranger.cookies.has('adgate-session')]).toEqual([403, false]);
    const ticket = browser.cookies.get('adgate-second-factor') ?? '';
    expect(ticket).toMatch(/^[\w-]{43}$/);
    expect((await browser.submit(page, { otp: codeOf(app, person) })).status).toBe(200);
    wait(app);
    stranger.cookies.set('adgate-second-factor', ticket);
    const replayed = await stranger.submit(form, { otp: codeOf(app, person) });
    expect([replayed.status, stranger.cookies.has('adgate-session')]).toEqual([403, false]);
    const late = await atCode(person);
    wait(app, 6 * minuteMs);
    const tooLate = await late.browser.submit(late.page, { otp: codeOf(app, person) });
    expect([tooLate.status, late.browser.cookies.has('adgate-session')]).toEqual([403, false]);
  });

  it('stops who guesses', async () => {
    const { browser, page } = await atCode(await aPerson(app));
    const statuses: number[] = [];
    for (let tries = 0; tries < 6; tries += 1)
      statuses.push((await browser.submit(page, { otp: `wrong ${tries}` })).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });
});

describe('the consent page', () => {
  it('asks for a code 5 minutes after the last one', async () => {
    const person = await aPerson(app);
    const { browser, page } = await atCode(person);
    await browser.submit(page, { otp: codeOf(app, person) });
    wait(app, 6 * minuteMs);
    const consent = await browser.open(authorizeUrl());
    expect(consent.body).toContain('name="otp"');
    for (const otp of ['', 'wrong']) {
      const refused = await browser.submit(consent, { decision: 'approve', otp });
      expect(refused.status).toBe(otp === '' ? 403 : 422);
      expect(refused.body).toContain('/auth/authorize?');
    }
    const denied = await browser.submit(consent, { decision: 'deny', otp: '' });
    expect(callbackOf(denied)['error']).toBe('access_denied');
    const reply = await browser.submit(consent, {
      ...{ decision: 'approve', otp: codeOf(app, person) },
    });
    expect([reply.status, typeof callbackOf(reply)['code']]).toEqual([303, 'string']);
  });
});
