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

it('a campaign becomes a sponsorship with a share of voice', async () => {
  const account = await anAccount(app);
  const { campaign } = await createActiveCampaign(app.ctx, {
    campaign: { advertiserId: account.id },
  });
  const path = `/panel/campaigns/${campaign.id}/edit`;
  const { page, offences } = await openPanel(browser, app, { account, path });
  const share = page.getByLabel('Share of voice in percent');
  expect(await share.count()).toBe(0);
  await page.getByLabel('Priority').selectOption('Sponsorship: before all bids');
  await share.fill('101');
  await share.evaluate((input) => {
    input.closest('form')?.setAttribute('novalidate', '');
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Must be 1 to 100').waitFor();
  await expectAccessible(page);
  await share.fill('40');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Sponsorship: 40 % before all bids').waitFor();
  expect(await app.ctx.campaigns.findById(campaign.id)).toMatchObject({
    ...{ priority: 'sponsorship', shareOfVoice: 40 },
  });
  expect(offences).toEqual([]);
});

it('a new campaign is a house ad from the wizard on', async () => {
  const account = await anAccount(app);
  const path = '/panel/campaigns/new';
  const { page, offences } = await openPanel(browser, app, { account, path });
  await page.getByLabel('Name').fill('Own newsletter');
  await page.getByLabel('Landing page').fill('https://news.example/letter');
  await page.getByLabel('Budget in USD').fill('120');
  await page.getByLabel('Priority').selectOption('House ad: where nobody else is shown');
  await page.getByRole('button', { name: 'Summary' }).click();
  await page.getByText('House ad: where nobody else is shown').waitFor();
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await page.getByRole('heading', { name: 'Own newsletter' }).waitFor();
  await page.getByText('House ad: where nobody else is shown').waitFor();
  expect(offences).toEqual([]);
});
