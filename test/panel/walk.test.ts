import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { parseAmount } from '../../src/amount';
import { setRate } from '../../src/money/rates/rate.service';
import { createDemoData } from '../../src/start/demo-data';
import { send, startApp, type TestApp } from '../support/app';
import { launchBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { anAccount, expectAccessible, openPanel, photograph } from './support';

let app: TestApp;
let browser: Browser;
let picture: Buffer;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
  await setRate(app.ctx, { rate: parseAmount('0.5')! });
  await createDemoData(app.ctx);
  picture = await sharp({
    create: { width: 300, height: 250, channels: 3, background: '#2a7871' },
  })
    .png()
    .toBuffer();
});
afterAll(() => browser.close());

const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click();

/** The placement of the sample page that shows the creative, once it is its turn. */
async function findShown(page: Page, creativeId: string) {
  const shown = page.locator('[data-placement]', {
    has: page.locator('.winner', { hasText: creativeId.slice(0, 8) }),
  });
  await eventually(async () => {
    const again = page.locator('#find-again:enabled');
    await again.waitFor();
    if ((await shown.count()) === 0) await again.click();
    expect(await shown.count()).toBeGreaterThan(0);
  }, 60_000);
  return shown.first();
}

const listWith = async (token: string) =>
  (await send(`${app.url}/api/v2/campaigns`, { headers: { Authorization: `Bearer ${token}` } }))
    .status;

describe('a newcomer', () => {
  it('gets from a log-in link to an ad that is seen, and from there to a token that ends when it is deleted', async () => {
    const account = await anAccount(app);
    const { page, offences } = await openPanel(browser, app, { account });
    await page.getByRole('link', { name: 'Make your first campaign' }).click();
    await page.getByLabel('Name').fill('Spring <sale> ☀');
    await page.getByLabel('Landing page').fill('https://shop.example/');
    await page.getByLabel('Budget in USD').fill('1,200.00');
    await page.getByText('$50.00 an hour').waitFor();
    await page.getByLabel('USD for 1,000 views').fill('9');
    await next(page);
    await page.getByLabel('Search').fill('adult');
    await page.getByRole('button', { name: 'Exclude Adult' }).click();
    await page.getByText('1 excluded').waitFor();
    await photograph(page, 'wizard-audience');
    await next(page);
    await page.getByLabel('Choose files for ads').setInputFiles([
      { name: 'banner.png', mimeType: 'image/png', buffer: picture },
      { name: 'liar.png', mimeType: 'image/png', buffer: Buffer.from('no image') },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') },
    ]);
    await page.getByRole('img', { name: 'banner' }).waitFor();
    await page.getByText('Files of this kind are not shown here').waitFor();
    await page.getByText('Is not a GIF, JPEG, PNG, WebP or AVIF image').waitFor();
    await photograph(page, 'wizard-ads');

    // The typed text is there when the person comes back.
    await page.reload();
    await page.getByRole('button', { name: 'Summary' }).click();
    await page.getByText('category: adult').waitFor();
    await page.getByText('Website', { exact: true }).waitFor();
    await photograph(page, 'wizard-summary');
    await page.getByRole('button', { name: 'Start campaign' }).click();
    await page.getByRole('heading', { name: 'Spring <sale> ☀' }).waitFor();
    await page.getByRole('img', { name: 'banner' }).waitFor();
    await page.getByText('compete there with all other campaigns').waitFor();
    await page.getByText('only if you are among the audience').waitFor();
    await expectAccessible(page);
    await photograph(page, 'campaign-new');

    const opening = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'See it on the sample page' }).click();
    const sample = await opening;
    const [campaignId = ''] = /[0-9a-f]{32}/.exec(page.url()) ?? [];
    const [creative] = await app.ctx.creatives.listActiveByCampaigns([campaignId]);
    const placement = await findShown(sample, creative!.id);
    await placement.scrollIntoViewIfNeeded();
    await placement.locator('.box img').waitFor();
    await placement.locator('[data-step="view"][data-outcome="good"]').waitFor();
    const caseId = await placement.locator('[data-step="render"] dd').innerText();
    const { body } = await send(`${app.url}/demo/cases/${caseId}`);
    expect(body.events).toEqual([expect.objectContaining({ kind: 'impression' })]);

    // A change in another tab is seen in this one.
    const tab = await page.context().newPage();
    await tab.goto(page.url());
    await tab.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('It is stopped: start it.').waitFor();
    await page.getByText('You will see it there as soon as').waitFor();
    await tab.close();
    await eventually(() => {
      expect(app.ctx.inventory.find(creative!.id)).toBeNull();
    }, 60_000);

    await page.getByRole('link', { name: 'Access tokens' }).click();
    await page.getByText('No tokens yet').waitFor();
    // Where the page begins, for who goes by keyboard or reads by ear.
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    await page.getByLabel('Name').fill('Nightly <b>report</b>');
    await page.getByLabel('See your campaigns and creatives').check();
    await page.getByRole('button', { name: 'Create token' }).click();
    const token = await page.getByTestId('token').innerText();
    await photograph(page, 'token-once');
    await page.getByRole('button', { name: 'Copy token' }).click();
    await page.getByText('Copied.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(token);
    await page.getByRole('button', { name: 'I have it' }).click();
    expect(await listWith(token)).toBe(200);

    await page.reload();
    const row = page.getByRole('row', { name: 'Nightly <b>report</b>' });
    await row.waitFor();
    expect(await row.innerText()).toContain('campaign.read');
    expect(await row.innerText()).not.toContain('never');
    expect(await page.content()).not.toContain(token);
    await page.getByRole('button', { name: 'Delete Nightly <b>report</b>' }).click();
    await page.getByRole('button', { name: 'Delete token' }).click();
    await page.getByText('No tokens yet').waitFor();
    await eventually(async () => {
      expect(await listWith(token)).toBe(401);
    }, 2_000);
    expect(offences).toEqual([]);
  });

  it('is told what keeps an ad from the sample page', async () => {
    const account = await anAccount(app);
    const { page, offences } = await openPanel(browser, app, {
      account,
      path: '/panel/campaigns/new',
    });
    await page.getByLabel('Name').fill('Narrow');
    await page.getByLabel('Landing page').fill('https://shop.example/');
    await page.getByLabel('Budget in USD').fill('12');
    await page.getByRole('button', { name: 'Summary' }).click();
    await page.getByRole('button', { name: 'Save as draft' }).click();
    await page.getByText('It is a draft: start it.').waitFor();
    await page.getByText('has room for 728x90, 320x50, 300x600, 300x250, and none').waitFor();
    await page
      .getByLabel('Choose files for ads')
      .setInputFiles([{ name: 'banner.png', mimeType: 'image/png', buffer: picture }]);
    await page.getByText('You will see it there as soon as').waitFor();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText('compete there with all other campaigns').waitFor();
    expect(offences).toEqual([]);
  });
});
