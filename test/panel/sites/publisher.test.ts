import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { Account } from '../../../src/identity/accounts/account';
import { setRate } from '../../../src/money/rates/rate.service';
import { startApp, type TestApp } from '../../support/app';
import { desktopUserAgent, launchBrowser } from '../../support/browser';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { eventually } from '../../support/eventually';
import { anAccount, openPanel, photograph } from '../support';

let app: TestApp;
let browser: Browser;
let publisher: Account;
let server: Server;
let html = '';
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
  await setRate(app.ctx, { rate: usd('0.5') });
  await createActiveCampaign(app.ctx, {
    campaign: { advertiserId: (await anAccount(app)).id, pacing: 'asap' },
  });
  publisher = await anAccount(app, ['publisher']);
  server = createServer((_req, res) => {
    res.setHeader('Content-Type', 'text/html').end(`<!doctype html><title>News</title>${html}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await browser.close();
});

/** Somebody opens the publisher's page, and sees the ad for as long as it takes to count. */
async function visit(): Promise<void> {
  const context = await browser.newContext({ userAgent: desktopUserAgent });
  const page = await context.newPage();
  const viewed = page.waitForResponse(
    (response) => response.url().startsWith(`${app.url}/view`) && response.ok(),
    { timeout: 90_000 },
  );
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await viewed;
  await context.close();
}

const openSite = async (page: Page) => {
  await page.getByRole('link', { name: 'Sites', exact: true }).first().click();
  await page.getByRole('link', { name: '127.0.0.1' }).click();
};

describe('a publisher', () => {
  it('gets from nothing to an ad on a page that earns', async () => {
    const { page, offences } = await openPanel(browser, app, { account: publisher });
    await page.getByRole('link', { name: 'Add your first site' }).click();
    await page.getByLabel('Address').fill('http://127.0.0.1/blog');
    await page.getByLabel('News').check();
    // The typed text is there when the person comes back.
    await page.reload();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Exclude video' }).click();
    await page.getByRole('button', { name: 'Create site' }).click();
    await page.getByText('No places for ads yet').waitFor();
    await page.getByLabel('Name of the place').fill('Below <the> fold');
    await page.getByRole('button', { name: 'Add placement' }).click();
    // By the very tag, in a frame; it is no view, although it is seen for long enough.
    const preview = page.frameLocator('iframe[title="Ad in Below <the> fold"]');
    await preview.getByRole('img', { name: 'Ad' }).waitFor();
    await page.getByText('On your page this would now be a view').waitFor();
    await photograph(page, 'site-code');
    await page.getByRole('button', { name: 'Copy code' }).click();
    await page.getByText('Copied.').waitFor();
    html = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(html).toMatch(/^<div data-adgate="[0-9a-f]{32}"/);

    await visit();
    // Its verdict, and what it comes to, take some seconds. The page follows by itself.
    await eventually(async () => {
      const row = page.getByRole('listitem').filter({ hasText: 'Below <the> fold' });
      expect(await row.innerText()).toContain('1 views · $0.00');
      await page.getByRole('img', { name: 'Revenue over time' }).locator('canvas').waitFor();
    }, 90_000);
    await page.getByRole('link', { name: 'Payments' }).click();
    await page.getByText('Earned, not yet paid').waitFor();
    expect(await page.getByText('0.00 coins').count()).toBe(0);
    await page.getByRole('link', { name: 'Wallet' }).click();
    await page.getByText('Views and clicks').waitFor();
    await photograph(page, 'wallet-with-earnings');
    expect(offences).toEqual([]);
  });

  it('rejects an ad, and takes that back', async () => {
    const { page, offences } = await openPanel(browser, app, { account: publisher });
    await openSite(page);
    await page.getByRole('link', { name: 'Accept or reject ads' }).click();
    await page.getByRole('button', { name: 'Reject the ad' }).click();
    await page.getByText('Nothing to decide on').waitFor();
    await page.getByText('Rejected', { exact: true }).click();
    await page.getByRole('button', { name: 'Undo the ad' }).click();
    await page.getByText('No ad is rejected').waitFor();
    await openSite(page);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('It is stopped: start it.').waitFor();
    expect(offences).toEqual([]);
  });

  it('is told what is wrong at its field', async () => {
    const { page, offences } = await openPanel(browser, app, {
      account: publisher,
      path: '/panel/sites/new',
    });
    await page.getByLabel('Address').fill('127.0.0.1');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByLabel('Excluded keywords').fill('nonsense');
    await page.getByRole('button', { name: 'Create site' }).click();
    await page
      .getByText('must be type, mime or <classifier>:<keyword>', { exact: false })
      .waitFor();
    await page.getByLabel('Excluded keywords').fill('');
    await page.getByRole('button', { name: 'Create site' }).click();
    await page.getByText('Is of a site that you have already').waitFor();
    expect(offences).toEqual([]);

    await page.goto(`${app.url}/panel/sites/${'f'.repeat(32)}`);
    await page.getByText('There is nothing here').waitFor();
    await page.getByRole('link', { name: 'Payments' }).click();
    await page.getByText('Earned, not yet paid').waitFor();
  });
});
