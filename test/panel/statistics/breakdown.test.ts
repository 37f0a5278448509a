import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { foldAllChanges } from '../../../src/insight/statistics/roll-ups/fold-changes.service';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { createActiveCampaign } from '../../support/campaigns';
import { tellVerdicts } from '../../support/verdicts';
import { anAccount, expectAccessible, expectFits, openPanel } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

it('figures stand on the cards of ads, by ad, size and more, and as a file', async () => {
  const account = await anAccount(app);
  const { campaign, creatives } = await createActiveCampaign(app.ctx, {
    campaign: { advertiserId: account.id },
    sizes: ['300x250', '728x90'],
  });
  const ids = [creatives[0]?.id, creatives[0]?.id, creatives[1]?.id];
  await tellVerdicts(
    app.ctx,
    ids.map((creativeId = '') => ({
      ...{ advertiserId: account.id, campaignId: campaign.id, creativeId },
      occurredAt: new Date(),
    })),
  );
  await foldAllChanges(app.ctx);
  const path = `/panel/campaigns/${campaign.id}`;
  const { page, offences } = await openPanel(browser, app, { account, path });
  const ads = page.getByRole('table', { name: 'Figures by Ad' });
  await ads.getByRole('cell', { name: 'Banner 300x250' }).waitFor();
  const card = page.getByRole('listitem').filter({ hasText: 'Banner 300x250' });
  await card.getByText('Views 2').waitFor();
  await page.getByLabel('By', { exact: true }).selectOption('Size');
  const sizes = page.getByRole('table', { name: 'Figures by Size' });
  await sizes.getByRole('cell', { name: '728x90', exact: true }).waitFor();
  const href = await page.getByRole('link', { name: 'Save as CSV' }).getAttribute('href');
  const lines = decodeURIComponent(href ?? '').split('\r\n');
  expect(lines.slice(1, 3).map((line) => line.slice(0, 13))).toEqual([
    '"300x250","2"',
    '"728x90","1",',
  ]);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 900 });
  await expectFits(page);
  expect(offences).toEqual([]);
}, 60_000);
