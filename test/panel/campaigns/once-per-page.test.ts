import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { createActiveCampaign } from '../../support/campaigns';
import { anAccount, expectAccessible, openPanel } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

it('a campaign says that no ad of it is twice on a page, and that it has all places or none', async () => {
  const account = await anAccount(app);
  const { campaign } = await createActiveCampaign(app.ctx, {
    campaign: { advertiserId: account.id },
  });
  const path = `/panel/campaigns/${campaign.id}/edit`;
  const { page, offences } = await openPanel(browser, app, { account, path });
  const field = page.getByLabel('Each ad once a page');
  expect(await field.isChecked()).toBe(false);
  await field.check();
  await page.getByLabel('The whole page or nothing').check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('; each ad once a page; the whole page or nothing').waitFor();
  expect(await app.ctx.campaigns.findById(campaign.id)).toMatchObject({
    showsOncePerPage: true,
    roadblock: true,
  });
  expect(offences).toEqual([]);
});
