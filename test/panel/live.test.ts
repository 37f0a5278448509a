import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { Account } from '../../src/identity/accounts/account';
import { send, startApp, type TestApp } from '../support/app';
import { launchBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { anId } from '../support/events';
import { tellVerdicts } from '../support/verdicts';
import { aCreative, aRunningCampaign, aSite } from '../support/verification';
import { anAccount, openPanel } from './support';

const [campaignId, creativeId, siteId] = [anId(), anId(), anId()];
let app: TestApp;
let browser: Browser;
let account: Account;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
  account = await anAccount(app, ['advertiser', 'publisher']);
  const { id } = account;
  await app.ctx.campaigns.insert(aRunningCampaign({ id: campaignId, advertiserId: id }), 9);
  await app.ctx.creatives.insert(
    [aCreative({ id: creativeId, campaignId, advertiserId: id })],
    anId(),
    new Date(),
  );
  await app.ctx.sites.insertOrFind(aSite({ id: siteId, publisherId: id }));
}, 300_000);
afterAll(() => browser.close());

const view = () =>
  tellVerdicts(app.ctx, [
    {
      ...{ advertiserId: account.id, publisherId: account.id },
      ...{ siteId, campaignId, creativeId, occurredAt: new Date() },
    },
  ]);
const tile = (page: Page, value: number) =>
  page
    .locator('.tile', { hasText: 'Views' })
    .locator('.tile-value', { hasText: new RegExp(`^${value}$`) });
const openStreams = async () => {
  const { body } = await send(`${app.url}/metrics`);
  return Number(/^adgate_streams_open(?:\{[^}]*\})? (\d+)$/m.exec(body as string)?.[1]);
};
const reads = (page: Page) => {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  return () => loads;
};

describe('figures that somebody looks at', () => {
  it.each([
    ['a campaign', `campaigns/${campaignId}`],
    ['a site', `sites/${siteId}`],
    ['the dashboard', 'dashboard'],
  ])(
    'follow what happens to %s, without a reload, and nothing once the page is left',
    async (_what, path) => {
      const { page, offences } = await openPanel(browser, app, {
        account,
        path: `/panel/${path}`,
      });
      const loads = reads(page);
      const value = page.locator('.tile', { hasText: 'Views' }).locator('.tile-value');
      await value.waitFor();
      const before = Number(await value.innerText());
      if (path !== 'dashboard')
        await eventually(async () => {
          expect(await openStreams()).toBeGreaterThan(0);
        }, 60_000);
      await view();
      await tile(page, before + 1).waitFor();
      await view();
      await tile(page, before + 2).waitFor();
      expect(loads()).toBe(0);
      await page.getByRole('link', { name: 'Wallet' }).click();
      await page.getByRole('heading', { name: 'Statement' }).waitFor();
      await eventually(async () => {
        expect(await openStreams()).toBe(0);
      }, 60_000);
      expect(offences).toEqual([]);
    },
    300_000,
  );
});
