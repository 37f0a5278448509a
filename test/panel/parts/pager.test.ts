import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { createCampaign } from '../../../src/demand/campaigns/campaign-creation.service';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { aCampaign } from '../../support/campaigns';
import { anAccount, openPanel } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

it('a page behind the last one, as where the last row of it was deleted, leads back', async () => {
  const account = await anAccount(app);
  const advertiserId = account.id;
  for (let made = 1; made <= 51; made += 1)
    await createCampaign(
      app.ctx,
      aCampaign({ advertiserId, name: `Draft ${made}`, status: 'draft' }),
    );
  const path = '/panel/campaigns?page=2';
  const { page, offences } = await openPanel(browser, app, { account, path });
  await page.getByRole('checkbox', { name: 'Choose Draft 1', exact: true }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete now' }).click();
  await page.getByText('1 campaign is deleted.').waitFor();
  await page.getByRole('button', { name: 'Page 1', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Choose Draft 51', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Page 1', exact: true }).waitFor({ state: 'detached' });
  expect(offences).toEqual([]);
});
