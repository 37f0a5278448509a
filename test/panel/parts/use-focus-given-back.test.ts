import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import type { Account } from '../../../src/identity/accounts/account';
import { createWebhook } from '../../../src/insight/notifications/webhook.service';
import { launchBrowser } from '../../support/browser';
import { createActiveCampaign } from '../../support/campaigns';
import { startApp, type TestApp } from '../../support/app';
import { payReceipt } from '../operator-data';
import { anAccount, openPanel } from '../support';

const address = '0001-00000004-DBEB';

let app: TestApp;
let browser: Browser;
let account: Account;
let campaignId: string;
let otherId: string;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
  account = await anAccount(app, ['advertiser', 'operator']);
  const advertiserId = account.id;
  ({
    campaign: { id: campaignId },
  } = await createActiveCampaign(app.ctx, { campaign: { advertiserId } }));
  otherId = (await anAccount(app)).id;
  const url = 'https://hooks.example/';
  await createWebhook(app.ctx, { accountId: account.id, url, kinds: ['view.accepted'] });
});
afterAll(() => browser.close());
beforeEach(async () => {
  for (const model of app.ctx.peerReceipts.models) await model.deleteMany();
  const id = await payReceipt(app.ctx, address);
  const receipt = (await app.ctx.peerReceipts.find(id))!;
  await app.ctx.peerReceipts.change(receipt, { state: 'unexplained' });
});

/** Opens the dialog of a button by the keyboard. */
async function press(page: Page, button: Locator): Promise<Locator> {
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.locator(':focus').waitFor();
  return dialog;
}

const expectFocus = (page: Page, button: Locator) => button.and(page.locator(':focus')).waitFor();

/** A page with the button of a dialog that is drawn only while it is open. */
const dialogs = [
  ['webhooks', /^Edit$/],
  ['campaign', /^Times of /],
  ['operator/peer-receipts', /^Give to an account: /],
  ['operator/peer-receipts', /^Keep: /],
  ['user', /^Suspend/],
] as const;

describe('a dialog that is closed', () => {
  it.each(dialogs)(
    'gives the focus back to the button that opened it: %s, %s',
    async (at, name) => {
      const paths = { campaign: `campaigns/${campaignId}`, user: `operator/users/${otherId}` };
      const path = `/panel/${at === 'campaign' || at === 'user' ? paths[at] : at}`;
      const { page, offences } = await openPanel(browser, app, { account, path });
      const button = page.getByRole('button', { name }).first();
      const dialog = await press(page, button);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await expectFocus(page, button);
      await press(page, button);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expectFocus(page, button);
      expect(offences).toEqual([]);
    },
  );

  it('gives it back once its change is saved', async () => {
    const path = `/panel/campaigns/${campaignId}`;
    const { page, offences } = await openPanel(browser, app, { account, path });
    const button = page.getByRole('button', { name: /^Alternative text of / });
    const dialog = await press(page, button);
    await dialog.getByLabel('Alternative text').fill('Shoes');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expectFocus(page, button);
    expect(offences).toEqual([]);
  });
});
