import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { foldAllChanges } from '../../../src/insight/statistics/roll-ups/fold-changes.service';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { createActiveCampaign } from '../../support/campaigns';
import { tellVerdicts } from '../../support/verdicts';
import { anAccount, openPanel } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

const targeting = {
  requires: { user: { country: ['de', 'at'] }, site: {}, device: { type: ['mobile'] } },
  excludes: { user: {}, site: { category: ['supplements'], domain: ['bad.example'] }, device: {} },
};

async function anAudience() {
  const account = await anAccount(app);
  const { campaign, creatives } = await createActiveCampaign(app.ctx, {
    campaign: { advertiserId: account.id, targeting },
  });
  const [{ id: creativeId } = { id: '' }] = creatives;
  const seen = { advertiserId: account.id, campaignId: campaign.id, creativeId };
  await tellVerdicts(app.ctx, [{ ...seen, occurredAt: new Date(), country: 'de' }]);
  await foldAllChanges(app.ctx);
  return { account, path: `/panel/campaigns/${campaign.id}` };
}

/** Puts an option into the answers to why a campaign is not shown: no find has met it. */
const putUnmet = (page: Page) =>
  page.addInitScript(`
    const { fetch } = window;
    window.fetch = async (url, init) => {
      const answer = await fetch(url, init);
      if (!String(init?.body).includes('query Why(')) return answer;
      const features = '"features":[{"feature":"requires user:country","count":3}]';
      return new Response((await answer.text()).replace('"features":[]', features), answer);
    };`);

it.each([
  {
    locale: 'en-US',
    required: 'Country: Germany, Austria; Device type: Phone',
    excluded: 'Site category: Food supplements; Domain: bad.example',
    row: 'Germany',
    by: 'By',
    country: 'Country',
    unmet: 'Require: Country: 3',
  },
  {
    locale: 'de-DE',
    required: 'Land: Deutschland, Österreich; Geräteart: Telefon',
    excluded: 'Kategorie der Website: Nahrungsergänzung; Domain: bad.example',
    row: 'Deutschland',
    by: 'Nach',
    country: 'Land',
    unmet: 'Verlangen: Land: 3',
  },
])('an audience is told by its names in $locale', async (told) => {
  const { account, path } = await anAudience();
  const { locale } = told;
  const { page, offences } = await openPanel(browser, app, { account, path, locale });
  await page.getByText(told.required, { exact: true }).waitFor();
  await page.getByText(told.excluded, { exact: true }).waitFor();
  await page.getByLabel(told.by, { exact: true }).selectOption(told.country);
  await page.getByRole('cell', { name: told.row, exact: true }).waitFor();
  // A file means the same to everybody who reads it.
  const file = await page.locator('a[download="country.csv"]').getAttribute('href');
  expect(decodeURIComponent(file ?? '')).toMatch(/\r\n"de",/);
  await putUnmet(page);
  await page.goto(`${app.url}${path}/why`);
  await page.getByText(told.unmet, { exact: true }).waitFor();
  expect(offences).toEqual([]);
});
