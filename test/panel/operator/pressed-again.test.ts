import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { setAuctionType } from '../../../src/market/auction-types/auction-type.service';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { createActiveCampaign } from '../../support/campaigns';
import { askToWithdraw } from '../operator-data';
import { anAccount, openPanel } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

const open = async (path: string) =>
  openPanel(browser, app, {
    account: await anAccount(app, ['operator']),
    path: `/panel/operator${path}`,
  });

describe('an operator who presses again', () => {
  it('reads no more of an approval that failed once another has worked', async () => {
    const { id } = await anAccount(app);
    const { creatives } = await createActiveCampaign(app.ctx, { campaign: { advertiserId: id } });
    const { page, offences } = await open('/creatives?status=unreviewed');
    await page.route('**/graphql', async (route) => {
      if (/mutation ApproveCreative\(/.test(route.request().postData() ?? '')) await route.abort();
      else await route.continue();
    });
    await page.getByRole('button', { name: `Approve ${creatives[0]!.name}` }).click();
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: /^Approve \d+/ }).click();
    await page.getByText('No creative is like that.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(offences).toEqual([]);
  });

  it('approves a withdrawal once, however often it is pressed', async () => {
    const { id: accountId } = await anAccount(app);
    const id = await askToWithdraw(app.ctx, accountId);
    const { page, offences } = await open('/settlement');
    await page.getByRole('button', { name: `Approve ${id}` }).dblclick();
    await page.getByText('No withdrawal waits').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(offences).toEqual([]);
  });

  it('sets the price of auctions that holds, not another one', async () => {
    await setAuctionType(app.ctx, 'second_price');
    const { page, offences } = await open('/settlement');
    const field = page
      .getByRole('form', { name: 'Set the price of auctions' })
      .getByLabel('Winners pay');
    await page.getByRole('cell', { name: 'The next best bid' }).waitFor();
    expect(await field.inputValue()).toBe('second_price');
    expect(offences).toEqual([]);
  });
});
