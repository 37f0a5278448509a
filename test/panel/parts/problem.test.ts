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

it('a server that cannot be reached has said nothing in English', async () => {
  const account = await anAccount(app);
  await createCampaign(app.ctx, aCampaign({ advertiserId: account.id, status: 'draft' }));
  const options = { account, path: '/panel/campaigns', locale: 'de-DE' };
  const { page, offences } = await openPanel(browser, app, options);
  const active = page.getByRole('switch');
  await active.waitFor();
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('"query":"mutation') === true
      ? route.abort()
      : route.continue(),
  );
  await active.press('Space');
  const problem = page.getByRole('alert');
  await problem.getByText('Der Server ist nicht erreichbar').waitFor();
  expect(await problem.innerText()).not.toContain('Englisch');
  expect(offences).toEqual([]);
});
