import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { holdPayments } from '../../../src/money/payments/payment.service';
import { approveWithdrawal } from '../../../src/money/withdrawals/withdrawal.service';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { askToWithdraw } from '../operator-data';
import { anAccount, openPanel } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

it('approved withdrawals that are held are shown behind the first fifty, too', async () => {
  const held: string[] = [];
  for (let accounts = 0; accounts < 6; accounts += 1) {
    const { id: accountId } = await anAccount(app, ['publisher']);
    await holdPayments(app.ctx, { accountId, reason: 'tax papers' });
    // More than 10 are not open at once.
    for (let made = 0; made < 9; made += 1) {
      const id = await askToWithdraw(app.ctx, accountId);
      await approveWithdrawal(app.ctx, id);
      held.push(id);
    }
  }
  const account = await anAccount(app, ['operator']);
  const { page, offences } = await openPanel(browser, app, {
    account,
    path: '/panel/operator/settlement',
  });
  const waiting = page.getByRole('region', { name: 'Waiting withdrawals' });
  const behind = held.toSorted().slice(50);
  const rejectOf = (id: string) => waiting.getByRole('button', { name: `Reject ${id}` });
  await waiting.getByText('tax papers').nth(49).waitFor();
  for (const id of behind) expect(await rejectOf(id).count()).toBe(0);
  await waiting.getByRole('button', { name: 'Next' }).click();
  for (const id of behind) await rejectOf(id).waitFor();
  expect(await waiting.getByText('tax papers').count()).toBe(4);
  await waiting.getByRole('button', { name: 'To the beginning' }).click();
  await waiting.getByText('tax papers').nth(49).waitFor();
  expect(offences).toEqual([]);
});
