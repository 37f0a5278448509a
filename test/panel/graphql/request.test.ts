import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { anAccount, openPanel } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

/** As `/graphql` answers where the operation is not even begun, such as without its database. */
const refused = (code: number) => ({
  status: code,
  json: { error: { code, message: 'not now' }, code, message: 'not now' },
});

async function openRefused(account: Awaited<ReturnType<typeof anAccount>>, code: number) {
  const opened = await openPanel(browser, app, { account, path: '/panel/dashboard' });
  const { page } = opened;
  await page.getByText('Three steps').waitFor();
  let isDone = false;
  await page.route('**/graphql', async (route) => {
    if (isDone || route.request().postData()?.includes('campaignTable') !== true)
      return route.continue();
    isDone = true;
    return route.fulfill(refused(code));
  });
  await page.getByRole('link', { name: 'Campaigns', exact: true }).click();
  return opened;
}

it('a list whose server is busy for a moment comes by itself', async () => {
  const { page, offences } = await openRefused(await anAccount(app), 503);
  await page.getByText('No campaigns').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(offences).toEqual([]);
});

it('a log-in is asked for where the session ends before an operation is begun', async () => {
  const { page } = await openRefused(await anAccount(app), 401);
  await page.getByText('You are logged out').waitFor();
});
