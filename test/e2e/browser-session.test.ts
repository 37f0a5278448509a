import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { Account } from '../../src/identity/accounts/account';
import { anAccount, password } from '../identity/oauth/support';
import { startApp, type TestApp } from '../support/app';
import { launchBrowser } from '../support/browser';

/** A page of somebody else on the same host: browsers send it our cookies, as ports do not divide them. */
const site = createServer((_req, res) => {
  res.setHeader('Content-Type', 'text/html');
  res.end('<h1>Neighbour</h1>');
});

describe('a session in a real browser', () => {
  let app: TestApp;
  let browser: Browser;
  let person: Account;
  let neighbour: string;
  beforeAll(async () => {
    await once(site.listen(0, '127.0.0.1'), 'listening');
    neighbour = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    app = await startApp({ env: { ADGATE_ALLOWED_ORIGINS: neighbour } });
    person = await anAccount(app);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    site.close();
  });

  /** Logs in, in a browser where our own origin has a page with scripts, as a panel would be. */
  async function logIn(): Promise<Page> {
    const context = await browser.newContext();
    await context.route(`${app.url}/panel`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Panel</h1>' }),
    );
    const page = await context.newPage();
    await page.goto(`${app.url}/auth/log-in`);
    await page.getByLabel('Email').fill(person.email!);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('You are logged in').waitFor();
    return page;
  }

  const cookiesOf = async (page: Page) =>
    (await page.context().cookies(app.url)).map(({ name }) => name);

  /** Whom GraphQL takes the page for. */
  const whoAsks = (page: Page): Promise<string> =>
    page.evaluate(async (url) => {
      const reply = await fetch(`${url}/graphql`, {
        method: 'POST',
        credentials: 'include',
        headers: { 'Content-Type': 'application/json' },
        body: '{"query":"{ viewer { id } }"}',
      });
      const { data } = (await reply.json()) as { data: { viewer: { id: string } } | null };
      return data?.viewer.id ?? 'anonymous';
    }, app.url);

  async function isLoggedIn(page: Page): Promise<boolean> {
    await page.goto(`${app.url}/panel`);
    return (await whoAsks(page)) === person.id;
  }

  it('ends by the button of our pages, which need no script', async () => {
    const page = await logIn();
    const sent = page.waitForRequest(`${app.url}/auth/log-out`);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByText('You are logged out').waitFor();
    // Our pages send no origin: their forms need a token for that.
    expect(await (await sent).headerValue('origin')).toBe('null');
    expect(await cookiesOf(page)).toEqual(['adgate-form']);
    expect(await isLoggedIn(page)).toBe(false);
  });

  it('is known to GraphQL for a page of our origin, which can end it', async () => {
    const page = await logIn();
    expect(await isLoggedIn(page)).toBe(true);
    const status = await page.evaluate(
      async () => (await fetch('/auth/logout', { method: 'POST' })).status,
    );
    expect([status, await cookiesOf(page)]).toEqual([204, ['adgate-form']]);
    expect(await isLoggedIn(page)).toBe(false);
  });

  it('is not known for a neighbour, though it is listed and sends the cookie', async () => {
    const page = await logIn();
    await page.goto(neighbour);
    const sent = page.waitForRequest(`${app.url}/graphql`);
    expect(await whoAsks(page)).toBe('anonymous');
    expect(await (await sent).headerValue('cookie')).toContain('adgate-session=');
  });

  const forms = (path: string) => (origin: string) =>
    `<form method="post" action="${origin}${path}"><button>Go</button></form>`;
  it.each([
    ['a form to /auth/log-out', forms('/auth/log-out')],
    ['a form to /auth/logout', forms('/auth/logout')],
    ['a link', (origin: string) => `<a role="button" href="${origin}/auth/logout">Go</a>`],
    ['a picture', (origin: string) => `<img src="${origin}/auth/logout">`],
  ])('is not ended by a neighbour’s page with %s', async (_case, htmlFor) => {
    const page = await logIn();
    await page.goto(neighbour);
    const asked = page.waitForRequest(/log-?out$/);
    await page.setContent(htmlFor(app.url));
    if (htmlFor(app.url).includes('Go')) await page.getByRole('button').click();
    expect(await (await asked).headerValue('cookie')).toContain('adgate-session=');
    await (await asked).response();
    expect(await isLoggedIn(await page.context().newPage())).toBe(true);
  });

  it('is not ended by a sandboxed document, such as an ad, though it is of our host', async () => {
    const page = await logIn();
    await page.goto(`${app.url}/panel`);
    const asked = page.waitForRequest(`${app.url}/auth/logout`);
    const script = `fetch('${app.url}/auth/logout', { method: 'POST', credentials: 'include', mode: 'no-cors' })`;
    await page.setContent(
      `<iframe sandbox="allow-scripts" srcdoc="<script>${script}</script>"></iframe>`,
    );
    expect(await (await asked).headerValue('origin')).toBe('null');
    await (await asked).response();
    expect(await isLoggedIn(await page.context().newPage())).toBe(true);
  });
});
