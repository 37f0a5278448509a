import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { updateCampaign } from '../../../../src/demand/campaigns/campaign.service';
import { startApp, type TestApp } from '../../../support/app';
import { launchBrowser } from '../../../support/browser';
import { createActiveCampaign, usd } from '../../../support/campaigns';
import { anAccount, openPanel } from '../../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

it('a budget that somebody has changed meanwhile stays when its field is left as it was', async () => {
  const account = await anAccount(app);
  const own = { advertiserId: account.id };
  const { campaign } = await createActiveCampaign(app.ctx, {
    campaign: { ...own, name: 'Shoes', hourlyBudget: usd('12.5') },
  });
  const { page, offences } = await openPanel(browser, app, { account, path: '/panel/campaigns' });
  await page.getByRole('button', { name: 'Budget an hour of Shoes: $12.50. Change' }).click();
  await page.getByRole('textbox', { name: 'Budget an hour of Shoes' }).waitFor();
  const changes = { name: 'Boots', hourlyBudget: usd('20') };
  await updateCampaign(app.ctx, { ...own, id: campaign.id, changes });
  // The list is asked for again where somebody comes back to it.
  await page.clock.setFixedTime(Date.now() + 10_000);
  await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`);
  await page.getByRole('textbox', { name: 'Budget an hour of Boots' }).waitFor();
  await page.getByRole('heading', { name: 'Campaigns' }).click();
  await page.getByRole('button', { name: 'Budget an hour of Boots: $20.00. Change' }).waitFor();
  expect((await app.ctx.campaigns.findById(campaign.id))?.hourlyBudget).toBe(usd('20'));
  expect(offences).toEqual([]);
});
