import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { bookDeposit } from '../../../src/money/pockets/pocket.service';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { anAccount, openPanel } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

it('the statement of a month has no line of the month that was chosen before', async () => {
  const now = new Date();
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0));
  app.clock.now = () => before;
  const account = await anAccount(app);
  await bookDeposit(app.ctx, { accountId: account.id, amount: 10n ** 12n });
  app.clock.now = () => now;
  const [month, monthBefore] = [now, before].map((at) => at.toISOString().slice(0, 7));
  const { page, offences } = await openPanel(browser, app, {
    account,
    path: `/panel/wallet?month=${monthBefore}`,
  });
  const statement = page.getByRole('region', { name: /^Statement of/ });
  await statement.getByRole('row').nth(1).waitFor();

  const { promise: answered, resolve: answer } = Promise.withResolvers<null>();
  await page.route('**/graphql', async (route) => {
    if (/query Statement\(/.test(route.request().postData() ?? '')) await answered;
    await route.continue();
  });
  const name = await statement.getByRole('heading').first().innerText();
  await statement.getByLabel('Month').selectOption(month ?? '');
  await page.getByRole('heading', { name }).waitFor({ state: 'detached' });
  expect(await statement.getByRole('row').count()).toBe(0);
  answer(null);
  await statement.getByText('Nothing was booked in this month').waitFor();
  expect(offences).toEqual([]);
});
