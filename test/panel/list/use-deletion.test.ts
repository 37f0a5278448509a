import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Route } from 'playwright-core';
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

it('rows that are being deleted stay away while others are deleted, too', async () => {
  const account = await anAccount(app);
  for (const name of ['Shoes', 'Hats', 'Gloves'])
    await createCampaign(app.ctx, aCampaign({ advertiserId: account.id, name, status: 'draft' }));
  const path = '/panel/campaigns';
  const { page, offences } = await openPanel(browser, app, { account, path });
  const held = [Promise.withResolvers<Route>(), Promise.withResolvers<Route>()];
  const waiting = held.values();
  await page.route('**/graphql', (route) => {
    if (!route.request().postData()?.includes('mutation DeleteCampaign(')) return route.continue();
    return waiting.next().value?.resolve(route);
  });
  const remove = async (name: string) => {
    await page.getByRole('checkbox', { name: `Choose ${name}` }).check();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete now' }).click();
  };
  const row = (name: string) => page.getByRole('link', { name, exact: true });
  await remove('Shoes');
  const first = await held[0]!.promise;
  await remove('Hats');
  const second = await held[1]!.promise;
  expect([await row('Shoes').count(), await row('Hats').count()]).toEqual([0, 0]);
  const isReadAgain = page.waitForResponse((response) =>
    Boolean(response.request().postData()?.includes('query CampaignTable(')),
  );
  await first.continue();
  await page.getByText('1 campaign is deleted.').waitFor();
  await isReadAgain;
  await row('Gloves').waitFor();
  expect([await row('Shoes').count(), await row('Hats').count()]).toEqual([0, 0]);
  await second.continue();
  await page.getByText('1 campaign', { exact: true }).waitFor();
  expect(offences).toEqual([]);
});
