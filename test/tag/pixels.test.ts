import type { IncomingHttpHeaders } from 'node:http';
import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { type AdPage, type AdPages, listen, startAdPages, urlOf } from '../support/ad-page';
import { aPng } from '../support/campaigns';
import { eventually } from '../support/eventually';

interface Call {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

let pages: AdPages;
let tag: string;
/** All that the third party has heard. */
const calls: Call[] = [];
const box = '<div id="box" data-adgate="300x250"></div>';
const pathsOf = () => calls.map(({ url }) => url.replace(/\?.*/, '')).toSorted();

beforeAll(async () => {
  pages = await startAdPages();
  tag = pages.tag.replace('async', 'async data-consent="yes"');
  const thirdParty = await listen(({ url = '', headers }, res) => {
    calls.push({ url, headers });
    // Kept by browsers, were they to look for what they have kept.
    res.setHeader('Cache-Control', 'max-age=3600');
    res.setHeader('Set-Cookie', 'who=1; Path=/; SameSite=None; Secure');
    if (url !== '/never') res.end();
  }, true);
  await pages.createAd(aPng('300x250'), { type: 'image' });
  const { event } = await pages.open(`${box}${pages.tag}`);
  const id = String((await event('filled'))['creativeId']);
  const base = `https://pixel.example:${new URL(urlOf(thirdParty)).port}`;
  const impressionPixels = ['/never', '/one?c={creative}&r=%%CACHEBUSTER%%', '/two'].map(
    (path) => `${base}${path}`,
  );
  const { ctx } = pages.app;
  await ctx.creatives.update(id, { status: 'active' }, { impressionPixels });
  await ctx.onDemandChanged({ campaignIds: [], creativeIds: [id] });
});
beforeEach(() => {
  calls.splice(0);
});

/** All that a page calls, it has called when its next ad has been seen. */
async function seeAnother({ page, events }: AdPage): Promise<void> {
  const views = () => events().filter((told) => told === 'view box').length;
  const before = views();
  await page.evaluate('window.adgate.refresh()');
  await eventually(() => {
    expect(views()).toBe(before + 1);
    return Promise.resolve();
  }, 20_000);
}

const heard = (paths: readonly string[]) =>
  eventually(() => {
    expect(pathsOf()).toEqual(paths);
    return Promise.resolve();
  }, 20_000);

it('pixels are called once each, when the view is stored, without cookie and referrer', async () => {
  const opened = await pages.open(`<main></main>${tag}`);
  const { page, event } = opened;
  let hasAnswered = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    hasAnswered = resolve;
  });
  let isAsked = false;
  await page.route('**/view?**', async (route) => {
    isAsked = true;
    await answered;
    await route.continue();
  });
  await page.evaluate(`document.querySelector('main').innerHTML = ${JSON.stringify(box)}`);
  const { creativeId, caseId } = await event('filled');
  await eventually(() => {
    expect(isAsked).toBe(true);
    return Promise.resolve();
  }, 20_000);
  expect(pathsOf()).toEqual([]);
  hasAnswered();
  await event('view');
  const { verifiedEvents } = pages.app.ctx;
  expect(await verifiedEvents.listOfCase(String(caseId), 9)).toHaveLength(1);
  await heard(['/never', '/one', '/two']);
  const { url, headers } = calls.find((call) => call.url.startsWith('/one'))!;
  expect(url).toMatch(new RegExp(`^/one\\?c=${String(creativeId)}&r=\\d{8}$`));
  expect(Object.keys(headers)).not.toContain('referer');
  expect(Object.keys(headers)).not.toContain('origin');
  // One that never answers is no reason to wait, and the next ad has calls of its own.
  await seeAnother(opened);
  await heard(['/never', '/never', '/one', '/one', '/two', '/two']);
  expect(calls.map((call) => call.headers.cookie)).toEqual(Array(6).fill(undefined));
});

it('a pixel that never answers does not keep the page from having loaded', async () => {
  let end = (): unknown => undefined;
  const slow = await listen((_req, res) => {
    end = () => res.writeHead(204).end();
  });
  const opening = pages.open(`${box}${tag}<img src="${urlOf(slow)}">`);
  await heard(['/never', '/one', '/two']);
  // Only now its own picture comes: the page has loaded, and no pixel is among what it waited for.
  end();
  const { page } = await opening;
  expect(await page.evaluate('document.readyState')).toBe('complete');
});

it.each([
  ['without a word of consent', '', ''],
  ['where the page says no', ' data-consent="no"', ''],
  [
    'with Global Privacy Control',
    ' data-consent="yes"',
    `Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });`,
  ],
  ['in a test', ' data-consent="yes" data-test', ''],
])('no pixel is called %s', async (_what, settings, before) => {
  const body = `${box}${pages.tag.replace('async', `async${settings}`)}`;
  const opened = await pages.open(body, { before });
  await opened.event('view');
  await seeAnother(opened);
  expect(calls).toEqual([]);
});

it('no pixel is called where the view is not taken', async () => {
  const opened = await pages.open(`<main></main>${tag}`);
  const { page, event, events } = opened;
  await page.route('**/view?**', (route) => route.fulfill({ status: 410, body: '{}' }));
  const answer = page.waitForResponse(/\/view\?/);
  await page.evaluate(`document.querySelector('main').innerHTML = ${JSON.stringify(box)}`);
  await event('filled');
  await answer;
  await page.unroute('**/view?**');
  await seeAnother(opened);
  expect(events().filter((told) => told === 'view box')).toHaveLength(1);
  await heard(['/never', '/one', '/two']);
});

it('a policy of the page that does not allow a third party keeps its calls back, and the ad is shown', async () => {
  const policy = `connect-src ${pages.gatewayUrl}`;
  const { event, page } = await pages.open(`${box}${tag}`, {
    headers: { 'Content-Security-Policy': policy },
  });
  const errors: unknown[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await event('view');
  await pages.open(`${box}${tag}`).then((other) => other.event('view'));
  await heard(['/never', '/one', '/two']);
  expect(errors).toEqual([]);
});
