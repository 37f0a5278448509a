import { beforeAll, describe, expect, it } from '@jest/globals';
import { type AdPages, startAdPages } from '../support/ad-page';
import { aPng } from '../support/campaigns';
import { eventually } from '../support/eventually';

let pages: AdPages;
let id: string;

beforeAll(async () => {
  pages = await startAdPages();
  await pages.createAd(aPng('300x250'), { type: 'image' });
  id = (await pages.createPlacements('300x250'))[0]!;
});

const box = (more = '') =>
  `<div id="box" data-adgate="${id}" style="width:300px;height:250px" ${more}></div>`;
const count = (list: readonly string[], told: string) => list.filter((one) => one === told).length;

describe('an ad that is to be refreshed', () => {
  /** Timers of half a minute and more run when the test says so. */
  const before = `
    window.late = new Map();
    const { setTimeout: start, clearTimeout: stop } = window;
    window.setTimeout = (run, ms) => {
      if (ms < 30000 || ms === 60000) return start(run, ms);
      window.late.set(-1 - window.late.size, { run, ms });
      return -window.late.size;
    };
    window.clearTimeout = (id) => { window.late.delete(id); stop(id); };
    window.pass = () => { for (const [id, { run }] of window.late) { window.late.delete(id); run(); } };`;
  const waits = (page: { waitForFunction: (code: string) => Promise<unknown> }, count: number) =>
    page.waitForFunction(`window.late.size === ${count}`);

  it('gives way to the next one only while it is seen', async () => {
    const below = '<div id="below" style="height:3000px"></div>';
    const body = `${box('data-refresh="30"')}${below}${pages.tag}`;
    const { page, event, events, finds } = await pages.open(body, { before });
    await event('view');
    await waits(page, 1);
    await page.evaluate('scrollTo(0, 2000)');
    await waits(page, 0);
    await page.evaluate('scrollTo(0, 0)');
    await waits(page, 1);
    expect(finds).toHaveLength(1);
    await page.evaluate('pass()');
    await eventually(() => {
      expect(count(events(), 'view box')).toBe(2);
      return Promise.resolve();
    }, 20_000);
    expect(finds).toHaveLength(2);
    expect(await page.locator('img').count()).toBe(1);
    await waits(page, 1);
  });

  it.each([
    ['', 30_000],
    ['1', 30_000],
    ['30s', 30_000],
    ['-5', 30_000],
    ['45', 45_000],
    ['99999999', 86_400_000],
    ['Infinity', 86_400_000],
  ])('waits where the page says %j', async (text, ms) => {
    const body = `${box(`data-refresh="${text}"`)}${pages.tag}`;
    const { page, finds } = await pages.open(body, { before });
    await waits(page, 1);
    expect(await page.evaluate('[...window.late.values()][0].ms')).toBe(ms);
    expect(finds).toHaveLength(1);
  });

  it('is asked for again after a find that has failed', async () => {
    const body = `${box('data-refresh="30"')}${pages.tag}`;
    const { page, event, events, finds } = await pages.open(body, { before });
    await event('view');
    await waits(page, 1);
    await page.route('**/find', (route) => route.abort());
    await page.evaluate('pass()');
    await event('error');
    await waits(page, 1);
    await page.unrouteAll();
    await page.evaluate('pass()');
    await eventually(() => {
      expect(count(events(), 'view box')).toBe(2);
      return Promise.resolve();
    }, 20_000);
    expect(finds).toHaveLength(3);
  });

  it('is never asked for anew where the page does not say so', async () => {
    const { page, event } = await pages.open(`${box()}${pages.tag}`, { before });
    await event('view');
    await waits(page, 0);
  });
});
