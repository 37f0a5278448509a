import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { foldAllChanges } from '../../../../src/insight/statistics/roll-ups/fold-changes.service';
import { createOwnedSite } from '../../../../src/supply/sites/publisher-site.service';
import type { Site } from '../../../../src/supply/sites/site.resource';
import { startApp, type TestApp } from '../../../support/app';
import { launchBrowser } from '../../../support/browser';
import { eventually } from '../../../support/eventually';
import { tellVerdicts } from '../../../support/verdicts';
import { anAccount, expectAccessible, expectFits, openPanel, photograph } from '../../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

it('finds sites, puts them in order by what they earn, and stops and starts them', async () => {
  const account = await anAccount(app, ['publisher']);
  const made: Site[] = [];
  for (const [name, host] of [
    ['Daily news', 'news.example'],
    ['Blog', 'diary.example'],
    ['Games', 'play.example'],
  ] as const)
    made.push(await createOwnedSite(app.ctx, { publisherId: account.id, name, host }));
  const [news] = made;
  await tellVerdicts(app.ctx, [
    { publisherId: account.id, siteId: news!.id, occurredAt: new Date() },
  ]);
  await foldAllChanges(app.ctx);
  const { page, offences } = await openPanel(browser, app, { account, path: '/panel/sites' });
  const namesOf = () => page.locator('tbody td[data-title] a').allInnerTexts();
  const expectNames = (names: readonly string[]) =>
    eventually(async () => {
      expect(await namesOf()).toEqual(names);
    }, 30_000);
  await expectNames(['Games', 'Blog', 'Daily news']);
  await page
    .getByRole('columnheader', { name: 'Revenue', exact: true })
    .getByRole('button')
    .click();
  await expectNames(['Daily news', 'Games', 'Blog']);
  // The chart's time and the list's order are in one address.
  await page.getByText('30 days').click();
  await page.getByLabel('Search names and hosts').fill('DIARY');
  await expectNames(['Blog']);
  await page.reload();
  await expectNames(['Blog']);
  await page.getByLabel('Search names and hosts').fill('');
  await expectNames(['Daily news', 'Games', 'Blog']);
  await page.getByRole('checkbox', { name: 'Choose all of this page' }).check();
  await page.getByText('3 chosen').waitFor();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByText('3 sites are stopped.').waitFor();
  const statuses = async () =>
    (
      await app.ctx.sites.listOwned(
        account.id,
        made.map(({ id }) => id),
      )
    ).map(({ status }) => status);
  expect(await statuses()).toEqual(['inactive', 'inactive', 'inactive']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('3 sites are started.').waitFor();
  expect(await statuses()).toEqual(['active', 'active', 'active']);
  await page.getByRole('checkbox', { name: 'Choose all of this page' }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('No site is like that').waitFor();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expectNames(['Daily news', 'Games', 'Blog']);
  expect(await statuses()).toEqual(['active', 'active', 'active']);
  await page.getByRole('checkbox', { name: 'Choose Games' }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete now' }).click();
  await page.getByText('1 site is deleted.').waitFor();
  await expectNames(['Daily news', 'Blog']);
  expect(await statuses()).toEqual(['active', 'active']);
  await expectAccessible(page);
  await expectFits(page);
  await photograph(page, 'site-list');
  await page.setViewportSize({ width: 360, height: 800 });
  await expectFits(page);
  await photograph(page, 'site-list-narrow');
  expect(offences).toEqual([]);
});
