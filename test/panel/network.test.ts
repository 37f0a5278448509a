import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, CDPSession, Page } from 'playwright-core';
import sharp from 'sharp';
import { createAccount } from '../../src/identity/accounts/account.service';
import { temporaryFolder } from '../cli/support';
import { startApp, type TestApp } from '../support/app';
import { launchBrowser } from '../support/browser';
import { createActiveCampaign } from '../support/campaigns';
import { freshDatabase } from '../support/database';
import { startGatewayProcess, type TestProcess } from '../support/processes';
import {
  fillBasics,
  anAccount,
  expectAccessible,
  openPanel,
  password,
  photograph,
} from './support';

let app: TestApp;
let mongodbUri: string;
let browser: Browser;
beforeAll(async () => {
  mongodbUri = await freshDatabase();
  [app, browser] = await Promise.all([startApp({ mongodbUri }), launchBrowser()]);
});
afterAll(() => browser.close());

/** Of each page one: what two of them ask for does not replace each other. */
const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** As Chromium's developer tools do: milliseconds, and bytes a second; null: there is no network. */
async function setNetwork(
  page: Page,
  network: { readonly latency: number; readonly throughput: number } | null,
): Promise<void> {
  if (!sessions.has(page)) sessions.set(page, page.context().newCDPSession(page));
  const session = await sessions.get(page)!;
  await session.send('Network.emulateNetworkConditions', {
    offline: network === null,
    latency: network?.latency ?? 0,
    downloadThroughput: network?.throughput ?? -1,
    uploadThroughput: network?.throughput ?? -1,
  });
}
const asUsual = { latency: 0, throughput: -1 };

const go = (page: Page, step: string) =>
  page.getByRole('button', { name: step, exact: true }).click();
const countOf = (advertiserId: string) =>
  app.ctx.campaigns.models[0]!.collection.countDocuments({ advertiserId });

describe('the dashboard', () => {
  it('loads less than 200 kB of files, its chart among them', async () => {
    const account = await anAccount(app);
    await createActiveCampaign(app.ctx, { campaign: { advertiserId: account.id } });
    const { page, offences } = await openPanel(browser, app, { account, path: '/panel/dashboard' });
    await page.locator('.chart canvas').waitFor();
    const bytes = await page.evaluate<number>(`
      ['navigation', 'resource']
        .flatMap((type) => performance.getEntriesByType(type))
        .filter(({ initiatorType }) => initiatorType !== 'fetch')
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(200_000);
    expect(offences).toEqual([]);
  });
});

describe('a form', () => {
  it('says that the network is away, loses nothing, and is saved once it is back', async () => {
    const account = await anAccount(app);
    const path = '/panel/campaigns/new';
    const { page, offences } = await openPanel(browser, app, { account, path });
    await fillBasics(page, 'Offline <i>');
    await go(page, 'Summary');
    await setNetwork(page, null);
    await go(page, 'Save as draft');
    await page.getByText('The server cannot be reached. Nothing was lost').waitFor();
    await photograph(page, 'offline-form');
    await go(page, 'Basics');
    expect(await page.getByLabel('Name').inputValue()).toBe('Offline <i>');
    await setNetwork(page, asUsual);
    await go(page, 'Summary');
    await go(page, 'Save as draft');
    await page.getByRole('heading', { name: 'Offline <i>' }).waitFor();
    expect(await countOf(account.id)).toBe(1);
    expect(offences).toEqual([]);
  });

  it('is sent once over a slow network, however often somebody clicks', async () => {
    const account = await anAccount(app);
    const path = '/panel/campaigns/new';
    const { page, offences } = await openPanel(browser, app, { account, path });
    await fillBasics(page, 'Slowly');
    await go(page, 'Summary');
    const save = page.getByRole('button', { name: 'Save as draft' });
    await save.waitFor();
    await setNetwork(page, { latency: 1_000, throughput: 20_000 });
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.postData()?.includes('createCampaign') === true) sent.push(request.url());
    });
    await save.click();
    // The button waits, and takes no other click.
    await save.dispatchEvent('click');
    await save.dispatchEvent('click');
    await page.getByRole('heading', { name: 'Slowly' }).waitFor();
    expect([sent.length, await countOf(account.id)]).toEqual([1, 1]);
    expect(offences).toEqual([]);
  });
});

describe('a page whose code is not loaded', () => {
  /** React prints what a page is shown in the place of. */
  const isNotOfNetwork = (offence: string) =>
    !offence.startsWith('RequestError: The server cannot be reached.');
  const tokens = (page: Page) => page.getByRole('heading', { name: 'Access tokens', exact: true });

  it('says at once that the network is away, and comes by itself when it is back', async () => {
    const account = await anAccount(app);
    const { page, offences } = await openPanel(browser, app, { account, path: '/panel/campaigns' });
    await page.getByText('No campaigns').waitFor();
    await setNetwork(page, null);
    await page.getByRole('link', { name: 'Access tokens' }).click();
    await page.getByText('The server cannot be reached.').waitFor();
    await expectAccessible(page);
    await photograph(page, 'offline-page');
    // All around it is there, and so is what was loaded before.
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('The server cannot be reached.').waitFor();
    await setNetwork(page, asUsual);
    await tokens(page).waitFor();
    expect(offences.filter(isNotOfNetwork)).toEqual([]);
  });

  it('is not waited for where the network swallows everything', async () => {
    const account = await anAccount(app);
    const { page, offences } = await openPanel(browser, app, { account, path: '/panel/campaigns' });
    await page.getByText('No campaigns').waitFor();
    await page.route('**/health', () => undefined);
    await page.route('**/panel/assets/tokens-*', () => undefined);
    await page.getByRole('link', { name: 'Access tokens' }).click();
    await page.getByText('The server cannot be reached.').waitFor();
    await page.unrouteAll();
    await tokens(page).waitFor();
    expect(offences.filter(isNotOfNetwork)).toEqual([]);
  });

  it('is loaded anew as a whole after an update, once', async () => {
    const account = await anAccount(app);
    const { page } = await openPanel(browser, app, { account, path: '/panel/campaigns' });
    await page.getByText('No campaigns').waitFor();
    await page.route('**/panel/assets/tokens-*', (route) => route.fulfill({ status: 404 }));
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.getByRole('link', { name: 'Access tokens' }).click();
    await page.getByText('The server has not answered as it should.').waitFor();
    expect(loads).toBe(1);
    expect(new URL(page.url()).pathname).toBe('/panel/tokens');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await tokens(page).waitFor();
  });
});

describe('a gateway that is killed', () => {
  let gateway: TestProcess;
  const dataFolder = temporaryFolder();
  const start = (port = '0') =>
    startGatewayProcess({ mongodbUri, dataFolder, env: { PORT: port } });
  afterAll(() => gateway.kill());

  it('in the middle of a form and of an upload takes nothing with it', async () => {
    const email = 'restart@test.example';
    const { id } = await createAccount(app.ctx, { email, password, roles: ['advertiser'] });
    gateway = await start();
    const { ready: url } = gateway;
    const path = '/panel/campaigns/new';
    const { page, offences } = await openPanel(browser, { ...app, url }, { path });
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await go(page, 'Log in');
    await fillBasics(page, 'Outlives it');
    await go(page, 'Ads');
    await page.getByText('Drop files here', { exact: false }).first().waitFor();

    // So slow that the gateway is gone before the file has arrived.
    await setNetwork(page, { latency: 0, throughput: 1_000 });
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const create = { width: 300, height: 250, channels: 3, background: '#fff', noise } as const;
    const buffer = await sharp({ create }).png().toBuffer();
    await page
      .getByLabel('Choose files for ads')
      .setInputFiles([{ name: 'banner.png', mimeType: 'image/png', buffer }]);
    await page.getByLabel('Sending banner.png').waitFor();
    await gateway.kill();
    await page.getByText('The file has not arrived').waitFor();
    await photograph(page, 'upload-cut-off');
    await go(page, 'Summary');
    await page
      .getByText('Choose a size for these under Ads, or dismiss them: banner.png')
      .waitFor();

    gateway = await start(new URL(url).port);
    await setNetwork(page, asUsual);
    await page.getByRole('button', { name: 'Send banner.png again' }).click();
    await page.getByRole('img', { name: 'banner' }).waitFor();
    await go(page, 'Summary');
    await gateway.kill();
    await go(page, 'Save as draft');
    await page.getByText('The server cannot be reached. Nothing was lost').waitFor();

    gateway = await start(new URL(url).port);
    await go(page, 'Save as draft');
    await page.getByRole('heading', { name: 'Outlives it' }).waitFor();
    await page.getByRole('img', { name: 'banner' }).waitFor();
    expect(await countOf(id)).toBe(1);
    expect(offences).toEqual([]);
  });
});
