import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { anAccount, fillBasics, openPanel } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

const longWord = 'Donaudampfschifffahrtsgesellschaftskampagne';

it('a new campaign is told with the budget of a day that was typed, and its files by their kinds, on a phone', async () => {
  const account = await anAccount(app);
  const path = '/panel/campaigns/new';
  const { page, offences } = await openPanel(browser, app, { account, path, width: 360 });
  await fillBasics(page, longWord);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('GIF, JPEG, PNG, WEBP, AVIF, HTML, ZIP, MP4; an image must').waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  const ofDay = page.locator('.facts > div').filter({ hasText: 'At most a day, in USD' });
  await ofDay.getByText('120 USD', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Save as draft' }).click();
  const said = page.locator('.status-text');
  await said.getByText(`${longWord} is saved.`).waitFor();
  const room = await said.evaluate(({ clientWidth, scrollWidth }) => clientWidth - scrollWidth);
  expect(room).toBe(0);
  expect(offences).toEqual([]);
});
