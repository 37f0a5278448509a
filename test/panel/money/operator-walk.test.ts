import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sumFees } from '../../../src/money/payments/operator-figures.service';
import { eventually } from '../../support/eventually';
import { expectAccessible, expectFits, openPanel } from '../support';
import { type MoneyWorld, startMoneyWorld, tile } from './money-world';

let world: MoneyWorld;
beforeAll(async () => {
  world = await startMoneyWorld();
});
afterAll(() => world.close());

it('an operator gives a deposit that names nobody to its sender, and sees what the server has of it', async () => {
  const advertiser = await world.addAccount('advertiser');
  const operator = await world.addAccount('operator');
  const { page, offences } = await openPanel(world.browser, world.app, {
    account: operator,
    path: '/panel/operator/settlement',
  });
  await page.getByText('Every deposit has its account.').waitFor();
  await world.deposit('8', 'ab'.repeat(32));
  world.closeBlock();
  world.closeBlock();
  // It comes by itself.
  await page.getByRole('button', { name: /^Assign / }).click();
  await page.getByRole('textbox', { name: 'Account' }).fill(String(advertiser.email));
  await page.getByRole('dialog').getByRole('button', { name: 'Assign' }).click();
  await page.getByText('Every deposit has its account.').waitFor();

  const { page: wallet } = await openPanel(world.browser, world.app, {
    account: advertiser,
    path: '/panel/wallet',
  });
  await tile(wallet, 'Funds').getByText('8.00 coins').waitFor();
  await page.goto(`${world.app.url}/panel/operator/overview`);
  await tile(page, 'Your fees in all').getByText('0 coins').waitFor();
  await world.startCampaign(advertiser, 'Spring shoes');
  await world.view();
  // Of 1 coin, one hundredth of demand and one of supply.
  await tile(page, 'Your fees in all').getByText('0.02 coins').waitFor();
  await tile(page, 'Your fees in all').getByText('$0.01').waitFor();
  expect(await sumFees(world.app.ctx)).toBe(2_000_000_000n);
  await eventually(async () => {
    expect(await tile(page, 'Spend').innerText()).toBe('$0.50');
  }, 60_000);
  await tile(page, 'Spend').click();
  const figures = page.getByRole('region', { name: 'Figures', exact: true });
  await figures.getByText('Show as a table').click();
  await eventually(async () => {
    const file = await figures.getByRole('link', { name: 'Save as CSV' }).getAttribute('href');
    // The file has the figures of the chart.
    expect(decodeURIComponent(file ?? '')).toMatch(/"Time","Spend"\r\n[^]*","0\.50*"\r\n$/);
  }, 60_000);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectFits(page);
  expect(offences).toEqual([]);
});
