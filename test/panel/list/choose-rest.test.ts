import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { createCampaign } from '../../../src/demand/campaigns/campaign-creation.service';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { aCampaign } from '../../support/campaigns';
import { anAccount, openPanel } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

it('offers to choose all of a list once the list is that of the filters', async () => {
  const account = await anAccount(app);
  const names = ['Other', ...Array.from({ length: 51 }, (_one, at) => `Draft ${at + 1}`)];
  for (const name of names)
    await createCampaign(app.ctx, aCampaign({ advertiserId: account.id, name, status: 'draft' }));
  const { page, offences } = await openPanel(browser, app, { account, path: '/panel/campaigns' });
  await page.getByRole('checkbox', { name: 'Choose all of this page' }).check();
  const formerAll = page.getByRole('button', { name: 'Choose all 52' });
  await formerAll.and(page.locator(':enabled')).waitFor();

  const { promise: answered, resolve: answer } = Promise.withResolvers<null>();
  await page.route('**/graphql', async (route) => {
    if (/query CampaignTable\(/.test(route.request().postData() ?? '')) await answered;
    await route.continue();
  });
  const asked = page.waitForRequest((request) => request.postData()?.includes('draft') === true);
  await page.getByLabel('Search names').fill('draft');
  await asked;
  await formerAll.and(page.locator(':disabled')).waitFor();
  answer(null);
  await page.getByRole('button', { name: 'Choose all 51' }).click();
  await page.getByText('51 chosen').waitFor();
  expect(offences).toEqual([]);
});
