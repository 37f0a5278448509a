import { beforeAll, describe, expect, it } from '@jest/globals';
import { type AdPages, inAd, startAdPages } from '../support/ad-page';
import { aPng } from '../support/campaigns';
import { eventually } from '../support/eventually';

let pages: AdPages;
let ids: readonly string[];

beforeAll(async () => {
  pages = await startAdPages();
  await pages.createAd(aPng('300x250'), { type: 'image' });
  ids = await pages.createPlacements('300x250', 4);
});

const room = 'style="width:300px;height:250px"';
const box = (id: string, at: number, more = '') =>
  `<div id="${id}" data-adgate="${ids[at]}" ${room} ${more}></div>`;
const count = (list: readonly string[], told: string) => list.filter((one) => one === told).length;

describe('a page that changes', () => {
  it('has ads in elements that come later, as text, too', async () => {
    const { page, event } = await pages.open(`<main></main>${pages.tag}`);
    await page.waitForFunction('window.adgate');
    const html = JSON.stringify(`<section>${box('late', 0)}</section>`);
    await page.evaluate(`document.querySelector('main').innerHTML = ${html}`);
    await event('view', 'late');
  });

  it('asks anew where an element gets another placement, moves, or comes back', async () => {
    const { page, event, events, finds } = await pages.open(
      `<main>${box('box', 0)}</main><aside></aside>${pages.tag}`,
    );
    await event('filled');
    const filled = (times: number) =>
      eventually(() => {
        expect(count(events(), 'filled box')).toBe(times);
        return Promise.resolve();
      }, 20_000);
    await page.evaluate(`document.getElementById('box').dataset.adgate = '${ids[1]}'`);
    await filled(2);
    await page.evaluate(`document.querySelector('aside').append(document.getElementById('box'))`);
    await filled(3);
    await page.evaluate(`window.kept = document.getElementById('box'); window.kept.remove()`);
    await page.evaluate(`document.querySelector('main').append(window.kept)`);
    await filled(4);
    expect(finds.map(({ placements }) => placements[0]!.placementId)).toEqual([
      ids[0],
      ids[1],
      ids[1],
      ids[1],
    ]);
    const iids = finds.map(({ context }) => context.iid);
    expect(new Set(iids).size).toBe(4);
  });

  it('reports no view of what goes before it was seen', async () => {
    const { page, event, requests } = await pages.open(`${box('box', 0)}${pages.tag}`, {
      before: `document.addEventListener('adgate:filled', ({ target }) => target.remove());`,
    });
    await event('filled');
    await page.waitForTimeout(1500);
    expect(requests('/view')).toEqual([]);
  });

  it('refreshes and destroys what it names', async () => {
    const { page, event, events } = await pages.open(
      `${box('one', 0)}${box('two', 1)}${pages.tag}`,
    );
    await Promise.all([event('filled', 'one'), event('filled', 'two')]);
    await page.evaluate(`window.adgate.destroy('#two')`);
    expect(await page.locator('img').count()).toBe(1);
    await page.evaluate(`window.adgate.refresh(document.getElementById('one'))`);
    await eventually(() => {
      expect(count(events(), 'filled one')).toBe(2);
      return Promise.resolve();
    }, 20_000);
    expect(count(events(), 'filled two')).toBe(1);
    expect(await page.locator('img').count()).toBe(1);
    // A destroyed box is forgotten until it is put into the page again.
    await page.evaluate('window.adgate.refresh()');
    await eventually(() => {
      expect(count(events(), 'filled one')).toBe(3);
      return Promise.resolve();
    }, 20_000);
    expect(count(events(), 'filled two')).toBe(1);
    await page.evaluate(`document.body.prepend(document.getElementById('two'))`);
    await eventually(() => {
      expect(count(events(), 'filled two')).toBe(2);
      return Promise.resolve();
    }, 20_000);
  });

  it('stays well with 1,000 placements while its scripts change it all the time', async () => {
    const far = '<div data-adgate="300x250"></div>'.repeat(1000);
    const body = `<main></main><div style="height:9000px"></div><aside>${far}</aside>${pages.tag}`;
    const { page, event, finds } = await pages.open(body, {
      before: `
        window.walks = 0;
        const { get } = Object.getOwnPropertyDescriptor(Node.prototype, 'parentNode');
        Object.defineProperty(Node.prototype, 'parentNode', {
          get() { window.walks += 1; return get.call(this); },
        });
        const { contains } = Node.prototype;
        Node.prototype.contains = function (node) { window.walks += 1; return contains.call(this, node); };`,
    });
    await page.waitForFunction(
      `document.querySelectorAll('aside div').length === 1000 && window.adgate`,
    );
    await page.evaluate(`(() => {
      const main = document.querySelector('main');
      for (let at = 0; at < 1000; at += 1) {
        const one = document.createElement('p');
        main.append(one);
        one.remove();
      }
      main.innerHTML = ${JSON.stringify(box('box', 0))};
    })()`);
    await event('filled', 'box');
    expect(finds.flatMap(({ placements }) => placements)).toHaveLength(1);
    // A million, if each element that goes were held against each placement.
    expect(await page.evaluate('window.walks')).toBeLessThan(20_000);
  });
});

describe('what is seen', () => {
  it('is not asked for far off the screen, and asked for when it comes near', async () => {
    const { page, event, events } = await pages.open(
      `${box('near', 0)}<div style="height:5000px"></div>${box('far', 1)}${pages.tag}`,
    );
    await event('view', 'near');
    expect(events()).toEqual(['filled near', 'view near']);
    await page.evaluate(`document.getElementById('far').scrollIntoView()`);
    await event('view', 'far');
  });

  it('is no view while less than half of it is on the screen', async () => {
    const { page, event, requests } = await pages.open(
      `<div style="height:700px"></div>${box('box', 0)}${pages.tag}`,
    );
    await event('filled');
    await page.waitForTimeout(1500);
    expect(requests('/view')).toEqual([]);
    await page.mouse.wheel(0, 300);
    await event('view');
  });

  it('is no view where a style hides it', async () => {
    const { page, event, requests } = await pages.open(
      `<main style="opacity:0">${box('box', 0)}</main>${pages.tag}`,
    );
    await event('filled');
    await page.waitForTimeout(2500);
    expect(requests('/view')).toEqual([]);
    await page.evaluate(`document.querySelector('main').style.opacity = 1`);
    await event('view');
  });

  it.each(['width:0', 'transform:scale(0)'])(
    'is no view where it has no area: %s',
    async (style) => {
      const { page, event, requests } = await pages.open(
        `<main style="${style}">${box('box', 0)}</main>${pages.tag}`,
      );
      await event('filled');
      await page.waitForTimeout(2500);
      expect(requests('/view')).toEqual([]);
      await page.evaluate(`document.querySelector('main').style = ''`);
      await event('view');
    },
  );

  it('is neither asked for nor counted in a hidden tab', async () => {
    const before = `
      window.isHidden = true;
      Object.defineProperty(document, 'hidden', { get: () => window.isHidden });
      window.turn = (isHidden) => {
        window.isHidden = isHidden;
        document.dispatchEvent(new Event('visibilitychange'));
      };
      // Before it was seen for long enough.
      document.addEventListener('adgate:filled', () => { window.turn(true); });`;
    const { page, event, finds, requests } = await pages.open(`${box('box', 0)}${pages.tag}`, {
      before,
    });
    await page.waitForFunction('window.adgate');
    await page.waitForTimeout(500);
    expect(finds).toEqual([]);
    await page.evaluate('turn(false)');
    await event('filled');
    await page.waitForTimeout(1500);
    expect(requests('/view')).toEqual([]);
    await page.evaluate('turn(false)');
    await event('view');
  });
});

describe('a page written for the reference server', () => {
  const main = () => `<script async src="${pages.app.url}/main.js"></script>`;
  const zone = (id: string, at: number, options: string, inside = '') =>
    `<div id="${id}" class="a-class" data-zone="${ids[at]}" data-options="${options}" ${room}>${inside}</div>`;

  it('has its ads by another host alone', async () => {
    const body = `${zone('zone', 0, 'min_cpm=0.1')}${zone('bare', 2, 'min_cpm=1000')}<div id="placement" data-placement="${ids[1]}" ${room}></div><i data-placement="top"></i>${main()}`;
    const { event, finds } = await pages.open(body);
    await Promise.all([
      event('filled', 'zone'),
      event('filled', 'placement'),
      event('empty', 'bare'),
    ]);
    expect(finds.flatMap(({ placements }) => placements)).toHaveLength(3);
  });

  it('has its backfill where a creative brings too little, and its scripts run', async () => {
    const comment = `<!-- <u id="other">Other</u><script>document.body.dataset.ran = 'yes'</script><script type="text/plain">No</script> -->`;
    const script = '<script type="app/backfill"><s id="now">Now</s></script>';
    const body = `${zone('one', 0, 'min_cpm=1000', comment)}${zone('two', 1, 'fallback_rate=1', script)}${main()}`;
    const { page, event, finds } = await pages.open(body);
    expect(await event('empty', 'one')).toMatchObject({ reason: 'below-minimum' });
    await page.locator('#other').waitFor();
    await page.locator('#now').waitFor();
    await page.locator('body[data-ran=yes]').waitFor();
    expect(finds.flatMap(({ placements }) => placements)).toHaveLength(1);
  });

  it('is left alone by the tag’s own address', async () => {
    const { finds, event } = await pages.open(`${zone('zone', 0, '')}${box('box', 1)}${pages.tag}`);
    await event('filled', 'box');
    expect(finds[0]!.placements).toHaveLength(1);
  });
});

it('comes along when its pinned file is gone', async () => {
  const { page } = await pages.open(`<p>News</p>`);
  await page.route('**/tag/core-*.js', (route) => route.fulfill({ status: 404 }));
  await page.setContent(`${box('box', 0)}${pages.tag}`);
  await page.locator('img').waitFor();
  expect(await page.evaluate(`${inAd('img')}.naturalWidth`)).toBe(300);
});
