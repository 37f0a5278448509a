import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { createCampaign } from '../../../src/demand/campaigns/campaign-creation.service';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { aCampaign } from '../../support/campaigns';
import { anAccount, expectAccessible, openPanel, photograph } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

/** Refuses the answers to questions for the list that are about something. */
const refuseList = (page: Page, about: RegExp) =>
  page.route('**/graphql', (route) =>
    /query CampaignTable\(/.test(route.request().postData() ?? '') &&
    about.test(route.request().postData() ?? '')
      ? route.fulfill({
          contentType: 'application/json',
          body: '{"errors":[{"message":"x","extensions":{"code":"INTERNAL_SERVER_ERROR"}}]}',
        })
      : route.continue(),
  );

const searchField = (page: Page) => page.getByLabel('Search names');
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' }).click();

async function openCampaigns(names: readonly string[]) {
  const account = await anAccount(app);
  for (const name of names)
    await createCampaign(app.ctx, aCampaign({ advertiserId: account.id, name, status: 'draft' }));
  return { account, ...(await openPanel(browser, app, { account })) };
}

describe('a list that cannot be read', () => {
  it('keeps its search, and what is to be deleted, and is read again', async () => {
    const { account, page, offences } = await openCampaigns(['Shoes', 'Hats', 'Gloves']);
    await page.goto(`${app.url}/panel/campaigns`);
    await page.getByRole('checkbox', { name: 'Choose Gloves' }).check();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await refuseList(page, /hat/);
    await searchField(page).fill('hat');
    await page.getByText('The server has a problem').waitFor();
    await expectAccessible(page);
    await photograph(page, 'list-not-read');
    expect(await searchField(page).inputValue()).toBe('hat');
    await page.locator('input[type=search]:focus').waitFor();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    expect(
      await app.ctx.campaigns.models[0]!.collection.countDocuments({
        advertiserId: account.id,
        status: 'draft',
      }),
    ).toBe(3);
    await page.unrouteAll();
    await tryAgain(page);
    await page.getByRole('link', { name: 'Hats' }).waitFor();
    await page.getByRole('link', { name: 'Shoes' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Hats' }).waitFor();
    expect(offences).toEqual([]);
  });

  it('has a search also where no page of the list was ever read', async () => {
    const { page, offences } = await openCampaigns(['Shoes', 'Hats']);
    await refuseList(page, /"search":null/);
    await page.goto(`${app.url}/panel/campaigns`);
    await page.getByText('The server has a problem').waitFor();
    await searchField(page).fill('hat');
    await page.getByRole('link', { name: 'Hats' }).waitFor();
    await searchField(page).fill('');
    await page.getByText('The server has a problem').waitFor();
    await page.unrouteAll();
    await tryAgain(page);
    await page.getByRole('link', { name: 'Shoes' }).waitFor();
    expect(offences).toEqual([]);
  });
});
