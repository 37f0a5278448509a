import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { accessToken } from '../support/app';
import { type AdPages, inAd, startAdPages } from '../support/ad-page';
import { aPng } from '../support/campaigns';
import { aDocument } from '../support/contents';
import { eventually } from '../support/eventually';

let pages: AdPages;
const box = (size: string, more = '') => `<div id="box" data-adgate="${size}" ${more}></div>`;

/** A document of another server's, which opens itself anew when it is told where its clicks lead. */
const restless = `<script>
  onmessage = ({ data }) => {
    if (!data.dwmthLoad) return;
    document.open();
    document.write('<p>Anew');
    document.close();
  };
  parent.postMessage({ dwmthLoad: 1 }, '*');
</script>`;

beforeAll(async () => {
  pages = await startAdPages();
  await pages.createAd(aPng('300x250'), { type: 'image' });
  const webp = sharp({ create: { width: 320, height: 50, channels: 3, background: 'red' } }).webp();
  await pages.createAd(await webp.toBuffer(), { type: 'image', scope: '320x50' });
  await pages.createAd(aDocument('<b>Offer</b>'), { type: 'html', scope: '728x90' });
  await pages.createAd(aDocument(restless), { type: 'html', scope: '160x600' });
});

describe('a server that is not as it should be', () => {
  it('is told of a view again, and the page is told once', async () => {
    // The waits between are short here.
    const before = `const { setTimeout: start } = window; window.setTimeout = (run, ms) => start(run, ms === 1000 ? ms : 1);`;
    const { page, event, events, requests } = await pages.open(`<main></main>${pages.tag}`, {
      before,
    });
    let count = 0;
    await page.route('**/view?**', (route) => {
      count += 1;
      return count < 3 ? route.abort() : route.continue();
    });
    await page.evaluate(
      `document.querySelector('main').innerHTML = ${JSON.stringify(box('300x250'))}`,
    );
    await event('view');
    expect(new Set(requests('/view')).size).toBe(1);
    expect(requests('/view')).toHaveLength(3);
    count = -10;
    await page.evaluate('window.adgate.refresh()');
    await eventually(() => {
      expect(requests('/view')).toHaveLength(6);
      return Promise.resolve();
    }, 20_000);
    expect(events().filter((told) => told === 'view box')).toHaveLength(1);
  });

  it('has pages show their own content where it serves no bytes', async () => {
    const { page, event } = await pages.open(`<main></main>${pages.tag}`);
    await page.route('**/serve/**', (route) => route.fulfill({ status: 500 }));
    await page.evaluate(
      `document.querySelector('main').innerHTML = ${JSON.stringify(box('300x250'))}`,
    );
    expect(await event('error')).toEqual({ reason: 'network', message: '500' });
  });

  it('is asked all the same where it registers nobody, and takes no reports', async () => {
    const tag = pages.tag.replace('async', 'async data-consent="yes"');
    const { page, event } = await pages.open(`<main></main>${tag}`);
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.route('**/supply/re*', (route) => route.abort());
    await page.route('**/serve/**', (route) =>
      route.fulfill({ body: 'other', headers: { 'Access-Control-Allow-Origin': '*' } }),
    );
    await page.evaluate(
      `document.querySelector('main').innerHTML = ${JSON.stringify(box('300x250'))}`,
    );
    expect(await event('error')).toMatchObject({ reason: 'tampered' });
    expect(errors).toEqual([]);
  });

  it('opens no window of an address that runs as a script', async () => {
    const bytes = 'javascript:alert("{cid}{nope}")';
    const hash = createHash('sha1').update(bytes).digest('hex');
    const { page, event } = await pages.open(`<main></main>${pages.tag}`);
    const headers = { 'Access-Control-Allow-Origin': '*' };
    await page.route('**/supply/find', async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: object[] };
      const json = { data: data.map((bid) => ({ ...bid, type: 'direct', hash })) };
      await route.fulfill({ json, headers });
    });
    await page.route('**/serve/**', (route) => route.fulfill({ body: bytes, headers }));
    await page.evaluate(
      `document.querySelector('main').innerHTML = ${JSON.stringify(box('300x250'))}`,
    );
    expect(await event('error')).toMatchObject({ reason: 'blocked' });
  });
});

describe('an answer that comes too late', () => {
  const filled = (events: () => readonly string[]) =>
    events().filter((told) => told === 'filled box').length;

  it('is not shown: to a find', async () => {
    const { page, event, events } = await pages.open(`${box('300x250')}${pages.tag}`);
    await event('filled');
    await page.evaluate('window.adgate.refresh(); window.adgate.refresh();');
    await eventually(() => {
      expect(filled(events)).toBe(2);
      return Promise.resolve();
    }, 20_000);
    await event('view');
    expect(filled(events)).toBe(2);
  });

  it.each([
    ['of bytes', 'Response.prototype.arrayBuffer'],
    ['of a picture', 'HTMLImageElement.prototype.decode'],
  ])('is not shown: %s', async (_case, method) => {
    const [type = '', name = ''] = method.split('.prototype.');
    const before = `
      const real = ${method};
      window.held = [];
      ${type}.prototype.${name} = async function () {
        const found = await real.call(this);
        if (window.held.length === 0) await new Promise((go) => window.held.push(go));
        return found;
      };`;
    const { page, event, events } = await pages.open(`${box('300x250')}${pages.tag}`, { before });
    await page.waitForFunction('window.held.length === 1');
    await page.evaluate('window.adgate.refresh()');
    await event('filled');
    await page.evaluate('window.held[0]()');
    await event('view');
    expect(events()).toEqual(['filled box', 'view box']);
    expect(await page.locator('img').count()).toBe(1);
  });
});

describe('a document', () => {
  it('of another server is answered, and goes when it opens itself anew', async () => {
    const { page, event } = await pages.open(`${box('160x600')}${pages.tag}`);
    expect(await event('error')).toMatchObject({ reason: 'left' });
    expect(await page.locator('iframe').count()).toBe(0);
  });

  it('has others beside it', async () => {
    const two = '<div id="two" data-adgate="728x90"></div>';
    const { event } = await pages.open(`${box('728x90')}${two}${pages.tag}`);
    await Promise.all([event('filled', 'box'), event('filled', 'two')]);
  });
});

describe('what is shown', () => {
  it('does not move for who wants no motion, and goes with the page’s own style left', async () => {
    const still = box('320x50', 'data-collapse');
    const { page, event } = await pages.open(`<main></main>${pages.tag}`);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.evaluate(`document.querySelector('main').innerHTML = ${JSON.stringify(still)}`);
    await event('filled');
    expect(await page.evaluate(`${inAd('canvas')}.width`)).toBe(320);
    await page.evaluate('window.adgate.destroy()');
    expect(await page.evaluate(inAd('canvas'))).toBeNull();
    expect(await page.evaluate(`document.getElementById('box').style.display`)).toBe('');
  });

  it('counts from 30% on where it is large', async () => {
    const large = '<style>* { margin: 0 }</style><div style="height:520px"></div>';
    const style = 'style="width:800px;height:700px"';
    const { event } = await pages.open(`${large}${box('300x250', style)}${pages.tag}`);
    await event('view');
  });
});

describe('a page without an origin', () => {
  const headers = { 'Content-Security-Policy': 'sandbox allow-scripts' };

  it('has no ads unless it says where it stands', async () => {
    const { event } = await pages.open(`${box('300x250')}${pages.tag}`, { headers });
    expect(await event('error')).toMatchObject({ reason: 'network' });
  });

  it('has ads where it does', async () => {
    const tag = pages.tag.replace('async', 'async data-url="https://app.example/"');
    // An older browser, too.
    const before = 'delete window.trustedTypes';
    const { event, finds } = await pages.open(`${box('300x250')}${tag}`, { headers, before });
    await event('filled');
    expect(finds[0]!.context.url).toBe('https://app.example/');
  });
});

it('says in its overlay why a placement is empty to who gives it a token', async () => {
  const token = await accessToken(pages.app, { scopes: ['site.read'], roles: ['publisher'] });
  const path = '/why?adgate-debug';
  const { page } = await pages.open(`${box('f'.repeat(32))}${pages.tag}`, { path });
  const lines = page.locator('#adgate-debug li');
  await lines.getByText('no-fill').waitFor();
  await page.getByLabel('API token').fill(token);
  await page.keyboard.press('Enter');
  await lines.getByText('unknownPlacement').waitFor();
});
