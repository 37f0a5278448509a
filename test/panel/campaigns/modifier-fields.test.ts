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

it('a campaign gets multipliers of its bid, one in a row', async () => {
  const account = await anAccount(app);
  const { campaign } = await createActiveCampaign(app.ctx, {
    campaign: { advertiserId: account.id, bidModifiers: ['Mo-Fr 09:00-17:00 1.2'] },
  });
  const path = `/panel/campaigns/${campaign.id}/edit`;
  const { page, offences } = await openPanel(browser, app, { account, path });
  const add = page.getByRole('button', { name: 'Add a multiplier' });
  expect(await page.getByLabel('Where multiplier 1 holds').inputValue()).toBe('Mo-Fr 09:00-17:00');
  await add.click();
  await page.getByLabel('Multiplier 2', { exact: true }).fill('1,25');
  await add.click();
  await page.getByLabel('Kind of multiplier 3').selectOption('Country');
  await page.getByLabel('Where multiplier 3 holds').fill('zz');
  await page.getByLabel('Multiplier 3', { exact: true }).fill('0.5');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Is no country of the taxonomy').waitFor();
  await expectAccessible(page);
  await page.getByLabel('Where multiplier 3 holds').fill('PL');
  await page.getByRole('button', { name: 'Remove multiplier 1' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('device:mobile 1.25; country:pl 0.5').waitFor();
  expect((await app.ctx.campaigns.findById(campaign.id))?.bidModifiers).toEqual([
    'device:mobile 1.25',
    'country:pl 0.5',
  ]);
  expect(offences).toEqual([]);
});
