import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { fundsOf, supplyFeesOf } from '../../../src/money/books/book';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import type { Account } from '../../../src/identity/accounts/account';
import { charge } from '../../money/pockets/pocket-owners';
import { anAccount, expectAccessible, expectFits, openPanel } from '../support';

let app: TestApp;
let browser: Browser;
let account: Account;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
  account = await anAccount(app, ['operator']);
});
afterAll(() => browser.close());

it('an operator begins with the whole server: finds, spend, fees, what is wrong', async () => {
  await charge(app, 'fees', app.ctx.now(), [
    { book: fundsOf('a'.repeat(32)), amount: -150_000_000_000n },
    { book: supplyFeesOf(3), amount: 150_000_000_000n },
  ]);
  const { page, offences } = await openPanel(browser, app, { account, path: '/panel/' });
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.getByText('No exchange rate holds').waitFor();
  await page.getByText('1.50 coins').waitFor();
  for (const name of ['Finds', 'Fill', 'Spend', 'Revenue'])
    await page.locator('button.tile', { hasText: name }).waitFor();
  await page.getByText('Nothing was paid in 30 days.').waitFor();
  await page.locator('button.tile', { hasText: 'Revenue' }).click();
  await page.getByRole('img', { name: 'Revenue over time' }).waitFor();
  expect(new URL(page.url()).searchParams.get('series')).toBe('revenue');
  await page.setViewportSize({ width: 360, height: 800 });
  await expectFits(page);
  await expectAccessible(page);
  expect(offences).toEqual([]);
});

it('an operator sets the exchange rate, says so once more where it looks like a slip, and reads its history', async () => {
  const { page, offences } = await openPanel(browser, app, {
    account,
    path: '/panel/operator/settlement',
  });
  await page.getByText('No rate was set yet').waitFor();
  const field = page.getByLabel('USD per coin');
  const set = page.getByRole('button', { name: 'Set the rate' });
  await field.fill('0,02');
  await set.click();
  const rates = page.getByRole('table', { name: 'Exchange rate' });
  await rates.getByText('$0.02', { exact: true }).waitFor();
  expect(app.ctx.rates.recent(app.ctx.now())?.rate).toBe(2_000_000_000n);
  await field.fill('3');
  await set.click();
  await page.getByText('over ten times off').waitFor();
  await page.getByLabel('It is right').check();
  await set.click();
  await rates.getByText('$3.00', { exact: true }).waitFor();
  // The hour that runs keeps its rate.
  expect(await rates.getByRole('row').count()).toBe(3);
  expect(app.ctx.rates.recent(app.ctx.now())?.rate).toBe(2_000_000_000n);
  expect((await app.ctx.rateStore.listBefore(null, 9)).map(({ rate }) => rate)).toEqual([
    300_000_000_000n,
    2_000_000_000n,
  ]);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectFits(page);
  await expectAccessible(page);
  expect(offences).toEqual([]);
});
