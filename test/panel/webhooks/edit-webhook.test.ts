import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { createWebhook } from '../../../src/insight/notifications/webhook.service';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { anAccount, openPanel } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

it('the dialog of a webhook closes once it would open with the new address', async () => {
  const account = await anAccount(app);
  await createWebhook(app.ctx, {
    ...{ accountId: account.id, url: 'https://hooks.example/old', kinds: ['view.accepted'] },
  });
  const { page, offences } = await openPanel(browser, app, { account, path: '/panel/webhooks' });
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  await edit.click();
  const address = page.getByRole('dialog').getByLabel('Address');
  await address.fill('https://hooks.example/new');

  const { promise: answered, resolve: answer } = Promise.withResolvers<null>();
  await page.route('**/graphql', async (route) => {
    if (/query Webhooks\b/.test(route.request().postData() ?? '')) await answered;
    await route.continue();
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('The webhook is changed.').waitFor();
  expect(await address.isVisible()).toBe(true);
  answer(null);
  await address.waitFor({ state: 'detached' });
  await edit.click();
  expect(await address.inputValue()).toBe('https://hooks.example/new');
  expect(offences).toEqual([]);
});
