import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { find } from '../../support/observed-finds';
import { anAccount, expectAccessible, expectFits, openPanel } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

it('a forecast stands beside bid and budget, and follows what is typed', async () => {
  const account = await anAccount(app);
  await createActiveCampaign(app.ctx, { campaign: { maxCpm: usd('5') } });
  const { campaign } = await createActiveCampaign(app.ctx, {
    campaign: { advertiserId: account.id, maxCpm: usd('8') },
  });
  const { page, offences } = await openPanel(browser, app, {
    ...{ account, path: '/panel/campaigns/new', width: 360 },
  });
  const forecast = page.getByRole('region', { name: 'Forecast' });
  await forecast.getByText('Give a budget, and it shows what it brings.').waitFor();
  await page.getByLabel('Budget in USD').fill('120');
  await forecast.getByText('No page has asked for ads of this kind yet').waitFor();

  for (const host of ['one.example', 'two.example', 'three.example'])
    for (let nth = 0; nth < 16; nth += 1) await find(app.ctx, { host });
  await app.ctx.findSampler.flush();
  // The sample that was read a moment ago is not read again.
  Object.assign(app.ctx.recentFinds, { kept: null });
  await page.goto(`${app.url}/panel/campaigns/${campaign.id}/edit`);
  await forecast.getByText('Made of 48 kept requests of pages since').waitFor();
  const views = forecast.locator('.tile', { hasText: 'Views a day' });
  expect(await views.innerText()).toMatch(/1,\d00/);
  await page.getByLabel('USD for 1,000 views').fill('1');
  await views.getByText('0', { exact: true }).waitFor();
  await expectAccessible(page);
  await expectFits(page);
  expect(offences).toEqual([]);
});

/** Waits for a forecast that is asked for with these terms among its own. */
const forecastOf = (page: Page, terms: Readonly<Record<string, unknown>>) =>
  page.waitForRequest((sent) => {
    if (sent.method() !== 'POST' || !sent.url().endsWith('/graphql')) return false;
    const text = sent.postData() ?? '';
    if (!text.includes('query Forecast(')) return false;
    const { variables } = JSON.parse(text) as { variables: { input: Record<string, unknown> } };
    return Object.entries(terms).every(
      ([name, value]) => JSON.stringify(variables.input[name]) === JSON.stringify(value),
    );
  });

it('a forecast is of the terms that are typed: hours and their clock, and others on the page', async () => {
  const account = await anAccount(app);
  const { campaign } = await createActiveCampaign(app.ctx, {
    campaign: {
      ...{ advertiserId: account.id, schedule: ['Sa 10:00-14:00'], timeZone: 'Asia/Tokyo' },
      scheduleClock: 'visitor',
    },
  });
  const { page, offences } = await openPanel(browser, app, {
    ...{ account, path: '/panel/campaigns/new' },
  });
  const typed = { schedule: ['Mo-Fr 09:00-17:00'], timeZone: 'Europe/Warsaw' };
  const byCampaign = forecastOf(page, { ...typed, scheduleClock: 'campaign' });
  await page.getByLabel('Budget in USD').fill('120');
  await page.getByLabel('Days and hours').fill('Mo-Fr 09:00-17:00');
  await page.getByLabel('Time zone').fill('Europe/Warsaw');
  await byCampaign;
  const byVisitor = forecastOf(page, { ...typed, scheduleClock: 'visitor' });
  await page.getByLabel('Hours by the visitor’s clock').check();
  await byVisitor;

  const { schedule, timeZone, scheduleClock } = campaign;
  const kept = forecastOf(page, { campaignId: campaign.id, schedule, timeZone, scheduleClock });
  await page.goto(`${app.url}/panel/campaigns/${campaign.id}/edit`);
  await kept;
  const once = forecastOf(page, {
    showsOncePerPage: true,
    category: 'IAB20',
    competitiveExclusion: true,
  });
  await page.getByLabel('Each ad once a page').check();
  await page.getByLabel('Category', { exact: true }).selectOption('Travel');
  await page.getByLabel('Not beside competitors').check();
  await once;
  expect(offences).toEqual([]);
});
