import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { createActiveCampaign } from '../../support/campaigns';
import { eventually } from '../../support/eventually';
import { anAccount, expectAccessible, expectFits, openPanel, photograph } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

it('has the ads of all campaigns, which are stopped and deleted there', async () => {
  const account = await anAccount(app);
  const ids: string[] = [];
  for (const name of ['Spring', 'Autumn']) {
    const { creatives } = await createActiveCampaign(app.ctx, {
      campaign: { advertiserId: account.id, name },
      sizes: ['300x250', '728x90'],
    });
    for (const { id, scope } of creatives) {
      await app.ctx.creatives.update(id, { status: 'active' }, { name: `${name} ${scope}` });
      ids.push(id);
    }
  }
  const { page, offences } = await openPanel(browser, app, { account, path: '/panel/creatives' });
  const stored = async () =>
    (await app.ctx.creatives.listOwned(account.id, ids)).map(
      ({ name, status }) => `${name}: ${status}`,
    );
  await page.getByText('Spring 300x250').waitFor();
  await page.getByRole('link', { name: 'Autumn' }).first().waitFor();
  await expectAccessible(page);
  await expectFits(page);
  await photograph(page, 'creative-list');
  await page.setViewportSize({ width: 360, height: 800 });
  await expectFits(page);
  await photograph(page, 'creative-list-narrow');
  await page.setViewportSize({ width: 1440, height: 900 });
  const choose = (name: string) => page.getByRole('checkbox', { name: `Choose ${name}` }).check();
  await choose('Spring 300x250');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByText('1 ad is stopped.').waitFor();
  const spring = ['Spring 300x250: inactive', 'Spring 728x90: active'];
  const kept = ['Autumn 300x250: active', ...spring];
  expect((await stored()).sort()).toEqual([kept[0], 'Autumn 728x90: active', ...spring]);
  // A campaign that runs keeps one: the server says so of it, and does the rest.
  await choose('Spring 728x90');
  await choose('Autumn 728x90');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('alert').getByText('Spring 728x90:').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await choose('Autumn 728x90');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('1 is deleted in 20 seconds').waitFor();
  await page.getByRole('button', { name: 'Delete now' }).click();
  await eventually(async () => {
    expect((await stored()).sort()).toEqual(kept);
  }, 30_000);
  expect(offences).toEqual([]);
});
