import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { aPng, createActiveCampaign } from '../../support/campaigns';
import { anAccount, expectAccessible, openPanel } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

it('ads of a campaign take turns by the weights that they are given', async () => {
  const account = await anAccount(app);
  const { campaign, creatives } = await createActiveCampaign(app.ctx, {
    campaign: { advertiserId: account.id },
    sizes: ['300x250', '300x250'],
  });
  const path = `/panel/campaigns/${campaign.id}/edit`;
  const { page, offences } = await openPanel(browser, app, { account, path });
  await page.getByLabel('Rotation of ads').selectOption('By weight');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Shown in 50% of the places of its size').first().waitFor();
  await page
    .getByRole('button', { name: /^Weight of / })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel('Weight', { exact: true });
  await field.fill('101');
  await field.evaluate((input) => {
    input.closest('form')?.setAttribute('novalidate', '');
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Must be 1 to 100').waitFor();
  await expectAccessible(page);
  await field.fill('3');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Shown in 75% of the places of its size').waitFor();
  await page.getByText('Shown in 25% of the places of its size').waitFor();
  const weights = await Promise.all(
    creatives.map(async ({ id }) => (await app.ctx.creatives.findById(id))?.weight),
  );
  expect(weights.sort()).toEqual([1, 3]);
  expect(offences).toEqual([]);
});

it('rates of ads are told where they decide', async () => {
  const account = await anAccount(app);
  const { campaign, creatives } = await createActiveCampaign(app.ctx, {
    campaign: { advertiserId: account.id, creativeRotation: 'optimized_clicks' },
    sizes: ['300x250', '300x250'],
  });
  const { ctx } = app;
  const [creativeId = ''] = creatives.map(({ id }) => id);
  const result = { creativeId, served: 0, impressions: 10_000, clicks: 500, conversions: 0 };
  await ctx.creativeResultStore.add([result], ctx.now());
  await ctx.creativeResults.refresh();
  await ctx.inventory.rerank();
  const path = `/panel/campaigns/${campaign.id}`;
  const { page, offences } = await openPanel(browser, app, { account, path });
  await page.getByText('The one that is clicked most').waitFor();
  await page.getByText(/ · rate 5%, with 95% probability from 4\.\d+% to 5\.\d+%/).waitFor();
  await page.getByText(/ · no view yet; the rate is expected from /).waitFor();
  expect(await page.getByRole('button', { name: /^Weight of / }).count()).toBe(0);
  expect(offences).toEqual([]);
});

it('a new campaign has its rotation, and its ads their weights, from the wizard on', async () => {
  const account = await anAccount(app);
  const { page, offences } = await openPanel(browser, app, {
    account,
    path: '/panel/campaigns/new',
  });
  await page.getByLabel('Name').fill('Weighed');
  await page.getByLabel('Landing page').fill('https://shop.example/');
  await page.getByLabel('Budget in USD').fill('120');
  await page.getByLabel('Rotation of ads').selectOption('By weight');
  await page.getByRole('button', { name: 'Ads', exact: true }).click();
  await page
    .getByLabel('Choose files for ads')
    .setInputFiles([{ name: 'ad.png', mimeType: 'image/png', buffer: aPng('300x250') }]);
  await page.getByLabel('Weight', { exact: true }).fill('40');
  await page.getByRole('button', { name: 'Summary' }).click();
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await page.getByRole('heading', { name: 'Weighed' }).waitFor();
  await page.getByRole('button', { name: 'Weight of ad' }).click();
  await expectAccessible(page);
  expect(await page.getByRole('dialog').getByLabel('Weight', { exact: true }).inputValue()).toBe(
    '40',
  );
  expect(offences).toEqual([]);
});
