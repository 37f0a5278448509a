import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { createActiveCampaign } from '../../support/campaigns';
import { anAccount, openPanel } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

it('an operator approves no creatives of the former status while those of the new one are on their way', async () => {
  const { creatives } = await createActiveCampaign(app.ctx);
  const { id, name } = creatives[0]!;
  await app.ctx.creatives.models[0]!.updateOne({ _id: id }, { isUnreviewed: false });
  const account = await anAccount(app, ['operator']);
  const path = '/panel/operator/creatives';
  const { page, offences } = await openPanel(browser, app, { account, path });
  await page.getByRole('img', { name }).waitFor();
  const asked = Promise.withResolvers<null>();
  const { promise: answered, resolve: answer } = Promise.withResolvers<null>();
  await page.route('**/graphql', async (route) => {
    if (/"isUnreviewed":true/.test(route.request().postData() ?? '')) {
      asked.resolve(null);
      await answered;
    }
    await route.continue();
  });
  await page.getByLabel('Status').selectOption('unreviewed');
  await asked.promise;
  expect(await page.getByRole('button', { name: /^Approve/ }).count()).toBe(0);
  answer(null);
  await page.getByText('No creative is like that.').waitFor();
  expect(offences).toEqual([]);
});
