import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page, Route } from 'playwright-core';
import type { Account } from '../../../src/identity/accounts/account';
import { createWebhook } from '../../../src/insight/notifications/webhook.service';
import { createOwnedPlacement } from '../../../src/supply/placements/publisher-placement.service';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { createActiveCampaign } from '../../support/campaigns';
import { anId } from '../../support/events';
import { aSite } from '../../support/verifier';
import { payReceipt } from '../operator-data';
import { anAccount, openPanel } from '../support';

let app: TestApp;
let browser: Browser;
let account: Account;
let paths: Readonly<Record<'campaign' | 'receipts' | 'site' | 'user' | 'webhooks', string>>;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
  account = await anAccount(app, ['advertiser', 'operator', 'publisher']);
  const own = account.id;
  const { campaign } = await createActiveCampaign(app.ctx, { campaign: { advertiserId: own } });
  const url = 'https://hooks.example/';
  await createWebhook(app.ctx, { accountId: own, url, kinds: ['view.accepted'] });
  const siteId = anId();
  await app.ctx.sites.insertOrFind(aSite({ id: siteId, publisherId: own }));
  const place = { publisherId: own, siteId, size: '300x250', name: 'Top' };
  await createOwnedPlacement(app.ctx, place);
  const receipt = await payReceipt(app.ctx, '0001-00000004-DBEB');
  await app.ctx.peerReceipts.change((await app.ctx.peerReceipts.find(receipt))!, {
    state: 'unexplained',
  });
  const other = await anAccount(app);
  paths = {
    campaign: `campaigns/${campaign.id}`,
    receipts: 'operator/peer-receipts',
    site: `sites/${siteId}`,
    user: `operator/users/${other.id}`,
    webhooks: 'webhooks',
  };
});
afterAll(() => browser.close());

/** Holds the first change that the page sends. */
async function holdChange(page: Page): Promise<{ readonly change: Promise<Route> }> {
  const { promise, resolve } = Promise.withResolvers<Route>();
  await page.route('**/graphql', async (route) => {
    const isChange = route.request().postData()?.includes('"query":"mutation') === true;
    if (isChange) resolve(route);
    else await route.continue();
  });
  return { change: promise };
}

/** The page, the button that opens the dialog, the field that the dialog wants filled, and the button that saves. */
const dialogs = [
  ['campaign', /^Times of /, null, 'Save'],
  ['webhooks', /^Edit$/, null, 'Save'],
  ['site', /^Edit Top$/, null, 'Save'],
  ['site', /^Delete Top$/, null, 'Delete placement'],
  ['user', /^Suspend/, 'Reason', /^Suspend/],
  ['receipts', /^Give to an account: /, 'Account', /^Give/],
] as const;

describe('a dialog that saves', () => {
  it.each(dialogs)('stays open until that is done: %s, %s', async (at, opener, field, action) => {
    const path = `/panel/${paths[at]}`;
    const { page, offences } = await openPanel(browser, app, { account, path });
    await page.getByRole('main').getByRole('button', { name: opener }).first().click();
    const dialog = page.getByRole('dialog');
    if (field !== null) await dialog.getByLabel(field).fill(account.email ?? '');
    const held = await holdChange(page);
    await dialog.getByRole('button', { name: action }).click();
    const change = await held.change;
    await dialog.getByRole('button', { name: 'Cancel' }).and(page.locator(':disabled')).waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await change.abort();
    await page.getByText('The server cannot be reached').first().waitFor();
    if (at !== 'site' || action === 'Save') {
      await dialog.getByText('The server cannot be reached').waitFor();
      await page.keyboard.press('Escape');
    }
    await dialog.waitFor({ state: 'detached' });
    expect(offences).toEqual([]);
  });
});
