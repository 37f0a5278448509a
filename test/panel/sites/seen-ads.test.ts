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

it('marks ads that are new since the last visit, and lists them first', async () => {
  const { ctx } = app;
  await createActiveCampaign(ctx, { sizes: ['300x250', '728x90'] });
  const account = await anAccount(app, ['publisher']);
  const id = anId();
  await ctx.sites.insertOrFind(aSite({ id, publisherId: account.id }));
  const path = `/panel/sites/${id}/ads`;
  const { page, offences } = await openPanel(browser, app, { account, path });
  const ads = page.locator('.creatives > li');
  const marks = page.getByText('New since your last visit');
  await ads.nth(1).waitFor();
  expect(await marks.count()).toBe(0);

  // Ids are drawn: of several some stand before those that were seen.
  await createActiveCampaign(ctx, { sizes: ['160x600', '320x50', '468x60', '970x250'] });
  await page.reload();
  await ads.nth(5).waitFor();
  expect(await marks.count()).toBe(4);
  const texts = await ads.allInnerTexts();
  const areNew = texts.map((text) => text.includes('New since your last visit'));
  expect(areNew).toEqual([true, true, true, true, false, false]);
  await expectAccessible(page);
  await expectFits(page);

  await page.reload();
  await ads.nth(5).waitFor();
  expect(await marks.count()).toBe(0);
  expect(offences).toEqual([]);
});
