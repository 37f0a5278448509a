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

it('a campaign says what it advertises, and that it is not shown beside competitors', async () => {
  const account = await anAccount(app);
  const { campaign } = await createActiveCampaign(app.ctx, {
    campaign: { advertiserId: account.id, category: 'IAB2-3' },
  });
  const path = `/panel/campaigns/${campaign.id}/edit`;
  const { page, offences } = await openPanel(browser, app, { account, path });
  const category = page.getByLabel('Category', { exact: true });
  expect(await category.inputValue()).toBe('IAB2-3');
  await category.selectOption('none');
  expect(await page.getByLabel('Not beside competitors').count()).toBe(0);
  await category.selectOption('Travel');
  await page.getByLabel('Not beside competitors').check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Travel; not beside competitors').waitFor();
  expect(await app.ctx.campaigns.findById(campaign.id)).toMatchObject({
    ...{ category: 'IAB20', competitiveExclusion: true },
  });
  expect(offences).toEqual([]);
});
