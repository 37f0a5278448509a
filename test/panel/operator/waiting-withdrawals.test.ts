import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { earningsOf } from '../../../src/money/books/book';
import { approveWithdrawal } from '../../../src/money/withdrawals/withdrawal.service';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { charge } from '../../money/pockets/pocket-owners';
import { askToWithdraw } from '../operator-data';
import { anAccount, openPanel } from '../support';

const coin = 10n ** 11n;

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());
beforeEach(async () => {
  for (const model of app.ctx.withdrawals.models) await model.deleteMany();
});

/** Withdrawals of one account that are approved. At most 10 are open at once. */
async function approved(count: number): Promise<string> {
  const { id } = await anAccount(app, ['publisher']);
  for (let made = 0; made < count; made += 1)
    await approveWithdrawal(app.ctx, await askToWithdraw(app.ctx, id));
  return id;
}

/** The page of an operator that asks for nothing again by itself. */
async function open() {
  const account = await anAccount(app, ['operator']);
  const { page, offences } = await openPanel(browser, app, { account });
  await page.addInitScript('window.setInterval = () => 0');
  await page.goto(`${app.url}/panel/operator/settlement`);
  return { page, offences, waiting: page.getByRole('region', { name: 'Waiting withdrawals' }) };
}

async function giveReason(page: Page, reason: string, action: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: action }).click();
  await dialog.waitFor({ state: 'detached' });
}

describe('waiting withdrawals', () => {
  it('are not said to be none where the next page may have some', async () => {
    for (let accounts = 0; accounts < 5; accounts += 1) await approved(10);
    const { offences, waiting } = await open();
    await waiting.getByText('On this page no withdrawal waits.').waitFor();
    await waiting.getByRole('button', { name: 'Next' }).click();
    await waiting.getByText('On this page no withdrawal waits.').waitFor();
    await waiting.getByRole('button', { name: 'To the beginning' }).click();
    await waiting.getByText('there may be more').waitFor();
    expect(await waiting.getByText('No withdrawal waits.', { exact: true }).count()).toBe(0);
    expect(offences).toEqual([]);
  });

  it('show at once that all payments are paused, and that they go on', async () => {
    await approved(1);
    const { page, offences, waiting } = await open();
    await waiting.getByText('No withdrawal waits.').waitFor();
    await page.getByRole('button', { name: 'Pause payments' }).click();
    await giveReason(page, 'the ledger forks', 'Pause');
    await waiting.getByText('The operator has paused all payments.').waitFor();
    await page.getByRole('button', { name: 'Resume payments' }).click();
    await waiting.getByText('No withdrawal waits.').waitFor();
    expect(offences).toEqual([]);
  });

  it('show at once that those of an account are held, and that they are let go', async () => {
    const id = await approved(1);
    await charge(app, `test:${id}`, new Date(), [
      { book: earningsOf(id), amount: coin },
      { book: 'outside:deposits', amount: -coin },
    ]);
    const { page, offences, waiting } = await open();
    await waiting.getByText('No withdrawal waits.').waitFor();
    await page.getByRole('button', { name: `Hold ${id}` }).click();
    await giveReason(page, 'tax papers', 'Hold');
    await waiting.getByText('tax papers').waitFor();
    await page.getByRole('button', { name: `Release ${id}` }).click();
    await waiting.getByText('No withdrawal waits.').waitFor();
    expect(offences).toEqual([]);
  });
});
