import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import * as openid from 'openid-client';
import type { Browser } from 'playwright-core';
import { aClient, type TestClient, whoIs } from '../identity/oauth/support';
import { startApp, type TestApp } from '../support/app';
import { launchBrowser } from '../support/browser';
import { anAccount, expectAccessible, openPanel, password, photograph } from './support';

let app: TestApp;
let browser: Browser;
let server: Server;
let origin: string;
let client: TestClient;
/** The token that the application was given. */
let accessToken = '';
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
  server = createServer((req, res) => {
    void answer(new URL(req.url!, origin)).then(
      ({ location, html }) => {
        if (location !== undefined) res.writeHead(302, { Location: location });
        else res.setHeader('Content-Type', 'text/html');
        res.end(html ?? '');
      },
      (error: unknown) => {
        res.writeHead(500).end(String(error));
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Another site than the gateway's, too: cookies know no ports.
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const owner = await anAccount(app);
  client = await aClient(app, {
    ownerId: owner.id,
    name: 'Weekly reports',
    redirectUris: [`${origin}/callback`],
  });
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await browser.close();
});

let verifier = '';
let state = '';

/** An application as its makers write it, with openid-client as it comes. */
async function answer(url: URL): Promise<{ readonly location?: string; readonly html?: string }> {
  if (url.pathname === '/') return { html: '<a href="/log-in">Log in with Adgate</a>' };
  const config = await openid.discovery(new URL(app.url), client.id, client.secret, undefined, {
    algorithm: 'oauth2',
    // oxlint-disable-next-line typescript/no-deprecated -- marked to stand out: the test has no TLS
    execute: [openid.allowInsecureRequests],
  });
  if (url.pathname === '/log-in') {
    verifier = openid.randomPKCECodeVerifier();
    state = openid.randomState();
    const target = openid.buildAuthorizationUrl(config, {
      redirect_uri: `${origin}/callback`,
      scope: 'campaign.read',
      state,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return { location: target.href };
  }
  if (url.pathname !== '/callback') return { html: '' };
  if (url.searchParams.has('error'))
    return { html: `<h1>No: ${url.searchParams.get('error')}</h1>` };
  const tokens = await openid.authorizationCodeGrant(config, url, {
    pkceCodeVerifier: verifier,
    expectedState: state,
  });
  accessToken = tokens.access_token;
  return { html: '<h1>Welcome to the reports</h1>' };
}

it('an application on another site logs somebody in, who sees it in the panel and shuts it out', async () => {
  const account = await anAccount(app);
  const { page } = await openPanel(browser, app);
  await page.goto(origin);
  await page.getByRole('link', { name: 'Log in with Adgate' }).click();
  await page.getByLabel('Email').fill(account.email!);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText('Weekly reports asks for access to your account').waitFor();
  await expectAccessible(page);
  await photograph(page, 'third-party-consent');
  await page.getByRole('button', { name: 'Refuse' }).click();
  await page.getByText('No: access_denied').waitFor();

  // A person who is logged in already is only asked.
  await page.goto(origin);
  await page.getByRole('link', { name: 'Log in with Adgate' }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText('Welcome to the reports').waitFor();
  expect(await whoIs(app, accessToken)).toBe(account.id);

  await page.goto(`${app.url}/panel/applications`);
  await page.getByRole('button', { name: 'Revoke Weekly reports' }).click();
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByText('No applications').waitFor();
  expect(await whoIs(app, accessToken)).toBe(401);
});
