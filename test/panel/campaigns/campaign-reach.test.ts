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

/** Views of a visitor who sees the campaign so often. */
const viewsOf = (times: number) => Array.from({ length: times }, (_view, at) => at + 1);

it('a campaign tells how many visitors saw it once, twice or more often, and its views by frequency', async () => {
  const account = await anAccount(app);
  const { campaign, creatives } = await createActiveCampaign(app.ctx, {
    campaign: { advertiserId: account.id },
  });
  const own = { advertiserId: account.id, campaignId: campaign.id };
  const view = { ...own, creativeId: creatives[0]?.id ?? '', occurredAt: new Date() };
  const known = [1, 1, 1, 1, 2, 2, 3, 12].flatMap(viewsOf);
  await tellVerdicts(app.ctx, [...known.map((frequency) => ({ ...view, frequency })), view, view]);
  await foldAllChanges(app.ctx);
  const path = `/panel/campaigns/${campaign.id}`;
  const { page, offences } = await openPanel(browser, app, { account, path });
  const reach = page.locator('section', { has: page.getByRole('heading', { name: 'Reach' }) });
  await reach.getByText('Visitors reached since the beginning: 8.').waitFor();
  await reach.getByText('it is not known whose they are: 2.').waitFor();
  const cells = await reach.locator('tbody tr').allInnerTexts();
  expect(cells.map((row) => row.split(/\s*\t\s*/))).toEqual([
    ['1×', '4', '50%'],
    ['2×', '2', '25%'],
    ['3×', '1', '12.5%'],
    ['10× or more', '1', '12.5%'],
  ]);

  await page.getByLabel('By', { exact: true }).selectOption('Frequency');
  const table = page.getByRole('table', { name: 'Figures by Frequency' });
  await table.getByRole('cell', { name: '11 and more', exact: true }).waitFor();
  const views = (await table.locator('tbody tr').allInnerTexts()).map((row) =>
    row.split(/\s*\t\s*/).slice(0, 2),
  );
  expect(views).toEqual([
    ...[8, 4, 2, 1, 1, 1, 1, 1, 1, 1].map((count, at) => [String(at + 1), String(count)]),
    ['11 and more', '2'],
    ['Not known', '2'],
  ]);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 900 });
  await expectFits(page);
  expect(offences).toEqual([]);
});
