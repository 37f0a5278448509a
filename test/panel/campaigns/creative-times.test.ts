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

it('an ad gets times of its own and a text, and a campaign caps; mistakes are told where they are made', async () => {
  const account = await anAccount(app);
  const { campaign, creatives } = await createActiveCampaign(app.ctx, {
    campaign: { advertiserId: account.id },
  });
  const { id } = creatives[0]!;
  const path = `/panel/campaigns/${campaign.id}`;
  const { page, offences } = await openPanel(browser, app, { account, path });
  await page.getByRole('button', { name: /^Times of / }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Starts').fill('2026-12-01T10:00');
  await dialog.getByLabel('Ends').fill('2026-11-01T10:00');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Must not be before the start').waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Ends').fill('2026-12-24T10:00');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^Dec 1, 2026.* to Dec 24, 2026/).waitFor();
  expect(await app.ctx.creatives.findById(id)).toMatchObject({
    startsAt: new Date('2026-12-01T10:00:00Z'),
    endsAt: new Date('2026-12-24T10:00:00Z'),
  });

  // A field has no seconds, and no year of five digits: times that nobody touches stay.
  const times = { startsAt: null, endsAt: new Date('2027-10-31T01:30:59Z') };
  await app.ctx.creatives.update(id, { status: 'active' }, times);
  await page.reload();
  await page.getByRole('button', { name: /^Times of / }).click();
  await dialog.getByLabel('Starts').fill('2026-12-02T10:00');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await app.ctx.creatives.findById(id)).toMatchObject({
    ...{ startsAt: new Date('2026-12-02T10:00:00Z'), endsAt: times.endsAt },
  });

  await page.getByRole('button', { name: /^Alternative text of / }).click();
  await dialog.getByLabel('Alternative text').fill('x'.repeat(256));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText(/Must have 1 to 255 bytes/).waitFor();
  await dialog.getByLabel('Alternative text').fill(' Shoes, half price ');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await app.ctx.creatives.findById(id)).toMatchObject({ alt: 'Shoes, half price' });

  await page.goto(`${app.url}${path}/edit`);
  await page.getByLabel('Views by one visitor').fill('3/day; 3/moon');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/must be 1 to 9999 views per hour/i).waitFor();
  await page.getByLabel('Views by one visitor').fill('3/day; 9/week');
  await page.getByLabel('Also to visitors who are not recognised').uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('3/day; 9/week; no unknown visitors').waitFor();
  const { frequencyCaps, showsToUnknownVisitors } = (await app.ctx.campaigns.findById(
    campaign.id,
  ))!;
  expect([frequencyCaps, showsToUnknownVisitors]).toEqual([['3/day', '9/week'], false]);
  expect(offences).toEqual([]);
});
