import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Account } from '../../../src/identity/accounts/account';
import { pauseSettlement, resumeSettlement } from '../../../src/money/payments/settlement.service';
import { addressOfUser } from '../../money/payments/ledger-world';
import { expectAccessible, expectFits, openPanel, photograph } from '../support';
import { type MoneyWorld, startMoneyWorld, tile } from './money-world';

let world: MoneyWorld;
let advertiser: Account;
let operator: Account;
beforeAll(async () => {
  world = await startMoneyWorld();
  advertiser = await world.addAccount('advertiser');
  operator = await world.addAccount('operator');
  await world.fund(advertiser, '8');
  await world.startCampaign(advertiser, 'Spring shoes');
});
afterAll(() => world.close());

const open = (account: Account, path: string) =>
  openPanel(world.browser, world.app, { account, path: `/panel/${path}` });
const stepOf = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).locator('[aria-current=step]');

it('a publisher sees a view in the earnings, and their payment from stage to stage', async () => {
  await pauseSettlement(world.app.ctx, 'The ledger is upgraded');
  const { page, offences } = await open(world.publisher, 'payments');
  await tile(page, 'Earned, not yet paid').getByText('0 coins').waitFor();
  await page.getByText(addressOfUser(2)).waitFor();
  await world.view();
  await tile(page, 'Earned, not yet paid').getByText('0.98').waitFor();
  await page.getByText('The operator has paused all payments').waitFor();
  await resumeSettlement(world.app.ctx, { fromLedger: false });

  await stepOf(page, 'Payments').getByText('Waits for a closed block of the ledger.').waitFor();
  await tile(page, 'Earned, not yet paid').getByText('0 coins').waitFor();
  await expectAccessible(page);
  await photograph(page, 'payment-on-its-way');
  world.closeBlock();
  world.closeBlock();
  const payment = page.getByRole('table', { name: 'Payments' }).getByRole('row').nth(1);
  await payment.getByText('confirmed').waitFor();
  const paid = world.ledger.paid().get(addressOfUser(2)) ?? 0n;
  expect(Number(paid) / 1e11).toBeGreaterThan(0.9);
  await page.getByLabel('Returned').check();
  await page.getByText('No payment is like that.').waitFor();
  await page.getByLabel('Confirmed').check();
  await page.getByLabel('Transaction or address').fill('0001-00000002');
  await payment.getByRole('button', { name: 'What for' }).click();
  const parts = page.getByRole('region', { name: 'What the payment is for' });
  await parts.getByRole('row', { name: 'News' }).waitFor();
  await page.setViewportSize({ width: 360, height: 800 });
  await expectFits(page);
  expect(offences).toEqual([]);
});

it('a publisher makes earnings funds, withdraws them, and reads at each stage what they wait for', async () => {
  await pauseSettlement(world.app.ctx, 'The ledger is upgraded');
  await world.view();
  const { page, offences } = await open(world.publisher, 'payments');
  const wallet = await page.context().newPage();
  await wallet.goto(`${world.app.url}/panel/wallet`);
  await tile(page, 'Earned, not yet paid').getByText('0.98').waitFor();
  await page.getByRole('button', { name: 'Use for campaigns' }).click();
  await page.getByRole('button', { name: 'Move to funds' }).click();
  await page.getByText('Your earnings are funds now.').waitFor();

  // The other page follows by itself: its funds, and what may be withdrawn.
  await tile(wallet, 'Funds').getByText('0.98').waitFor();
  await wallet.getByText('You can withdraw').locator('..').getByText('0.98').waitFor();
  await wallet.getByLabel('Coins').fill('0.5');
  await wallet.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await wallet.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  const step = stepOf(wallet, 'Withdrawals');
  await step.getByText('Waits for the operator, as this server sends no mail.').waitFor();
  await expectAccessible(wallet);

  const { page: money } = await open(operator, 'operator/settlement');
  await money.getByRole('button', { name: /^Approve/ }).click();
  await step.getByText('The operator has paused all payments.').waitFor();
  await money.getByRole('button', { name: 'Resume payments' }).click();
  await step.getByText('Waits for a closed block of the ledger.').waitFor();
  await photograph(wallet, 'withdrawal-on-its-way');
  world.closeBlock();
  world.closeBlock();
  const withdrawals = wallet.getByRole('table', { name: 'Withdrawals' });
  await withdrawals.getByText('confirmed').waitFor();
  await wallet.getByRole('row', { name: 'Withdrawal' }).getByText('\u22120.50 coins').waitFor();
  expect(offences).toEqual([]);
});
