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

it('an ad gets caps of its own, which its card says; an entry that is no cap is refused', async () => {
  const account = await anAccount(app);
  const { campaign, creatives } = await createActiveCampaign(app.ctx, {
    campaign: { advertiserId: account.id },
  });
  const { id } = creatives[0]!;
  const path = `/panel/campaigns/${campaign.id}`;
  const { page, offences } = await openPanel(browser, app, { account, path });
  await page.getByRole('button', { name: /^Views by one visitor of / }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel('Views by one visitor', { exact: true });
  await field.fill('1/day; often');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Must be 1 to 9999 views per').waitFor();
  await expectAccessible(page);
  await field.fill('1/day; 3/life');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Views by one visitor: 1/day; 3/life').waitFor();
  const stored = () => app.ctx.creatives.findById(id);
  expect(await stored()).toMatchObject({ frequencyCaps: ['1/day', '3/life'] });
  await page.getByRole('button', { name: /^Views by one visitor of / }).click();
  await field.fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await stored()).toMatchObject({ frequencyCaps: null });
  expect(offences).toEqual([]);
});
