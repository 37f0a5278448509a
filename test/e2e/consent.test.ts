import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { Account } from '../../src/identity/accounts/account';
import {
  aClient,
  anAccount,
  password,
  redeem,
  requestOf,
  type TestClient,
  whoIs,
} from '../identity/oauth/support';
import { startApp, type TestApp } from '../support/app';
import { launchBrowser } from '../support/browser';

/** The client's side: says only that somebody has come back. */
const site = createServer((_req, res) => {
  res.setHeader('Content-Type', 'text/html');
  res.end('<h1>Back</h1>');
});

describe('consent in a real browser without scripts', () => {
  let app: TestApp;
  let browser: Browser;
  let person: Account;
  let client: TestClient;
  let callback: string;
  beforeAll(async () => {
    await once(site.listen(0, '127.0.0.1'), 'listening');
    callback = `http://127.0.0.1:${(site.address() as AddressInfo).port}/callback`;
    app = await startApp();
    person = await anAccount(app);
    client = await aClient(app, { ownerId: person.id, redirectUris: [callback] });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    site.close();
  });

  /** A page of its own browser, and whatever left for other places than the gateway and the client. */
  async function open(parameters: Record<string, string> = {}) {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const outside: string[] = [];
    context.on('request', (request) => {
      const own = [app.url, new URL(callback).origin];
      if (!own.some((origin) => request.url().startsWith(`${origin}/`)))
        outside.push(request.url());
    });
    const page = await context.newPage();
    const query = new URLSearchParams({ ...requestOf(client, callback), ...parameters });
    await page.goto(`${app.url}/auth/authorize?${query.toString()}`);
    return { page, outside };
  }

  async function logIn(page: Page, { email } = person): Promise<void> {
    await page.getByLabel('Email').fill(email!);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
  }

  it('logs in, allows, and arrives at the client with a code', async () => {
    const { outside, page } = await open({ state: 'xyz' });
    await logIn(page);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${callback}?**`);
    const { searchParams } = new URL(page.url());
    expect(searchParams.get('state')).toBe('xyz');
    const { body } = await redeem(app, client, searchParams.get('code')!, {
      redirect_uri: callback,
    });
    expect(await whoIs(app, body.access_token)).toBe(person.id);
    expect(outside.filter((url) => !url.endsWith('/favicon.ico'))).toEqual([]);
  });

  it('refuses, and arrives at the client with an error', async () => {
    const { page } = await open();
    await logIn(page);
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.waitForURL(`${callback}?**`);
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');
  });

  it('uses another account, whose code the client gets', async () => {
    const other = await anAccount(app);
    const { page } = await open();
    await logIn(page);
    await page.getByRole('button', { name: 'Use another account' }).click();
    await logIn(page, other);
    await page.getByText(`You are logged in as ${other.email!}.`).waitFor();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${callback}?**`);
    const code = new URL(page.url()).searchParams.get('code')!;
    const { body } = await redeem(app, client, code, { redirect_uri: callback });
    expect(await whoIs(app, body.access_token)).toBe(other.id);
  });

  it('arrives with the client’s mistake right after the log-in', async () => {
    const { page } = await open({ scope: 'nonsense' });
    await logIn(page);
    await page.waitForURL(`${callback}?**`);
    expect(new URL(page.url()).searchParams.get('error')).toBe('invalid_scope');
  });

  it('stays on the log-in page with a wrong password', async () => {
    const { page } = await open();
    await page.getByLabel('Email').fill(person.email!);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Log in' }).click();
    expect(await page.getByRole('alert').textContent()).toBe('Email or password is wrong.');
    await logIn(page);
    expect(await page.getByRole('button', { name: 'Allow' }).isVisible()).toBe(true);
  });
});
