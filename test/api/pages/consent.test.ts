import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Account } from '../../../src/identity/accounts/account';
import { send, startApp, type TestApp } from '../../support/app';
import { CookieBrowser, formOf, type ShownPage } from '../../support/cookie-browser';
import {
  aClient,
  anAccount,
  callback,
  callbackOf,
  getCode,
  openSession,
  password,
  redeem,
  requestOf,
  suspend,
  type TestClient,
  whoIs,
} from '../../identity/oauth/support';

describe('a browser at the authorization endpoint', () => {
  let app: TestApp;
  let owner: Account;
  let person: Account;
  let client: TestClient;
  beforeAll(async () => {
    app = await startApp();
    [owner, person] = [await anAccount(app), await anAccount(app)];
    client = await aClient(app, { ownerId: owner.id });
  });
  const urlOf = (parameters: Record<string, string>, base = app.url) =>
    `${base}/auth/authorize?${new URLSearchParams(parameters).toString()}`;
  const newBrowser = () => new CookieBrowser(callback);
  const logIn = (browser: CookieBrowser, page: ShownPage, who = person) =>
    browser.submit(page, { email: who.email!, password });
  /** A browser that was asked for consent. */
  const atConsent = async (more: Record<string, string> = {}, one = client) => {
    const browser = newBrowser();
    const page = await logIn(browser, await browser.open(urlOf({ ...requestOf(one), ...more })));
    return { browser, page };
  };

  it('spec: logs in, allows, and comes back with a code that its client redeems', async () => {
    const browser = newBrowser();
    const page = await browser.open(urlOf({ ...requestOf(client), state: 'a&b="c"' }));
    expect([page.status, new URL(page.url).pathname]).toEqual([200, '/auth/log-in']);
    const prompt = await logIn(browser, page);
    expect([prompt.status, new URL(prompt.url).pathname]).toEqual([200, '/auth/authorize']);
    const reply = await browser.submit(prompt, { decision: 'approve' });
    expect(reply.status).toBe(303);
    const { code, state } = callbackOf(reply);
    expect(state).toBe('a&b="c"');
    const { body } = await redeem(app, client, code!);
    expect(await whoIs(app, body.access_token)).toBe(person.id);
  });

  it('spec: is not asked to log in again, but for consent', async () => {
    const { browser } = await atConsent();
    const { url, status } = await browser.open(urlOf(requestOf(client)));
    expect([status, new URL(url).pathname]).toEqual([200, '/auth/authorize']);
  });

  it('contract §1: a browser without a session, and nobody else, is redirected to log in', async () => {
    const reply = await send(urlOf(requestOf(client)), { headers: { Accept: 'text/html' } });
    const location = new URL(reply.headers.get('location')!);
    expect([reply.status, location.origin, location.pathname]).toEqual([
      302,
      app.url,
      '/auth/log-in',
    ]);
    expect(location.searchParams.get('return_to')).toBe(
      urlOf(requestOf(client)).slice(app.url.length),
    );
    expect(reply.headers.get('www-authenticate')).toBeNull();
  });

  it('RFC 6749 §4.1.2.1: tells the client that the person has refused access', async () => {
    const { browser, page } = await atConsent({ state: 's' });
    const reply = await browser.submit(page, { decision: 'deny' });
    expect(callbackOf(reply)).toMatchObject({ error: 'access_denied', state: 's', iss: app.url });
  });

  it.each([undefined, '', 'yes', 'ask'])(
    'takes no answer but approve for consent: %j',
    async (decision) => {
      const { browser, page } = await atConsent();
      const reply = await browser.submit(page, decision === undefined ? {} : { decision });
      expect(callbackOf(reply)['error']).toBe('access_denied');
    },
  );

  it('RFC 6749 §10.2: shows who asks for what, for whom, and where it leads', async () => {
    const { page } = await atConsent({ scope: 'campaign.read' });
    expect(page.body).toContain('Reports');
    expect(page.body).toContain('See your campaigns and creatives');
    expect(page.body).not.toContain('Change your campaigns');
    expect(page.body).toContain('client.example');
    expect(page.body).toContain(person.email);
  });

  it('RFC 6749 §10.14: shows names of clients as text, whatever is in them', async () => {
    const name = `<script>alert(1)</script>"'&`;
    const odd = await aClient(app, { ownerId: owner.id, name });
    const { page } = await atConsent({ state: '"><script>alert(2)</script>' }, odd);
    expect(page.body).not.toMatch(/<script/i);
    expect(page.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
    expect(formOf(page).hidden['state']).toBe('"><script>alert(2)</script>');
  });

  it.each(['/auth/log-in', 'consent'])(
    'RFC 6749 §10.13, RFC 9700 §4.16: %s runs no script, loads nothing and cannot be framed or kept',
    async (which) => {
      const page =
        which === 'consent'
          ? (await atConsent()).page
          : await newBrowser().open(`${app.url}${which}`);
      const policy = page.headers.get('content-security-policy')!;
      expect(policy).toMatch(
        /^default-src 'none'; style-src 'sha256-[\w+/]+=*'; form-action 'self'/,
      );
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).not.toContain('script-src');
      expect(page.body).not.toMatch(/<script|src=|@import|url\(|(?:href|action)="(?!\/)/i);
      const { headers } = page;
      expect([
        headers.get('x-frame-options'),
        headers.get('cache-control'),
        headers.get('referrer-policy'),
        headers.get('x-content-type-options'),
      ]).toEqual(['DENY', 'no-store', 'no-referrer', 'nosniff']);
    },
  );

  it.each([
    ['https://client.example/callback', 'https://client.example'],
    ['https://client.example:8443/callback', 'https://client.example:8443'],
    ['http://127.0.0.1:3000/callback', 'http://127.0.0.1:3000'],
    ['http://[::1]:3000/callback', 'http:'],
    ['com.example.app:/callback', 'com.example.app:'],
  ])('lets the consent form lead to %s, which browsers check', async (uri, source) => {
    const one = await aClient(app, { ownerId: owner.id, redirectUris: [uri] });
    const { page } = await atConsent({ redirect_uri: uri }, one);
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${source};`);
  });

  it('lets the log-in form lead to the client too: it may be told of a mistake', async () => {
    const page = await newBrowser().open(urlOf(requestOf(client)));
    expect(page.headers.get('content-security-policy')).toContain(
      `form-action 'self' https://client.example;`,
    );
    const odd = { ...requestOf(client), redirect_uri: 'https://a;sandbox;b/' };
    const policy = (await newBrowser().open(urlOf(odd))).headers.get('content-security-policy');
    expect(policy).not.toContain('sandbox');
  });

  describe('against forged requests', () => {
    it.each([
      ['no form token', { form_token: '' }],
      ['an invented form token', { form_token: 'x'.repeat(43) }],
    ])('RFC 6749 §10.12: refuses a form with %s', async (_case, change) => {
      const { browser, page } = await atConsent();
      const reply = await browser.submit(page, { decision: 'approve', ...change });
      expect([reply.status, reply.headers.get('location')]).toEqual([403, null]);
    });

    it('RFC 6749 §10.12: refuses the form token of another session', async () => {
      const [mine, theirs] = [await atConsent(), await atConsent()];
      const { form_token } = formOf(theirs.page).hidden;
      const reply = await mine.browser.submit(mine.page, {
        decision: 'approve',
        form_token: form_token!,
      });
      expect(reply.status).toBe(403);
    });

    it('RFC 9700 §4.16: a page that is only opened gives nothing away', async () => {
      const { browser } = await atConsent();
      const { url } = await browser.open(urlOf({ ...requestOf(client), no_redirect: '1' }));
      expect(url.startsWith(app.url)).toBe(true);
      const page = await browser.open(urlOf({ ...requestOf(client), decision: 'approve' }));
      expect(page.body).toContain('asks for access');
    });

    it('refuses a log-in that another site has prepared', async () => {
      const browser = newBrowser();
      const page = await browser.open(`${app.url}/auth/log-in`);
      browser.cookies.clear();
      const reply = await logIn(browser, page);
      expect([reply.status, browser.cookies.has('adgate-session')]).toEqual([403, false]);
      expect((await logIn(browser, reply)).status).toBe(200);
    });

    it('keeps the session where scripts and other sites do not get at it', async () => {
      const browser = newBrowser();
      const page = await browser.open(`${app.url}/auth/log-in`);
      const reply = await logIn(browser, page);
      expect(reply.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^adgate-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
      ]);
    });

    it('over https the session’s cookie is out of the reach of neighbouring hosts', async () => {
      const secure = await startApp({ env: { ADGATE_PUBLIC_URL: 'https://ads.example' } });
      const { headers } = await send(`${secure.url}/auth/log-in`);
      expect(headers.getSetCookie()).toEqual([
        expect.stringMatching(
          /^__Host-adgate-form=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
        ),
      ]);
    });

    it('takes the session’s cookie nowhere else', async () => {
      const { browser } = await atConsent();
      const { status } = await browser.open(`${app.url}/auth/check`);
      expect(status).toBe(401);
    });
  });

  it.each([
    'https://evil.example/',
    '//evil.example/auth/authorize?x=1',
    '/\\evil.example/auth/authorize?x=1',
    '/auth/authorize@evil.example',
    '/auth/authorize/../../evil',
    '/auth/logout',
    'javascript:alert(1)',
    `/auth/authorize?${'x'.repeat(7_000)}`,
    '/auth/authorize?a\r\nSet-Cookie: x=y',
  ])('RFC 9700 §4.11: the log-in page leads nowhere else: %s', async (target) => {
    const browser = newBrowser();
    const query = new URLSearchParams({ return_to: target }).toString();
    const page = await browser.open(`${app.url}/auth/log-in?${query.slice(0, 8_000)}`);
    const reply = await browser.submit(page, { email: person.email!, password, return_to: target });
    expect([reply.status, reply.url]).toEqual([200, `${app.url}/auth/log-in`]);
  });

  it('says the same of a wrong password and an unknown email, and keeps what was asked for', async () => {
    const browser = newBrowser();
    const page = await browser.open(urlOf(requestOf(client)));
    const wrong = await browser.submit(page, { email: person.email!, password: 'wrong' });
    const unknown = await browser.submit(page, { email: 'nobody@test.example', password });
    for (const reply of [wrong, unknown]) {
      expect(reply.status).toBe(422);
      expect(reply.body).toContain('Email or password is wrong.');
      expect(reply.body).not.toContain(`value="${password}"`);
    }
    const prompt = await logIn(browser, wrong);
    expect(prompt.body).toContain('asks for access');
  });

  it('does not log a suspended person in, and says why', async () => {
    const suspended = await anAccount(app);
    await suspend(app, suspended);
    const browser = newBrowser();
    const reply = await logIn(browser, await browser.open(`${app.url}/auth/log-in`), suspended);
    expect([reply.status, browser.cookies.has('adgate-session')]).toEqual([403, false]);
    expect(reply.body).toContain('fraud');
  });

  it('shows what is wrong with a client, and sends nobody there', async () => {
    const { browser } = await atConsent();
    const reply = await browser.open(
      urlOf({ ...requestOf(client), redirect_uri: 'https://evil.example/<b>' }),
    );
    expect([reply.status, reply.headers.get('content-type')]).toEqual([
      422,
      'text/html; charset=utf-8',
    ]);
    expect(reply.body).toContain('redirect_uri');
    expect(reply.body).not.toContain('evil.example/<b>');
  });

  it('tells the client of other mistakes without asking the person', async () => {
    const { browser } = await atConsent();
    const reply = await browser.open(urlOf({ ...requestOf(client), scope: 'nonsense' }));
    expect(callbackOf(reply)['error']).toBe('invalid_scope');
  });

  it('an answer after the session has ended gives nothing away', async () => {
    const { browser, page } = await atConsent();
    const session = browser.cookies.get('adgate-session')!;
    await browser.submit(page, {}, '/auth/log-out');
    browser.cookies.set('adgate-session', session);
    const reply = await browser.submit(page, { decision: 'approve' });
    expect([reply.status, reply.headers.get('location')]).toEqual([401, null]);
  });

  it('a program with an API token is its person’s consent', async () => {
    expect(await getCode(app, await openSession(app, person), client)).toMatch(/^[\w-]{43}$/);
  });
});
