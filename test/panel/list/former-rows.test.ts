import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
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

async function openCampaigns(names: readonly string[]) {
  const account = await anAccount(app);
  for (const name of names)
    await createCampaign(app.ctx, aCampaign({ advertiserId: account.id, name, status: 'draft' }));
  return openPanel(browser, app, { account, path: '/panel/campaigns' });
}

/** Holds the answers to questions for the list, until it is called. */
async function holdList(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<null>();
  await page.route('**/graphql', async (route) => {
    if (/query CampaignTable\(/.test(route.request().postData() ?? '')) await promise;
    await route.continue();
  });
  return () => {
    resolve(null);
  };
}

const all = (page: Page) => page.getByRole('checkbox', { name: 'Choose all of this page' });

describe('rows of former filters', () => {
  it('are nobody’s to choose until those of the new ones are there', async () => {
    const { page, offences } = await openCampaigns(['Shoes', 'Hats']);
    await all(page).waitFor();
    const answer = await holdList(page);
    const asked = page.waitForRequest((request) => request.postData()?.includes('hat') === true);
    await page.getByLabel('Search names').fill('hat');
    await asked;
    await page.locator('[aria-busy=true]').getByText('Shoes').waitFor();
    await all(page).click();
    answer();
    await page.getByText('Shoes').waitFor({ state: 'detached' });
    await all(page).and(page.locator(':not(:checked)')).waitFor();
    expect(await page.getByText('1 chosen').count()).toBe(0);
    expect(offences).toEqual([]);
  });

  it('are those of the same filters where the order alone is another one', async () => {
    const { page, offences } = await openCampaigns(['Shoes', 'Hats']);
    await all(page).waitFor();
    const answer = await holdList(page);
    const asked = page.waitForRequest((request) => request.postData()?.includes('name') === true);
    await page.getByLabel('Order').selectOption('name');
    await asked;
    await all(page).check();
    await page.getByText('2 chosen').waitFor();
    answer();
    expect(offences).toEqual([]);
  });
});
