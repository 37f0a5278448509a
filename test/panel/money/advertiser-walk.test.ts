import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { expectAccessible, expectFits, openPanel, photograph } from '../support';
import { type MoneyWorld, startMoneyWorld, tile } from './money-world';

let world: MoneyWorld;
beforeAll(async () => {
  world = await startMoneyWorld();
});
afterAll(() => world.close());

it('an advertiser pays in, follows the deposit, and sees what a campaign takes of it', async () => {
  const account = await world.addAccount('advertiser');
  const { page, offences } = await openPanel(world.browser, world.app, {
    account,
    path: '/panel/wallet',
  });
  let loads = 0;
  page.on('load', () => (loads += 1));
  await tile(page, 'Funds').getByText('0 coins').waitFor();
  await page.getByRole('button', { name: 'Copy deposit code' }).click();
  await page.getByText('Copied.').waitFor();
  const message = await page.evaluate<string>('navigator.clipboard.readText()');
  await world.deposit('8', message);

  const deposits = page.getByRole('table', { name: 'Deposits' });
  const step = deposits.locator('[aria-current=step]');
  await step.getByText('Waits until the ledger closes the block').waitFor();
  await expectAccessible(page);
  world.closeBlock();
  await step.getByText('Booked once its block is deep enough').waitFor();
  await photograph(page, 'deposit-in-a-block');
  world.closeBlock();
  await step.waitFor({ state: 'hidden' });
  await deposits.getByText('booked', { exact: true }).waitFor();
  await tile(page, 'Funds').getByText('8.00 coins').waitFor();
  await tile(page, 'Funds').getByText('$4.00').waitFor();
  const statement = page.getByRole('table', { name: /^Statement of/ });
  await statement.getByRole('row', { name: 'Deposit' }).getByText('8.00 coins').waitFor();

  await world.startCampaign(account, 'Spring shoes');
  await world.view();
  const charged = statement.getByRole('row', { name: 'Views and clicks' });
  await charged.getByRole('link', { name: 'Spring shoes' }).waitFor();
  await charged.getByText('\u22121.00 coins').waitFor();
  await charged.getByText('\u2212$0.50').waitFor();
  await tile(page, 'Funds').getByText('7.00 coins').waitFor();
  await page.setViewportSize({ width: 360, height: 800 });
  await expectFits(page);
  expect(loads).toBe(0);
  expect(offences).toEqual([]);
});
