import { beforeAll, describe, expect, it } from '@jest/globals';
import { type AdPage, type AdPages, startAdPages } from '../support/ad-page';
import { aPng } from '../support/campaigns';
import { aDocument } from '../support/contents';
import { eventually } from '../support/eventually';

let pages: AdPages;
const ids = { small: '', large: '', high: '' };

beforeAll(async () => {
  pages = await startAdPages();
  await pages.createAd(aPng('728x90'), { type: 'image' });
  await pages.createAd(aPng('320x50'), { type: 'image' });
  await pages.createAd(aDocument('<b id="end" style="position:absolute;right:0">End</b>'), {
    type: 'html',
    scope: '468x60',
  });
  const create = async (size: string) => (await pages.createPlacements(size))[0]!;
  ids.small = await create('320x50');
  ids.large = await create('728x90');
  ids.high = await create('468x60');
});

const inColumn = (width: number, element: string) =>
  `<main style="width:${width}px">${element}</main>${pages.tag}`;
const room = async ({ page }: AdPage) => {
  const box = await page.locator('#box').boundingBox();
  return box && [Math.round(box.width), Math.round(box.height)];
};
const askedFor = ({ finds }: AdPage) => finds.map(({ placements }) => placements[0]!.placementId);
const sizes = () => `320x50=${ids.small}, 728x90=${ids.large}`;

describe('an ad that is wider than its column', () => {
  it.each([
    ['as the codes of before have it', 'style="width:728px;height:90px"'],
    ['without a style', 'data-size="728x90"'],
  ])('has the height of what is shown, %s', async (_what, style) => {
    const element = `<div id="box" data-adgate="${ids.large}" ${style}></div>`;
    const page = await pages.open(inColumn(344, element));
    await page.event('view');
    expect(await room(page)).toEqual([344, 43]);
  });

  it('has room by the code that the panel gives before the tag has come', async () => {
    const code = await pages.embedCode(ids.large);
    const page = await pages.open(
      inColumn(344, code.replace(/<script.*/, '').replace('div', 'div id="box"')).replace(
        pages.tag,
        '',
      ),
    );
    expect(await room(page)).toEqual([344, 43]);
    const wide = await pages.open(inColumn(900, code.replace('div', 'div id="box"')));
    await wide.event('view');
    expect(await room(wide)).toEqual([728, 90]);
  });

  it('is whole where it is a document', async () => {
    const page = await pages.open(inColumn(234, `<div id="box" data-adgate="${ids.high}"></div>`));
    await page.event('view');
    expect(await room(page)).toEqual([234, 30]);
    const end = await page.page.frameLocator('#box iframe').locator('#end').boundingBox();
    const box = await page.page.locator('#box').boundingBox();
    expect(end!.x + end!.width).toBeCloseTo(box!.x + box!.width, 0);
    expect(end!.height).toBeLessThan(15);
  });
});

describe('an element in a line of text', () => {
  it.each([
    ['by a placement', () => `data-adgate="${ids.small}" style="aspect-ratio:320/50"`],
    ['by a size', () => 'data-adgate="320x50"'],
    ['that closes without an ad', () => `data-adgate="${ids.small}" data-collapse`],
  ])('has room for its ad: %s', async (_what, attributes) => {
    const page = await pages.open(
      inColumn(600, `<p>News <span id="box" ${attributes()}></span> of today</p>`),
    );
    await page.event('view');
    expect(await room(page)).toEqual([320, 50]);
  });
});

it('an element in a line of text has room for its ad where browsers make no style sheets', async () => {
  const page = await pages.open(
    inColumn(600, '<p>News <span id="box" data-adgate="320x50"></span></p>'),
    {
      before: `CSSStyleSheet = function () { throw new TypeError('Illegal constructor'); };`,
    },
  );
  await page.event('view');
  expect(await room(page)).toEqual([320, 50]);
});

it('an element that closes without an ad keeps the display that the page gave it', async () => {
  const style = 'style="display:inline-block" data-collapse';
  const page = await pages.open(
    inColumn(600, `<div id="box" data-adgate="${ids.small}" ${style}></div>`),
  );
  await page.event('filled');
  const display = () => page.page.evaluate(`document.getElementById('box').style.display`);
  expect(await display()).toBe('inline-block');
  await page.page.evaluate('adgate.destroy()');
  expect(await display()).toBe('inline-block');
});

describe('an element in a line of text that the page hides later', () => {
  it.each([
    ['by an attribute', '', `document.getElementById('box').hidden = true`],
    ['by a class', '.off { display: none }', `document.getElementById('box').className = 'off'`],
    ['by a narrow window', '@media (width < 500px) { span { display: none } }', null],
  ])('is hidden: %s', async (_what, css, script) => {
    const element = `<span id="box" data-adgate="${ids.small}"></span>`;
    const page = await pages.open(inColumn(600, `<style>${css}</style><p>News ${element}</p>`));
    await page.event('filled');
    expect(await room(page)).toEqual([320, 50]);
    if (script === null) await page.page.setViewportSize({ width: 400, height: 900 });
    else await page.page.evaluate(script);
    await page.page.locator('#box').waitFor({ state: 'hidden', timeout: 20_000 });
  });
});

describe('data-sizes', () => {
  it.each([
    [1000, 'large', 728, 90],
    [728, 'large', 728, 90],
    [727, 'small', 320, 50],
    [320, 'small', 320, 50],
  ] as const)('takes in a column of %d the %s one', async (width, which, across, down) => {
    const page = await pages.open(inColumn(width, `<div id="box" data-sizes="${sizes()}"></div>`));
    await page.event('view');
    expect(askedFor(page)).toEqual([ids[which]]);
    expect(await room(page)).toEqual([across, down]);
  });

  it('goes by the column where the element stands in a line of text', async () => {
    const span = `<p>News <span id="box" data-sizes="${sizes()}"></span> of today</p>`;
    const page = await pages.open(inColumn(600, span));
    await page.event('view');
    expect(askedFor(page)).toEqual([ids.small]);
    expect(await room(page)).toEqual([320, 50]);
  });

  it('asks once for an element that is closed, until another size fits', async () => {
    const list = `300x600 700:728x90=${ids.large}`;
    const own = `<div id="box" data-sizes="${list}" data-collapse>Our own</div>`;
    const page = await pages.open(inColumn(350, own));
    expect(await page.event('empty')).toMatchObject({ reason: 'no-fill' });
    for (const width of [360, 370, 380]) {
      await page.page.evaluate(`document.querySelector('main').style.width = '${width}px'`);
      await page.page.evaluate(
        'new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(seen))))',
      );
    }
    await page.page.evaluate(`document.querySelector('main').style.width = '800px'`);
    await page.event('filled');
    expect(page.events().filter((told) => told === 'empty box')).toHaveLength(1);
    expect(page.finds).toHaveLength(2);
  });

  it('asks for nothing where none fits', async () => {
    const page = await pages.open(inColumn(300, `<div id="box" data-sizes="${sizes()}"></div>`));
    expect(await page.event('empty')).toEqual({ reason: 'no-size', details: [] });
    expect(page.finds).toEqual([]);
  });

  it('takes the size for the widest columns, sizes without a placement, and the element’s own width', async () => {
    const list = `728x90=${ids.large} 320x50 400:468x60=${ids.high} 1200:160x600`;
    const wide = await pages.open(inColumn(900, `<div id="box" data-sizes="${list}"></div>`));
    await wide.event('filled');
    expect(askedFor(wide)).toEqual([ids.high]);
    const own = `<div id="box" style="width:350px" data-sizes="${list}"></div>`;
    const page = await pages.open(inColumn(900, own));
    await page.event('filled');
    expect(page.finds[0]!.placements[0]).toMatchObject({ width: '320', height: '50' });
    expect(await room(page)).toEqual([350, 55]);
  });

  it('asks for another one when another fits, and for none while the same fits', async () => {
    const page = await pages.open(inColumn(900, `<div id="box" data-sizes="${sizes()}"></div>`));
    const filled = (times: number) =>
      eventually(() => {
        expect(page.events().filter((told) => told === 'filled box')).toHaveLength(times);
        return Promise.resolve();
      }, 20_000);
    const widen = (width: number) =>
      page.page.evaluate(`document.querySelector('main').style.width = '${width}px'`);
    await filled(1);
    await widen(800);
    await page.page.waitForTimeout(300);
    await widen(400);
    await filled(2);
    expect(await room(page)).toEqual([320, 50]);
    await widen(100);
    await page.event('empty');
    await widen(950);
    await filled(3);
    expect(askedFor(page)).toEqual([ids.large, ids.small, ids.large]);
    expect(await room(page)).toEqual([728, 90]);
  });

  it('holds for elements that come later, move, and get other sizes', async () => {
    const page = await pages.open(`<aside style="width:350px"></aside>${inColumn(900, '')}`);
    await page.page.waitForFunction('window.adgate');
    const html = JSON.stringify(`<section><p id="box" data-sizes="${sizes()}"></p></section>`);
    await page.page.evaluate(`document.querySelector('main').innerHTML = ${html}`);
    await page.event('filled');
    const asked = (list: readonly string[]) =>
      eventually(() => {
        expect(askedFor(page)).toEqual(list);
        return Promise.resolve();
      }, 20_000);
    await page.page.evaluate(
      `document.querySelector('aside').append(document.getElementById('box'))`,
    );
    // It is the former one until the column is known.
    await eventually(() => {
      expect(askedFor(page).at(-1)).toBe(ids.small);
      return Promise.resolve();
    }, 20_000);
    const before = askedFor(page).map(String);
    await page.page.evaluate(`document.getElementById('box').dataset.sizes = '234x60=${ids.high}'`);
    await asked([...before, ids.high]);
  });
});
