import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { earningsOf, fundsOf } from '../../../src/money/books/book';
import { bookDeposit } from '../../../src/money/pockets/pocket.service';
import { charge } from '../../money/pockets/pocket-owners';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { anAccount, openPanel } from '../support';

const coin = 10n ** 11n;

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

/** Loses the first answer to an operation, which was done. */
async function loseAnswer(page: Page, operation: string): Promise<void> {
  let isLost = false;
  await page.route('**/graphql', async (route) => {
    if (isLost || route.request().postData()?.includes(operation) !== true) return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
}

/** Confirms what is asked, and once more after the answer was lost. */
async function confirmTwice(page: Page, action: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: action });
  await confirm.click();
  await dialog.getByRole('alert').getByText('The server cannot be reached.').waitFor();
  await confirm.click();
  await dialog.waitFor({ state: 'detached' });
  expect(await page.getByRole('alert').count()).toBe(0);
}

describe('after an answer that was lost, tried again,', () => {
  it('coins are withdrawn once', async () => {
    const account = await anAccount(app, ['publisher']);
    const { id, payoutAddress: from } = account;
    const to = 'ads:0001-00000003-AB0C';
    await app.ctx.accounts.setPayoutAddress(id, { from, to, changedAt: null });
    await bookDeposit(app.ctx, { accountId: id, amount: 10n * coin });
    const { page, offences } = await openPanel(browser, app, { account, path: '/panel/wallet' });
    await loseAnswer(page, 'mutation RequestWithdrawal(');
    await page.getByRole('textbox', { name: 'Coins' }).fill('2');
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await confirmTwice(page, 'Withdraw');
    await page.getByRole('table', { name: 'Withdrawals' }).waitFor();
    expect(await app.ctx.withdrawals.models[0]!.countDocuments({ accountId: id })).toBe(1);
    expect(offences).toEqual([]);
  });

  it('earnings are moved once, and it is said that they were', async () => {
    const account = await anAccount(app, ['publisher']);
    const books = [earningsOf(account.id), fundsOf(account.id)] as const;
    await charge(app, `test:${account.id}`, new Date(), [
      { book: books[0], amount: 3n * coin },
      { book: 'outside:deposits', amount: -3n * coin },
    ]);
    const { page, offences } = await openPanel(browser, app, { account, path: '/panel/payments' });
    await loseAnswer(page, 'mutation MoveEarnings(');
    await page.getByRole('button', { name: 'Use for campaigns' }).click();
    await confirmTwice(page, 'Move to funds');
    await page.getByText('Your earnings are funds now.').waitFor();
    const balances = await app.ctx.books.balancesOf(books);
    expect(books.map((book) => balances.get(book))).toEqual([0n, 3n * coin]);
    expect(offences).toEqual([]);
  });
});
