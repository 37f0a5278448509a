import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { suspendAccount } from '../../src/identity/accounts/account-management.service';
import { startApp, type TestApp } from '../support/app';
import { launchBrowser } from '../support/browser';
import { createActiveCampaign } from '../support/campaigns';
import { anAccount, openPanel } from './support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

async function press(page: Page, button: Locator): Promise<void> {
  await button.focus();
  await page.keyboard.press('Enter');
}

/**
 * Presses a button of the open dialog as a key does. At once: a dialog that opens gives the focus to its first button, which is
 * the one that closes it, and a key that is sent between would press that.
 */
const pressInDialog = (page: Page, name: string) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name })
    .evaluate((it) => {
      it.focus();
      it.click();
    });

/** Waits until something has the focus. */
const hasFocus = (page: Page, it: Locator) => it.and(page.locator(':focus')).waitFor();

/** An advertiser's campaign, on its page. */
async function openCampaign() {
  const account = await anAccount(app);
  const { campaign } = await createActiveCampaign(app.ctx, {
    campaign: { advertiserId: account.id },
  });
  return openPanel(browser, app, { account, path: `/panel/campaigns/${campaign.id}` });
}

/** The operator's page of a user who is shut out. */
async function openSuspended() {
  const account = await anAccount(app, ['operator']);
  const { id } = await anAccount(app);
  await suspendAccount(app.ctx, { id, reason: 'Clicks on its own ads' });
  return openPanel(browser, app, { account, path: `/panel/operator/users/${id}` });
}

const openTokens = async () =>
  openPanel(browser, app, { account: await anAccount(app), path: '/panel/tokens' });

async function makeToken(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await press(page, page.getByRole('button', { name: 'Create token' }));
  await pressInDialog(page, 'I have it');
  await page.getByRole('button', { name: `Delete ${name}` }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

describe('the focus of something that goes away', () => {
  it('is in the form that replaces the button', async () => {
    const { page, offences } = await openCampaign();
    await press(page, page.getByRole('button', { name: 'Add a conversion' }));
    await page.locator('form :is(input, select):focus').waitFor();
    expect(offences).toEqual([]);
  });

  it('is on the button that takes back what was done', async () => {
    const { page, offences } = await openSuspended();
    await press(page, page.getByRole('button', { name: 'Let in again' }));
    await hasFocus(page, page.getByRole('button', { name: 'Suspend' }));
    expect(offences).toEqual([]);
  });

  it('is at the heading of the list that a line has left', async () => {
    const { page, offences } = await openTokens();
    for (const name of ['First', 'Second']) await makeToken(page, name);
    await press(page, page.getByRole('button', { name: 'Delete First' }));
    await pressInDialog(page, 'Delete token');
    await page.getByRole('button', { name: 'Delete First' }).waitFor({ state: 'detached' });
    await hasFocus(page, page.getByRole('heading', { name: 'Your tokens' }));
    expect(offences).toEqual([]);
  });

  it('is on the page where the list went with its last line', async () => {
    const { page, offences } = await openTokens();
    await makeToken(page, 'First');
    await press(page, page.getByRole('button', { name: 'Delete First' }));
    await pressInDialog(page, 'Delete token');
    await page.getByRole('heading', { name: 'No tokens yet' }).waitFor();
    await page.locator('main:focus, main :focus').waitFor();
    expect(offences).toEqual([]);
  });

  it('is at the button that made a secret, once that was seen', async () => {
    const { page, offences } = await openTokens();
    await makeToken(page, 'First');
    await hasFocus(page, page.getByRole('button', { name: 'Create token' }));
    expect(offences).toEqual([]);
  });

  it('is at a button that still waits when the secret was seen', async () => {
    const { page, offences } = await openTokens();
    const button = page.getByRole('button', { name: 'Create token' });
    await page.getByLabel('Name').fill('First');
    await press(page, button);
    const seen = page.getByRole('button', { name: 'I have it' });
    await seen.waitFor();
    await button.evaluate((it) => it.setAttribute('disabled', ''));
    await press(page, seen);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await button.evaluate((it) => it.removeAttribute('disabled'));
    await hasFocus(page, button);
    expect(await button.getAttribute('tabindex')).not.toBe('-1');
    expect(offences).toEqual([]);
  });

  it('is on the choice again, once that was saved', async () => {
    const { page, offences } = await openCampaign();
    const choice = page.getByLabel('A click counts');
    await choice.focus();
    await choice.selectOption('basic');
    await page.getByRole('button', { name: 'Copy code for every page' }).waitFor();
    await hasFocus(page, choice.and(page.locator(':enabled')));
    expect(offences).toEqual([]);
  });

  it('stays with somebody who has pressed elsewhere', async () => {
    const { page, offences } = await openSuspended();
    const { promise: answered, resolve: answer } = Promise.withResolvers<null>();
    await page.route('**/graphql', async (route) => {
      if (/mutation/.test(route.request().postData() ?? '')) await answered;
      await route.continue();
    });
    await press(page, page.getByRole('button', { name: 'Let in again' }));
    // Where nothing takes the focus.
    await page.getByRole('banner').click();
    answer(null);
    await page.getByRole('button', { name: 'Suspend' }).waitFor();
    expect(await page.locator('button:focus').count()).toBe(0);
    expect(offences).toEqual([]);
  });
});
