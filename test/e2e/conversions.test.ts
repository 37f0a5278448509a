import { beforeAll, describe, expect, it } from '@jest/globals';
import { createConversion } from '../../src/demand/conversions/conversion.service';
import type { Conversion } from '../../src/demand/conversions/conversion.resource';
import { createLogInLink } from '../../src/identity/accounts/log-in-link.service';
import { type AdPages, inAd, listen, startAdPages, urlOf } from '../support/ad-page';
import { aPng } from '../support/campaigns';
import { aNewConversion } from '../support/conversions';
import { eventually } from '../support/eventually';

let pages: AdPages;
let conversion: Conversion;
/** The advertiser's pages by their paths: what he has copied into them. */
const shop = new Map<string, string>();
let shopUrl: string;

beforeAll(async () => {
  const server = await listen(({ url = '' }, res) => {
    const path = new URL(url, 'http://shop.example').pathname;
    res.setHeader('Content-Type', 'text/html').end(`<title>Shop</title>${shop.get(path) ?? ''}`);
  });
  shopUrl = urlOf(server);
  pages = await startAdPages();
  await pages.createAd(aPng('300x250'), { type: 'image' });
  const { ctx } = pages.app;
  const [campaign] = await ctx.campaigns.listAll(
    { advertiserId: null, status: null },
    { first: 1 },
  );
  const { id: campaignId, advertiserId } = campaign!;
  const landingUrl = `${shopUrl}/offer?case={cid}`;
  await ctx.campaigns.update({ id: campaignId, advertiserId }, { landingUrl });
  conversion = await createConversion(ctx, aNewConversion({ campaignId, advertiserId, value: 0n }));
});

/** Copies both codes from the panel, and puts them where it says. */
async function copyCodes(): Promise<void> {
  const { app, browser } = pages;
  const permissions = ['clipboard-read', 'clipboard-write'];
  const context = await browser.newContext({ permissions, locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(await createLogInLink(app.ctx, conversion.advertiserId));
  await page.goto(`${app.url}/panel/campaigns/${conversion.campaignId}`);
  const copy = async (name: string): Promise<string> => {
    await page.getByRole('button', { name, exact: true }).click();
    return page.evaluate('navigator.clipboard.readText()');
  };
  shop.set('/offer', await copy('Copy code for every page'));
  shop.set('/thanks', (shop.get('/offer') ?? '') + (await copy('Copy code of Sale')));
  await page.getByRole('button', { name: 'Send a test of Sale' }).click();
  await page.getByText('The last test came').waitFor();
  await context.close();
}

const known = () => pages.app.ctx.conversions.findById(conversion.id);

describe('the conversion code that the panel gives to copy', () => {
  it('records a conversion of who came by an ad, and of nobody else', async () => {
    await copyCodes();
    expect((await known())?.lastRecordedAt).toBeNull();

    const stranger = await pages.browser.newContext();
    const other = await stranger.newPage();
    await other.goto(`${shopUrl}/thanks`);
    await eventually(async () => {
      expect((await known())?.lastRefusal).toMatch(/neither a case id/);
    }, 20_000);
    await stranger.close();

    const [placement] = await pages.createPlacements('300x250');
    const room = 'style="width:300px;height:250px"';
    const { page, event } = await pages.open(
      `<div data-adgate="${placement}" ${room}></div>${pages.tag}`,
    );
    await event('view');
    const landing = pages.context.waitForEvent('page');
    await page.evaluate(`${inAd('a')}.click()`);
    const visit = await landing;
    await visit.waitForURL(/\/offer\?case=[\da-f]{32}$/);
    await visit.waitForFunction('Object.keys(localStorage).length === 1');
    await visit.goto(`${shopUrl}/thanks`);
    await eventually(async () => {
      expect((await known())?.lastRecordedAt).toEqual(expect.any(Date));
    }, 20_000);
    // The visitor who loads the page again has had it.
    await visit.reload();
    await eventually(async () => {
      expect((await known())?.lastRefusal).toMatch(/does not repeat/);
    }, 20_000);
  });

  it('reports what its own lines say alone where other scripts have given every object members', async () => {
    const odd = `<script>
      for (const name of ['conversion', 'click', 'consent'])
        Object.prototype[name] = () => 'odd';
    </script>`;
    shop.set('/odd', odd + (shop.get('/offer') ?? ''));
    const context = await pages.browser.newContext();
    const page = await context.newPage();
    const reports: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/kw/')) reports.push(request.url());
    });
    await page.goto(`${shopUrl}/odd?case=${'2'.repeat(32)}`);
    await eventually(async () => {
      expect(await page.evaluate('localStorage.length')).toBe(1);
    }, 20_000);
    // By then the report would be under way.
    await page.goto(`${shopUrl}/empty`);
    expect(reports).toEqual([]);
    await context.close();
  });

  it('keeps and reports nothing of who asks not to be tracked, and of who has not agreed', async () => {
    const code = shop.get('/thanks')!;
    shop.set('/refused', code.replaceAll('<script', '<script data-consent="no"'));
    const cid = '1'.repeat(32);
    const gpc = `Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });`;
    const tcf = `
      const asking = [];
      window.__tcfapi = (command, version, tell) => asking.push(tell);
      window.agree = () => asking.forEach((tell) =>
        tell({ eventStatus: 'useractioncomplete', purpose: { consents: { 1: true } } }));`;
    const visit = async (path: string, before: string) => {
      const context = await pages.browser.newContext();
      await context.addInitScript(before);
      const page = await context.newPage();
      const reports: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/kw/')) reports.push(request.postData() ?? request.url());
      });
      await page.goto(`${shopUrl}${path}?case=${cid}`, { waitUntil: 'networkidle' });
      const keeps = () => page.evaluate<number>('localStorage.length');
      return { page, reports, keeps };
    };
    for (const [path, before] of [
      ['/thanks', gpc],
      ['/refused', ''],
    ] as const) {
      const { reports, keeps } = await visit(path, before);
      expect([reports, await keeps()]).toEqual([[], 0]);
    }
    const { page, reports, keeps } = await visit('/thanks', tcf);
    expect([reports, await keeps()]).toEqual([[], 0]);
    await page.evaluate('window.agree()');
    await eventually(async () => {
      expect([reports, await keeps()]).toEqual([[`cid=${cid}`], 1]);
    }, 20_000);
  });
});
