import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { send, startApp, type TestApp } from '../support/app';
import { launchBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { anAccount, openPanel, password, photograph } from './support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
}, 60_000);
afterAll(() => browser.close());

const listWith = async (token: string) =>
  (await send(`${app.url}/api/v2/campaigns`, { headers: { Authorization: `Bearer ${token}` } }))
    .status;

describe('the panel', () => {
  it('is reached by way of the log-in page, and remembers where one wanted to go', async () => {
    const account = await anAccount(app);
    const { page, offences } = await openPanel(browser, app, { path: '/panel/tokens?a=b' });
    await page.getByLabel('Email').fill(account.email!);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Access tokens' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/panel/tokens');
    await page.getByRole('link', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByText('You are logged out').waitFor();
    await page.goto(`${app.url}/`);
    await page.getByText('This is an ad server').waitFor();
    expect(offences).toEqual([]);
  }, 90_000);

  it('makes a token that works, shows it once, lists its use, and deletes it', async () => {
    const account = await anAccount(app);
    const { page, offences } = await openPanel(browser, app, { account });
    await page.getByRole('link', { name: 'Access tokens' }).click();
    await page.getByText('No tokens yet').waitFor();
    await page.getByLabel('Name').fill('Nightly <b>report</b>');
    await page.getByLabel('See your campaigns and creatives').check();
    await page.getByRole('button', { name: 'Create token' }).click();
    const token = await page.getByTestId('token').innerText();
    await photograph(page, 'token-once');
    await page.getByRole('button', { name: 'Copy token' }).click();
    await page.getByText('Copied.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(token);
    await page.getByRole('button', { name: 'I have it' }).click();
    expect(await listWith(token)).toBe(200);

    await page.reload();
    const row = page.getByRole('row', { name: 'Nightly <b>report</b>' });
    await row.waitFor();
    expect(await row.innerText()).toContain('campaign.read');
    expect(await row.innerText()).not.toContain('never');
    expect(await page.content()).not.toContain(token);
    await page.getByRole('button', { name: 'Delete Nightly <b>report</b>' }).click();
    await page.getByRole('button', { name: 'Delete token' }).click();
    await page.getByText('No tokens yet').waitFor();
    await eventually(async () => {
      expect(await listWith(token)).toBe(401);
    }, 30_000);
    expect(offences).toEqual([]);
  }, 90_000);
});
