import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startApp, type TestApp } from '../support/app';
import { launchBrowser } from '../support/browser';
import { anAccount, openPanel } from './support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

/** The settings, where what is saved waits for the word of the test. */
async function openSettings() {
  const account = await anAccount(app);
  const { page, offences } = await openPanel(browser, app, { account, path: '/panel/settings' });
  const form = page.locator('form').filter({ has: page.getByLabel('Your name') });
  const save = form.getByRole('button', { name: 'Save' });
  const name = form.getByLabel('Your name');
  await name.fill('Alice');
  const asked = Promise.withResolvers<null>();
  const { promise: answered, resolve: answer } = Promise.withResolvers<null>();
  await page.route('**/graphql', async (route) => {
    if (/mutation/.test(route.request().postData() ?? '')) {
      asked.resolve(null);
      await answered;
    }
    await route.continue();
  });
  await save.focus();
  await page.keyboard.press('Enter');
  await asked.promise;
  expect(await save.isDisabled()).toBe(true);
  const isSaved = async () => {
    answer(null);
    await save.and(page.locator(':enabled')).waitFor();
  };
  return { page, offences, save, name, isSaved };
}

describe('a button that was pressed and waits', () => {
  it('has the focus again once it is answered', async () => {
    const { page, offences, save, isSaved } = await openSettings();
    await isSaved();
    await save.and(page.locator(':focus')).waitFor();
    expect(offences).toEqual([]);
  });

  it('leaves the focus to somebody who has gone on', async () => {
    const { page, offences, name, isSaved } = await openSettings();
    await name.focus();
    await isSaved();
    expect(await name.and(page.locator(':focus')).count()).toBe(1);
    expect(offences).toEqual([]);
  });

  it('takes no focus once somebody has pressed elsewhere', async () => {
    const { page, offences, isSaved } = await openSettings();
    await page.locator('h1').click();
    await isSaved();
    expect(await page.locator('button:focus').count()).toBe(0);
    expect(offences).toEqual([]);
  });
});
