import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page, Route } from 'playwright-core';
import { createCampaign } from '../../../src/demand/campaigns/campaign-creation.service';
import { createOwnedSite } from '../../../src/supply/sites/publisher-site.service';
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

/** Keeps the next question for the whole list; the others go on. */
async function holdWhole(page: Page): Promise<{ readonly asked: Promise<Route> }> {
  const { promise, resolve } = Promise.withResolvers<Route>();
  await page.route('**/graphql', (route) => {
    const question = route.request().postData() ?? '';
    if (!/query \w+Table\(/.test(question) || !question.includes('"search":null'))
      return route.continue();
    resolve(route);
  });
  return { asked: promise };
}

const searchField = (page: Page) => page.locator('input[type=search]');

async function openBoth(path: string) {
  const account = await anAccount(app, ['advertiser', 'publisher']);
  const { id } = account;
  await createCampaign(
    app.ctx,
    aCampaign({ advertiserId: id, name: 'Shoes.example', status: 'draft' }),
  );
  await createOwnedSite(app.ctx, {
    ...{ publisherId: id, name: 'Shoes.example', host: `${id}.example` },
  });
  return openPanel(browser, app, { account, path });
}

describe('a list with tools', () => {
  it.each(['campaigns', 'sites'])(
    'of %s keeps them where a search that found nothing is taken back',
    async (what) => {
      const { page, offences } = await openBoth(`/panel/${what}?search=zzz`);
      await page.locator('.none').first().waitFor();
      const { asked } = await holdWhole(page);
      await searchField(page).fill('');
      const route = await asked;
      expect(await searchField(page).count()).toBe(1);
      await route.continue();
      await page.getByRole('link', { name: 'Shoes.example' }).waitFor();
      expect(await searchField(page).and(page.locator(':focus')).count()).toBe(1);
      expect(offences).toEqual([]);
    },
  );

  it('keeps them while it is read again that could not be read', async () => {
    const { page, offences } = await openBoth('/panel/settings');
    await page.route('**/graphql', (route) =>
      /query CampaignTable\(/.test(route.request().postData() ?? '')
        ? route.fulfill({
            contentType: 'application/json',
            body: '{"errors":[{"message":"x","extensions":{"code":"INTERNAL_SERVER_ERROR"}}]}',
          })
        : route.continue(),
    );
    await page.goto(`${app.url}/panel/campaigns`);
    await page.getByText('The server has a problem').waitFor();
    await page.unrouteAll();
    const { asked } = await holdWhole(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    const route = await asked;
    expect(await searchField(page).count()).toBe(1);
    await route.continue();
    await page.getByRole('link', { name: 'Shoes.example' }).waitFor();
    expect(offences).toEqual([]);
  });
});
