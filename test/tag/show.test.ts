import { beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContext } from 'playwright-core';
import sharp from 'sharp';
import { logIn, send } from '../support/app';
import { type AdPages, inAd, startAdPages } from '../support/ad-page';
import { aPng } from '../support/campaigns';
import { aDocument, anMp4 } from '../support/contents';

let pages: AdPages;
let context: BrowserContext;
let picture: string;

beforeAll(async () => {
  pages = await startAdPages();
  ({ context } = pages);
  await pages.createAd(aPng('300x250'), { type: 'image' });
  await pages.createAd(aDocument('<b id="offer">Offer</b>'), { type: 'html', scope: '728x90' });
  await pages.createAd(anMp4('1920x1080'), { type: 'video', scope: '1920x1080' });
  await pages.createAd('', { type: 'direct', scope: 'pop-up' });
  [picture = ''] = await pages.createPlacements('300x250');
});

/** Of each event of a case, by its kind, what the tag has told. */
async function measuredOf(caseId: unknown) {
  const found = await pages.app.ctx.verifiedEvents.listOfCase(String(caseId), 9);
  return Object.fromEntries(found.map(({ kind, isMeasured }) => [kind, isMeasured]));
}

const box = (id: string, more = '') => `<div id="box" data-adgate="${id}" ${more}></div>`;

describe('an image', () => {
  it('is shown, its view reported, and a click leads to the landing page with the same case', async () => {
    const code = await pages.embedCode(picture);
    expect(code).toBe(
      `<div data-adgate="${picture}" style="width:300px;max-width:100%;aspect-ratio:300/250"></div>${pages.tag}`,
    );
    const { page, event, requests, between } = await pages.open(`<h1>News</h1>${code}`);
    const { caseId, type, scope, placementId } = await event('filled');
    expect([type, scope, placementId]).toEqual(['image', '300x250', picture]);
    expect(caseId).toMatch(/^[0-9a-f]{30}00$/);
    await page.getByRole('img', { name: 'Ad', exact: true }).waitFor();
    expect(await page.evaluate(`${inAd('img')}.naturalWidth`)).toBe(300);
    expect(await event('view')).toMatchObject({ caseId });
    expect(between('filled', 'view')).toBeGreaterThanOrEqual(990);
    expect(requests('/view').map((url) => new URL(url).searchParams.get('cid'))).toEqual([caseId]);
    const link = page.getByRole('link', { name: 'Ad: opens its page' });
    const [landing] = await Promise.all([context.waitForEvent('page'), link.click()]);
    await landing.waitForURL(/\/landing/);
    expect(new URL(landing.url()).searchParams.get('cid')).toBe(caseId);
    expect(await event('click')).toMatchObject({ caseId });
    expect(await measuredOf(caseId)).toEqual({ impression: true, click: true });
  });

  it('is named by what it says, and unlike the other ads of the page', async () => {
    const [other = ''] = await pages.createPlacements('300x250');
    const { creativeId } = await (await pages.open(`${box(picture)}${pages.tag}`)).event('filled');
    const setAlt = async (alt: string | null) => {
      await pages.app.ctx.creatives.update(String(creativeId), { status: 'active' }, { alt });
      await pages.app.ctx.onDemandChanged({ campaignIds: [], creativeIds: [String(creativeId)] });
    };
    await setAlt('<b>Shoes</b> & "boots"');
    const { page } = await pages.open(
      `${box(picture)}<div data-adgate="${other}"></div>${pages.tag}`,
    );
    const nameOf = (ad: string, link: string) => `${ad}: <b>Shoes</b> & "boots"${link}`;
    for (const ad of ['Ad', 'Ad 2']) {
      await page.getByRole('img', { name: nameOf(ad, ''), exact: true }).waitFor();
      for (const link of [': opens its page', ': who pays, and why'])
        await page.getByRole('link', { name: nameOf(ad, link), exact: true }).waitFor();
    }
    await setAlt(null);
  });

  it('has no measured click where a script of the page clicks', async () => {
    const { page, event } = await pages.open(`${box(picture)}${pages.tag}`);
    const { caseId } = await event('filled');
    await event('view');
    const opened = context.waitForEvent('page');
    await page.evaluate(`${inAd('a')}.click()`);
    await (await opened).waitForURL(/\/landing/);
    expect(await measuredOf(caseId)).toEqual({ impression: true, click: false });
  });

  it('is reached and opened by keyboard', async () => {
    const { page, event } = await pages.open(`${box(picture)}${pages.tag}`);
    const { caseId } = await event('filled');
    await page.keyboard.press('Tab');
    const [landing] = await Promise.all([
      context.waitForEvent('page'),
      page.keyboard.press('Enter'),
    ]);
    await landing.waitForURL(/\/landing/);
    await event('click');
    expect(await measuredOf(caseId)).toMatchObject({ click: true });
  });

  it('has a label that leads to who pays for it', async () => {
    const body = `${box(picture, 'data-label="Anzeige"')}${pages.tag}`;
    const { page, event } = await pages.open(body);
    await event('filled');
    const why = page.getByText('Anzeige', { exact: true });
    expect(await why.getAttribute('href')).toMatch(
      new RegExp(`^${pages.app.url}/supply/why\\?e=[\\w-]{221}$`),
    );
  });
});

describe('a document', () => {
  it('is shown in a frame that can do nothing to the page, and its clicks are taken', async () => {
    const [id = ''] = await pages.createPlacements('728x90');
    const { page, event } = await pages.open(await pages.embedCode(id));
    const { caseId } = await event('filled');
    const offer = page.frameLocator('[data-adgate] iframe').locator('#offer');
    expect(await offer.evaluate('origin')).toBe('null');
    const [landing] = await Promise.all([context.waitForEvent('page'), offer.click()]);
    await landing.waitForURL(/\/landing/);
    expect(new URL(landing.url()).searchParams.get('cid')).toBe(caseId);
    await event('click');
  });

  it('is read on a dark page as on a light one', async () => {
    const body = `<style>:root { color-scheme: dark; background: #000 }</style><div id="box" data-adgate="728x90"></div>${pages.tag}`;
    const { page, event } = await pages.open(body);
    await event('filled');
    const shot = await page.locator('#box').screenshot();
    const { dominant } = await sharp(shot).stats();
    expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(200);
  });

  it('is read as its first line says', async () => {
    const frame = pages.context.pages()[0]!.frameLocator('[data-adgate] iframe');
    expect(await frame.locator('html').evaluate('document.compatMode')).toBe('CSS1Compat');
  });
});

describe('a video', () => {
  const box = `<div id="box" data-adgate="640x360"></div>`;

  it('plays without sound, and counts as seen after two seconds', async () => {
    const { page, event, between } = await pages.open(`${box}${pages.tag}`);
    expect(await event('filled')).toMatchObject({ type: 'video' });
    await page.waitForFunction(`!${inAd('video')}.paused`);
    const video = await page.evaluate(
      `[${inAd('video')}].map(({ muted, paused, loop }) => ({ muted, paused, loop }))[0]`,
    );
    expect(video).toEqual({ muted: true, paused: false, loop: true });
    await event('view');
    expect(between('filled', 'view')).toBeGreaterThanOrEqual(1990);
  });

  it('stops and goes on by its button, which opens nothing', async () => {
    const { page, event, events } = await pages.open(`${box}${pages.tag}`);
    await event('filled');
    await page.locator('#box').getByRole('button', { name: 'Stop the video' }).click();
    await page.waitForFunction(`${inAd('video')}.paused`);
    await page.locator('#box').getByRole('button', { name: 'Play the video' }).press('Enter');
    await page.waitForFunction(`!${inAd('video')}.paused`);
    expect(events().join()).not.toContain('click');
  });

  it('waits to be started by who wants no motion', async () => {
    const { page, event, requests } = await pages.open(
      `<p>News</p><div id="late"></div>${pages.tag}`,
    );
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.evaluate(`document.getElementById('late').dataset.adgate = '640x360'`);
    await event('filled');
    expect(await page.evaluate(`${inAd('video')}.paused && ${inAd('video')}.controls`)).toBe(true);
    await page.waitForTimeout(2500);
    expect(requests('/view')).toEqual([]);
    await page.evaluate(`void ${inAd('video')}.play()`);
    await event('view');
  });
});

describe('a window', () => {
  it('opens with the visitor’s next click, and counts as seen then', async () => {
    const [id = ''] = await pages.createPlacements('pop-up');
    const { page, event, events } = await pages.open(`<h1>News</h1>${await pages.embedCode(id)}`);
    await event('filled');
    await page.evaluate('document.body.click()');
    expect(events()).toEqual(['filled ']);
    const [landing] = await Promise.all([context.waitForEvent('page'), page.click('h1')]);
    await landing.waitForURL(/\/landing\?.*#pop-up$/);
    await event('view');
  });

  it('opens none when it was taken away before', async () => {
    const [id = ''] = await pages.createPlacements('pop-up');
    const { page, event } = await pages.open(`<h1>News</h1>${await pages.embedCode(id)}`);
    await event('filled');
    await page.evaluate('window.adgate.destroy()');
    await page.click('h1');
    expect(context.pages()).toHaveLength(1);
  });
});

describe('a page', () => {
  it('asks once for all placements that it has', async () => {
    const ids = await pages.createPlacements('300x250', 10);
    const boxes = ids.map((id, at) => `<div id="b${at}" data-adgate="${id}"></div>`);
    const { finds, event, requests } = await pages.open(`${boxes.join('')}${pages.tag}`, {
      before: 'innerHeight = 20000',
    });
    for (const at of [0, 1, 2, 3]) await event('filled', `b${at}`);
    expect(finds[0]!.placements.map(({ placementId }) => placementId)).toEqual(
      expect.arrayContaining(ids.slice(0, 6)),
    );
    expect(requests('/supply/register')).toEqual([]);
  });

  it('fills boxes that it names by size, and room is there before the ad is', async () => {
    const body = `<p>Above</p><div id="box" data-adgate="300x250">House</div><p id="below">Below</p>${pages.tag}`;
    const { page, event, finds } = await pages.open(body, {
      before: `window.shifts = 0;
        new PerformanceObserver((list) => { for (const { value } of list.getEntries()) window.shifts += value; })
          .observe({ type: 'layout-shift', buffered: true });`,
    });
    expect(await event('filled')).toMatchObject({ scope: '300x250' });
    expect(finds[0]!.placements[0]).toMatchObject({ width: '300', height: '250' });
    expect(await page.locator('#box').boundingBox()).toMatchObject({ width: 300, height: 250 });
  });

  it.each([
    ['shows its own content', '', 'visible'],
    ['closes the box, where it asks for that,', 'data-collapse', 'hidden'],
  ] as const)('%s where nothing fits', async (_case, more, state) => {
    const body = `<div id="box" data-adgate="317x11" ${more}><b>House</b></div>${pages.tag}`;
    const { page, event, events } = await pages.open(body);
    expect(await event('empty')).toEqual({ reason: 'no-fill', details: [] });
    await page.locator('#box b').waitFor({ state });
    expect(events()).toEqual(['empty box']);
  });

  it('shows its own content where a creative brings less than it asks', async () => {
    const body = `${box(picture, 'data-min-rpm="1000"')}${pages.tag}`;
    const { event, requests } = await pages.open(body);
    expect(await event('empty')).toMatchObject({ reason: 'below-minimum' });
    expect(requests('/serve')).toEqual([]);
  });

  it('shows one ad, and reports one view, with the tag on it twice', async () => {
    const code = await pages.embedCode(picture);
    const { page, event, finds, events } = await pages.open(`${code}${pages.tag}${pages.tag}`);
    await event('view');
    expect(finds).toHaveLength(1);
    expect(await page.locator('img').count()).toBe(1);
    expect(events()).toEqual(['filled ', 'view ']);
  });

  it('works where another script has taken its name, and where an element has', async () => {
    const before = 'window.adgate = "mine"';
    const taken = await pages.open(`${box(picture)}${pages.tag}`, { before });
    await taken.event('filled');
    expect(await taken.page.evaluate('window.adgate')).toBe('mine');
    const named = await pages.open(`<i id="adgate"></i>${box(picture)}${pages.tag}`);
    await named.event('filled');
    expect(await named.page.evaluate('window.adgate.version')).toBe('1');
  });

  it('tells why it stayed empty to who has an operator’s token', async () => {
    const token = await logIn(pages.app, 'operator');
    const { page, event } = await pages.open(`<div id="box"></div>${pages.tag}`);
    await page.waitForFunction('window.adgate');
    await page.evaluate(`window.adgate.explain(${JSON.stringify(token)});
      document.getElementById('box').dataset.adgate = '317x11';`);
    const { reason } = await event('empty');
    expect(reason).not.toBe('no-fill');
  });

  it('says that the server was not reached', async () => {
    const { page, event } = await pages.open(`<div id="late"></div>${pages.tag}`);
    await page.waitForFunction('window.adgate');
    await page.route('**/supply/find', (route) => route.abort());
    await page.evaluate(`document.getElementById('late').dataset.adgate = '300x250'`);
    expect(await event('error')).toMatchObject({ reason: 'network' });
  });
});

it('overlays what became of each placement for who asks', async () => {
  const path = '/debug?adgate-debug';
  const { page } = await pages.open(`${box(picture)}${pages.tag}`, { path });
  await page.locator('#adgate-debug li').first().waitFor();
  const line = await page.locator('#adgate-debug li').first().textContent();
  expect(line).toContain(`#box ${picture} filled {`);
  expect((await send(`${pages.app.url}/tag/v1.d.ts`)).body).toContain('interface Adgate ');
});
