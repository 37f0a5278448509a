import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { createCampaign } from '../../../src/demand/campaigns/campaign-creation.service';
import { createLogInLink } from '../../../src/identity/accounts/log-in-link.service';
import { de } from '../../../panel/texts/de';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { aCampaign } from '../../support/campaigns';
import { anAccount, expectAccessible, fillBasics, openPanel } from '../support';

let app: TestApp;
let browser: Browser;
let picture: Buffer;
beforeAll(async () => {
  const create = { width: 300, height: 250, channels: 3, background: '#2a7871' } as const;
  [app, browser, picture] = await Promise.all([
    startApp(),
    launchBrowser(),
    sharp({ create }).png().toBuffer(),
  ]);
});
afterAll(() => browser.close());

const path = '/panel/campaigns/new';
const choose = (page: Page, label: string, name: string, mimeType: string, buffer: Buffer) =>
  page.getByLabel(label).setInputFiles([{ name, mimeType, buffer }]);

/** Answers the next upload by an error of this code. */
async function failNext(page: Page, code: string): Promise<void> {
  let isDone = false;
  await page.route('**/graphql', async (route) => {
    const type = route.request().headers()['content-type'] ?? '';
    if (isDone || !type.startsWith('multipart/')) return route.continue();
    isDone = true;
    const errors = [{ message: 'no words of the panel', extensions: { code } }];
    return route.fulfill({ json: { errors } });
  });
}

describe('an upload that the server does not take', () => {
  it.each([
    ['INTERNAL_SERVER_ERROR', de.common.theServerHasAProblem],
    ['SERVICE_UNAVAILABLE', de.common.theServerIsBusyTry],
    ['TOO_MANY_REQUESTS', de.common.isTooOften],
  ])('with %s says so in the person’s language, and is sent again', async (code, said) => {
    const account = await anAccount(app);
    const { page, offences } = await openPanel(browser, app, { account, path, locale: 'de-DE' });
    await page.getByLabel(de.common.name).fill('Herbst');
    await page.getByLabel(de.campaigns.landingPage).fill('https://shop.example/');
    await page.getByLabel(de.campaigns.budgetInUsd).fill('120');
    await page.getByRole('button', { name: de.campaigns.ads, exact: true }).click();
    await failNext(page, code);
    await choose(page, de.campaigns.chooseFilesForAds, 'bild.png', 'image/png', picture);
    await page.locator('.uploads').getByRole('alert').waitFor();
    expect(await page.locator('.uploads').getByRole('alert').innerText()).toBe(said);
    await page.getByRole('button', { name: 'bild.png erneut senden' }).click();
    await page.getByRole('img', { name: 'bild' }).waitFor();
    expect(offences).toEqual([]);
  });

  it('as the session has ended is sent again after a log-in, and no campaign is saved without it', async () => {
    const account = await anAccount(app);
    const { page, offences } = await openPanel(browser, app, { account, path });
    await fillBasics(page, 'Long since');
    await page.getByRole('button', { name: 'Ads', exact: true }).click();
    await page.getByLabel('Choose files for ads').waitFor();
    await app.ctx.sessions.deleteAllOf(account.id, null);
    await choose(page, 'Choose files for ads', 'banner.png', 'image/png', picture);
    await page.getByText('You are logged out').waitFor();
    const tab = await page.context().newPage();
    await tab.goto(await createLogInLink(app.ctx, account.id));
    await page.getByText('You are logged out').waitFor({ state: 'hidden' });
    await page.getByText('The file has not arrived').waitFor();
    await page.getByRole('button', { name: 'Summary' }).click();
    await page.getByText('or dismiss them: banner.png').waitFor();
    await page.getByRole('button', { name: 'Send banner.png again' }).click();
    await page.getByRole('img', { name: 'banner' }).waitFor();
    expect(offences).toEqual([]);
  });
});

/** The page of a campaign, whose first ad is made and not heard of. */
async function loseFirstAd(): Promise<{ page: Page; offences: string[]; id: string }> {
  const account = await anAccount(app);
  const { id } = await createCampaign(app.ctx, aCampaign({ advertiserId: account.id }));
  const { page, offences } = await openPanel(browser, app, { account });
  let isDone = false;
  await page.route('**/graphql', async (route) => {
    if (isDone || route.request().postData()?.includes('mutation CreateCreative(') !== true)
      return route.continue();
    isDone = true;
    await route.fetch();
    return route.abort();
  });
  await page.goto(`${app.url}/panel/campaigns/${id}`);
  return { page, offences, id };
}

describe('an ad whose answer alone was lost', () => {
  it('is no second one when its file is sent again', async () => {
    const { page, offences, id } = await loseFirstAd();
    await choose(page, 'Choose files for ads', 'banner.png', 'image/png', picture);
    await page.getByRole('button', { name: 'Send banner.png again' }).click();
    await page.locator('.uploads li').waitFor({ state: 'detached' });
    expect(await app.ctx.creatives.listByCampaigns([id])).toHaveLength(1);
    await page.getByRole('img', { name: 'banner' }).waitFor();
    expect(offences).toEqual([]);
  });

  it('is no second one when it is a window that is added again', async () => {
    const { page, offences, id } = await loseFirstAd();
    const add = page.getByRole('button', { name: 'Add window' });
    await add.click();
    const problem = page.getByRole('region', { name: 'Ads', exact: true }).getByRole('alert');
    await problem.waitFor();
    await add.click();
    await problem.waitFor({ state: 'detached' });
    await page.locator('.creatives > li').first().waitFor();
    await page.locator('button[data-loading]').waitFor({ state: 'detached' });
    expect(await app.ctx.creatives.listByCampaigns([id])).toHaveLength(1);
    // Another one is another one.
    await add.click();
    await page.locator('.creatives > li').nth(1).waitFor();
    expect(await app.ctx.creatives.listByCampaigns([id])).toHaveLength(2);
    expect(offences).toEqual([]);
  });
});

it('the size of a document is chosen by the keyboard, however many sizes lie before it', async () => {
  const account = await anAccount(app);
  const { page, offences } = await openPanel(browser, app, { account, path });
  await fillBasics(page, 'By keys');
  await page.getByRole('button', { name: 'Ads', exact: true }).click();
  const unsaid = Buffer.from('<!doctype html><p>Offer</p>');
  await choose(page, 'Choose files for ads', 'unsaid.html', 'text/html', unsaid);
  const size = page.locator('.uploads select');
  await size.focus();
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('ArrowDown');
  const chosen = await size.inputValue();
  expect(chosen).toBe(await size.locator('option').nth(3).innerText());
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('.creatives').getByText(chosen, { exact: true }).waitFor();
  expect(offences).toEqual([]);
});
