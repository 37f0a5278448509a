import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { setRate } from '../../../src/money/rates/rate.service';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { usd } from '../../support/campaigns';
import { anAccount, openPanel } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

it('an operator says that a rate is right of one that is far off, of no other that is refused', async () => {
  await setRate(app.ctx, { rate: usd('0.02') });
  const account = await anAccount(app, ['operator']);
  const path = '/panel/operator/settlement';
  const { page, offences } = await openPanel(browser, app, { account, path });
  const field = page.getByLabel('USD per coin');
  const set = page.getByRole('button', { name: 'Set the rate' });
  const isRight = page.getByLabel('It is right');
  await field.fill('much');
  await set.click();
  await page.getByText('Must be an amount').waitFor();
  expect(await isRight.count()).toBe(0);
  await field.fill('0');
  expect(await isRight.count()).toBe(0);
  await set.click();
  await page.getByText('Must be above 0').waitFor();
  expect(await isRight.count()).toBe(0);
  await field.fill('3');
  expect(await isRight.count()).toBe(0);
  await set.click();
  await isRight.waitFor();
  // It stays to be seen while another rate is typed.
  await field.fill('');
  expect(await isRight.count()).toBe(1);
  expect(offences).toEqual([]);
});
