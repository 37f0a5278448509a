import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { createBidStrategy } from '../../../src/demand/bid-strategies/bid-strategy.service';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { createActiveCampaign } from '../../support/campaigns';
import { eventually } from '../../support/eventually';
import { anAccount, openPanel } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

/** An advertiser's campaign, on its page; the advertiser has a bid strategy of its own. */
async function openCampaign() {
  const account = await anAccount(app);
  const { id: advertiserId } = account;
  const { campaign, creatives } = await createActiveCampaign(app.ctx, {
    campaign: { advertiserId },
    // The last active one of an active campaign cannot be stopped.
    sizes: ['300x250', '728x90'],
  });
  const strategy = await createBidStrategy(app.ctx, {
    ...{ advertiserId, name: 'Evenings', medium: campaign.medium, vendor: campaign.vendor },
  });
  const path = `/panel/campaigns/${campaign.id}`;
  const opened = await openPanel(browser, app, { account, path });
  return { ...opened, creative: creatives[0]!, strategy };
}

describe('the page of a campaign', () => {
  it('stops and starts an ad by the keyboard', async () => {
    const { page, offences, creative } = await openCampaign();
    const isActive = page.getByRole('switch', { name: `${creative.name} is active` });
    const statusIs = (status: string) =>
      eventually(async () => {
        expect((await app.ctx.creatives.findById(creative.id))?.status).toBe(status);
      }, 60_000);
    await isActive.focus();
    await page.keyboard.press('Space');
    await statusIs('inactive');
    await isActive.and(page.locator(':focus:not(:checked)')).waitFor();
    await page.keyboard.press('Space');
    await statusIs('active');
    await isActive.and(page.locator(':focus:checked')).waitFor();
    expect(offences).toEqual([]);
  });

  it.each([
    ['en-US', /^Delete /, 'Delete ad', 'Is the last active creative of an active campaign.'],
    [
      'de-DE',
      / löschen$/,
      'Anzeige löschen',
      'Ist das letzte aktive Werbemittel einer aktiven Kampagne.',
    ],
  ] as const)('says why the last ad stays, without a field: %s', async (locale, one, all, why) => {
    const account = await anAccount(app);
    const campaign = { advertiserId: account.id };
    const { id } = (await createActiveCampaign(app.ctx, { campaign })).campaign;
    const path = `/panel/campaigns/${id}`;
    const { page, offences } = await openPanel(browser, app, { account, path, locale });
    await page.locator('.creatives').getByRole('button', { name: one }).click();
    await page.getByRole('dialog').getByRole('button', { name: all }).click();
    await page.getByRole('alert').getByText(why, { exact: true }).waitFor();
    expect(offences).toEqual([]);
  });

  it('tells no more of a strategy that could not be made once another one is chosen', async () => {
    const { page, offences, strategy } = await openCampaign();
    await page.route('**/graphql', async (route) => {
      if (/mutation CreateBidStrategy/.test(route.request().postData() ?? '')) await route.abort();
      else await route.continue();
    });
    await page.getByText('Strategies of your own').click();
    await page.getByLabel('Name of a new one').fill('Mornings');
    await page.getByRole('button', { name: 'Make and use it' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'This has not worked' });
    await alert.waitFor();
    await page.getByLabel('It bids by').selectOption(strategy.id);
    await page.getByText('The campaign bids by it.').waitFor();
    expect(await alert.count()).toBe(0);
    expect(offences).toEqual([]);
  });
});
