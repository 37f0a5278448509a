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

it('an ad gets pixels, a line each; the line that is wrong is named', async () => {
  const account = await anAccount(app);
  const { campaign, creatives } = await createActiveCampaign(app.ctx, {
    campaign: { advertiserId: account.id },
  });
  const { id } = creatives[0]!;
  const path = `/panel/campaigns/${campaign.id}`;
  const { page, offences } = await openPanel(browser, app, { account, path });
  await page.getByRole('button', { name: /^Impression pixels of / }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel('Impression pixels', { exact: true });
  await field.fill('https://one.example/a\n\n http://two.example/b');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Line 2: Must be an https URL').waitFor();
  await expectAccessible(page);
  await field.fill('https://one.example/a\n\n https://two.example/b?{price} \n');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await app.ctx.creatives.findById(id)).toMatchObject({
    impressionPixels: ['https://one.example/a', 'https://two.example/b?{price}'],
  });
  expect(offences).toEqual([]);
});
