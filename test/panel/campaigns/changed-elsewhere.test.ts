import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { updateCampaign } from '../../../src/demand/campaigns/campaign.service';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { anAccount, openPanel } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

it('keeps what was changed of a campaign elsewhere while it was edited', async () => {
  const account = await anAccount(app);
  const { campaign } = await createActiveCampaign(app.ctx, {
    campaign: { advertiserId: account.id, hourlyBudget: usd('5') },
  });
  const path = `/panel/campaigns/${campaign.id}/edit`;
  const { page, offences } = await openPanel(browser, app, { account, path });
  await page.getByLabel('At most in all, in USD').fill('1500');
  const startsAt = new Date('2030-01-02T03:04:05.678Z');
  // A program of the advertiser lowers the budget meanwhile.
  const changes = { hourlyBudget: usd('1'), pacing: 'asap', startsAt } as const;
  await updateCampaign(app.ctx, { advertiserId: account.id, id: campaign.id, changes });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(`${campaign.name} is saved.`).waitFor();
  const stored = await app.ctx.campaigns.findById(campaign.id);
  expect(stored).toMatchObject({ ...changes, totalBudget: usd('1500') });
  expect(offences).toEqual([]);
});
