import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Connection } from 'mongoose';
import type { AdEvent } from '../../src/market/events/event';
import { openDatabase } from '../../src/platform/database/connection';
import { createCampaign } from '../../src/demand/campaigns/campaign-creation.service';
import { updateCampaign } from '../../src/demand/campaigns/campaign.service';
import { createCreative } from '../../src/demand/creatives/creative.service';
import { createDemoData } from '../../src/start/demo-data';
import { startApp, type TestApp } from '../support/app';
import { desktopUserAgent, launchBrowser } from '../support/browser';
import { aCampaign, usd } from '../support/campaigns';
import { aDocument } from '../support/contents';
import { freshDatabase } from '../support/database';
import { anAccount } from '../panel/support';

/** Acts that the page must never do: speak to others, break its policy, fail. */
interface Offences {
  readonly outsideRequests: string[];
  readonly consoleErrors: string[];
  readonly violations: string[];
}

let app: TestApp;
let db: Connection;
let browser: Browser;
let context: BrowserContext;
let offences: Offences;

beforeAll(async () => {
  const mongodbUri = await freshDatabase();
  app = await startApp({ mongodbUri });
  db = await openDatabase(mongodbUri);
  await createDemoData(app.ctx);
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser.close();
  await db.close();
  await app.close();
});

beforeEach(async () => {
  context = await browser.newContext({
    userAgent: desktopUserAgent,
    locale: 'en-GB',
    viewport: { width: 1200, height: 900 },
  });
  offences = watchForOffences(context);
});

afterEach(async () => {
  await context.close();
});

function watchForOffences(watched: BrowserContext): Offences {
  const found: Offences = { outsideRequests: [], consoleErrors: [], violations: [] };
  watched.on('request', (request) => {
    if (!/^(blob|data|about):/.test(request.url()) && !request.url().startsWith(`${app.url}/`))
      found.outsideRequests.push(request.url());
  });
  watched.on('console', (message) => {
    // A frame tells by itself of requests that a policy stops in its document: they are no offence of the page.
    const isOfPage = !message.location().url.startsWith('data:');
    if (isOfPage && (message.type() === 'error' || message.type() === 'warning'))
      found.consoleErrors.push(message.text());
  });
  watched.on('weberror', (error) => found.consoleErrors.push(error.error().message));
  return found;
}

async function openDemo(origin = app.url): Promise<Page> {
  const page = await context.newPage();
  await page.exposeFunction('reportViolation', (text: string) => offences.violations.push(text));
  await page.addInitScript(`
    if (location.protocol !== 'data:') addEventListener('securitypolicyviolation', (event) =>
      reportViolation(event.violatedDirective + ' ' + event.blockedURI));
  `);
  await page.goto(`${origin}/demo`);
  return page;
}

const placement = (page: Page, name: string) => page.locator(`[data-placement="${name}"]`);
const step = (page: Page, name: string, title: string) =>
  placement(page, name).locator(`[data-step="${title}"]`);

async function allSettled(page: Page): Promise<void> {
  await page.locator('#find-again:enabled').waitFor();
}

function eventsOf(caseId: string): Promise<readonly AdEvent[]> {
  return db.collection<AdEvent>('events').find({ caseId }).sort({ kind: -1 }).toArray();
}

/** Sells a document that wins the animated rectangle. */
async function sellDocument(body: string): Promise<void> {
  const { ctx } = app;
  const { id: advertiserId } = await anAccount(app);
  const limits = { hourlyBudget: usd('1000'), maxCpm: usd('90'), pacing: 'asap' } as const;
  const campaign = await createCampaign(ctx, aCampaign({ advertiserId, ...limits }));
  const owned = { advertiserId, campaignId: campaign.id, name: 'Scripted' };
  const content = Buffer.from(aDocument(body));
  const creative = await createCreative(ctx, { ...owned, type: 'html', scope: '300x250', content });
  await updateCampaign(ctx, { advertiserId, id: campaign.id, changes: { status: 'active' } });
  await ctx.inventory.refresh({ campaignIds: [campaign.id], creativeIds: [creative.id] });
}

/** A script that tries what an ad must not read; the name of each error, or what was read. */
const attempts = (url: string) => `(async () => {
  const of = async (read) => { try { return String(await read()) } catch ({ name }) { return name } };
  const ask = (path, options) => of(() => fetch('${url}' + path, { credentials: 'include', ...options }).then((answer) => answer.text()));
  return {
    cookie: await of(() => document.cookie),
    storage: await of(() => localStorage.length),
    page: await of(() => parent.document.title),
    config: await ask('/demo/config.json'),
    graphql: await ask('/graphql', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"query":"{ viewer { id } }"}' }),
    image: await new Promise((resolve) => {
      Object.assign(new Image(), { onload: () => resolve('loaded'), onerror: () => resolve('refused'), src: '${url}/demo/icon.svg' });
    }),
  };
})()`;

describe('/demo in a browser', () => {
  it('finds, checks and shows an ad, reports the view, and a click arrives at the advertiser', async () => {
    const page = await openDemo();
    expect(await page.locator('[data-step="register"] .chip').innerText()).toBe('200');
    const image = placement(page, 'Leaderboard').locator('.box img');
    await image.waitFor();
    const shown = `document.querySelector('[data-placement="Leaderboard"] .box').shadowRoot.querySelector('img')`;
    expect(await page.evaluate(`${shown}.naturalWidth`)).toBe(728);
    const hashes = await step(page, 'Leaderboard', 'check').locator('dd').allTextContents();
    expect(hashes).toEqual([expect.stringMatching(/^[0-9a-f]{40}$/), hashes[0]]);

    await step(page, 'Leaderboard', 'view').and(page.locator('[data-outcome="good"]')).waitFor();
    const caseId = await step(page, 'Leaderboard', 'render').locator('dd').innerText();
    const [viewed] = await eventsOf(caseId);
    expect(viewed).toMatchObject({ kind: 'impression', caseId, invalidTraffic: null });

    const answers: number[] = [];
    context.on('response', (response) => {
      if (response.url().startsWith(`${app.url}/click`)) answers.push(response.status());
    });
    const opening = page.waitForEvent('popup');
    await placement(page, 'Leaderboard')
      .getByRole('link', { name: /: opens its page$/ })
      .click();
    const landing = await opening;
    await landing.waitForURL(`${app.url}/demo/landing.html?**`);
    await landing.locator(`#case:text-is("${caseId}")`).waitFor();
    expect(await landing.locator('h1').innerText()).toMatch(/^Welcome to [A-Z]/);
    expect(answers).toEqual([302]);
    await step(page, 'Leaderboard', 'click').and(page.locator('[data-outcome="good"]')).waitFor();
    const kinds = (await eventsOf(caseId)).map(({ kind, invalidTraffic }) => [
      kind,
      invalidTraffic,
    ]);
    expect(kinds).toEqual([
      ['impression', null],
      ['click', null],
    ]);
    expect(offences).toEqual({ outsideRequests: [], consoleErrors: [], violations: [] });
  });

  it('shows an HTML creative in a frame without rights', async () => {
    const page = await openDemo();
    const frame = placement(page, 'Animated rectangle').locator('.box iframe');
    await frame.waitFor();
    expect(await frame.getAttribute('sandbox')).toBe('allow-scripts');
    const heading = frame.contentFrame().locator('h1');
    expect(await heading.innerText()).toBe('Northlight Radio');
    const inside = await (await frame.elementHandle()).contentFrame();
    expect(await inside!.evaluate('origin')).toBe('null');
    expect(offences).toEqual({ outsideRequests: [], consoleErrors: [], violations: [] });
  });

  it('lets the scripts of an ad run, and gives them no cookie, storage or answer of the server', async () => {
    await sellDocument(
      `<p>Static</p><script>document.querySelector('p').textContent = 'Scripted'</script>`,
    );
    await context.addCookies([{ name: 'adgate-session', value: 's'.repeat(43), url: app.url }]);
    const page = await openDemo();
    const frame = placement(page, 'Animated rectangle').locator('.box iframe');
    await frame.contentFrame().locator('p:text-is("Scripted")').waitFor();
    const inside = await (await frame.elementHandle()).contentFrame();
    expect(await inside?.evaluate(attempts(app.url))).toEqual({
      ...{ cookie: 'SecurityError', storage: 'SecurityError', page: 'SecurityError' },
      ...{ config: 'TypeError', graphql: 'TypeError', image: 'refused' },
    });
    expect(offences).toMatchObject({ outsideRequests: [], violations: [] });
  });

  it('shows nothing whose bytes are not those that find promised, and reports no view of it', async () => {
    await context.route('**/serve/**', async (route) => {
      const response = await route.fetch();
      const body = await response.body();
      body[body.length - 1]! ^= 1;
      await route.fulfill({ response, body });
    });
    const views: string[] = [];
    context.on('request', (request) => {
      if (request.url().includes('/view?')) views.push(request.url());
    });
    const page = await openDemo();
    await allSettled(page);
    expect(await page.locator('[data-state="refused"]').count()).toBe(4);
    expect(await page.locator('.box img, .box iframe, .box a').count()).toBe(0);
    expect(await page.locator('#summary').innerText()).toBe('0 of 4 placements show an ad.');
    expect(await page.locator('[data-step="view"]').count()).toBe(0);
    expect(views).toEqual([]);
  });

  it('says of a click that has not arrived that it waits', async () => {
    await context.route('**/click?**', (route) => route.fulfill({ status: 503, body: 'away' }));
    const page = await openDemo();
    await allSettled(page);
    const opening = page.waitForEvent('popup');
    await placement(page, 'Leaderboard')
      .getByRole('link', { name: /: opens its page$/ })
      .click();
    const other = await opening;
    await other.waitForLoadState();
    expect(await other.locator('body').innerText()).toBe('away');
    const click = step(page, 'Leaderboard', 'click');
    expect(await click.getAttribute('data-outcome')).toBe('waiting');
    expect(await click.locator('.chip').innerText()).toBe('not yet arrived');
  });

  it('refuses a creative with one byte changed, and shows ads again after another find', async () => {
    const page = await openDemo();
    await allSettled(page);
    expect(await page.locator('[data-state="shown"]').count()).toBe(4);
    await page.getByRole('button', { name: 'Change one byte' }).click();
    await page.locator('#summary:text-is("One byte changed: 4 creatives refused.")').waitFor();
    expect(await page.locator('[data-state="refused"]').count()).toBe(4);
    await page.getByRole('button', { name: 'Find again' }).click();
    await allSettled(page);
    expect(await page.locator('[data-state="shown"]').count()).toBe(4);
  });

  it('shows a returning visitor other creatives', async () => {
    const page = await openDemo();
    const winners = new Set<string>();
    for (let round = 0; round < 6; round += 1) {
      await allSettled(page);
      winners.add(await placement(page, 'Leaderboard').locator('.winner').innerText());
      await page.locator('#find-again').click();
    }
    expect(winners.size).toBeGreaterThan(1);
  });

  it('works behind another name than the one in the URLs of creatives and events', async () => {
    const page = await openDemo(app.url.replace('127.0.0.1', 'localhost'));
    await step(page, 'Leaderboard', 'view').and(page.locator('[data-outcome="good"]')).waitFor();
    expect(offences).toMatchObject({ consoleErrors: [], violations: [] });
    expect(offences.outsideRequests.every((url) => url.startsWith('http://localhost:'))).toBe(true);
  });

  it('has an ad by one line, under a strict policy', async () => {
    const page = await openDemo();
    await page.locator('#tag-box').scrollIntoViewIfNeeded();
    await page.locator('#tag-box').locator('img, iframe').waitFor();
    expect(offences).toMatchObject({ consoleErrors: [], violations: [] });
  });

  it('takes the mobile banner where the leaderboard has no room', async () => {
    const page = await openDemo();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await allSettled(page);
    const shown = await page.locator('[data-placement]').all();
    const names = await Promise.all(shown.map((item) => item.getAttribute('data-placement')));
    expect(names).toEqual(['Mobile banner', 'Half page', 'Rectangle', 'Animated rectangle']);
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(overflow)).toBe(0);
  });
});
