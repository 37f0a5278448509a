import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { createActiveCampaign } from '../../support/campaigns';
import { anId } from '../../support/events';
import { aSite } from '../../support/verifier';
import { anAccount, expectAccessible, expectFits, openPanel } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

it('blocks where an ad leads by one press, and takes it again on the site’s page', async () => {
  const { ctx } = app;
  await createActiveCampaign(ctx, { sizes: ['300x250', '728x90'] });
  const account = await anAccount(app, ['publisher']);
  const id = anId();
  await ctx.sites.insertOrFind(aSite({ id, publisherId: account.id }));
  const blocked = async () => (await ctx.sites.findById(id))?.blockedDomains;
  const path = `/panel/sites/${id}/ads`;
  const { page, offences } = await openPanel(browser, app, { account, path, width: 360 });
  const ads = page.locator('.creatives > li');
  await ads.nth(1).waitFor();
  const name = await ads.first().locator('strong').innerText();
  const domain = name.replace(/^www\./, '');
  await page
    .getByRole('button', { name: `Block this domain: ${domain}` })
    .first()
    .click();
  await page.getByText(`Blocked here: ${domain}.`).waitFor();
  await page.getByText('Nothing to decide on').waitFor();
  expect(await blocked()).toEqual([domain]);

  await page.goto(`${app.url}/panel/sites/${id}`);
  await page.getByText('Blocked here: 1', { exact: true }).click();
  await expectAccessible(page);
  await expectFits(page);
  await page.getByRole('button', { name: `Take again: ${domain}` }).click();
  await page.getByText(`May be shown here again: ${domain}.`).waitFor();
  expect(await blocked()).toEqual([]);

  await page.goto(`${app.url}/panel/sites/${id}/edit`);
  const field = page.getByLabel('Blocked landing domains');
  await field.fill('shop.example\ncom');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('2: must have two labels').waitFor();
  await field.fill('https://www.shop.example/offers\nmünchen.example');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Blocked here: 2', { exact: true }).waitFor();
  expect(await blocked()).toEqual(['shop.example', 'xn--mnchen-3ya.example']);
  expect(offences).toEqual([]);
});
