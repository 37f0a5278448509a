import { beforeAll, describe, expect, it } from '@jest/globals';
import { type AdPages, inAd, startAdPages } from '../support/ad-page';
import { aPng } from '../support/campaigns';

let pages: AdPages;
/** The tag in test mode. */
let testTag: string;
/** A placement that a campaign fits. */
let fitted: string;
/** A placement that no campaign fits. */
let unfitted: string;

beforeAll(async () => {
  pages = await startAdPages();
  testTag = pages.tag.replace('async', 'async data-test');
  await pages.createAd(aPng('300x250'), { type: 'image' });
  [[fitted = ''], [unfitted = '']] = await Promise.all([
    pages.createPlacements('300x250'),
    pages.createPlacements('728x90'),
  ]);
});

const box = (id: string, more = '') => `<div id="box" data-adgate="${id}" ${more}></div>`;
const words = (events: Readonly<Record<string, unknown>>) => String(events['details']);

/** Opens a page, and gathers its warnings. */
async function open(body: string, options: Parameters<AdPages['open']>[1] = {}) {
  const before = `
    window.warnings = [];
    const { warn } = console;
    console.warn = (...said) => { window.warnings.push(String(said[0])); warn(...said); };`;
  const opened = await pages.open(body, { ...options, before });
  return { ...opened, warnings: () => opened.page.evaluate<string[]>('window.warnings') };
}

describe('test mode', () => {
  it('marks the ad that the page would show', async () => {
    const { event, page, finds } = await open(`${box(fitted)}${testTag}`);
    await event('view');
    expect(finds[0]!.context['test']).toBe(true);
    expect(await page.locator('[data-adgate] a').last().innerText()).toBe('Test ad');
  });

  it('shows a marked sample of the placement’s size where no campaign fits, and no view of it', async () => {
    const { event, events, page, requests, warnings } = await open(
      `${box(unfitted, 'data-collapse')}${testTag}`,
    );
    expect(await event('sample')).toEqual({ scope: '728x90', reason: 'no-fill', details: [] });
    const sample = page.getByRole('img', { name: 'Test ad, 728x90' });
    expect(await sample.innerText()).toMatch(/^Test ad\s+728x90$/);
    expect(await sample.boundingBox()).toMatchObject({ width: 728, height: 90 });
    await page.waitForTimeout(1500);
    expect(requests('/view')).toEqual([]);
    expect(events()).toEqual(['sample box']);
    expect(await warnings()).toEqual([]);
    await page.evaluate('window.adgate.destroy()');
    expect(await page.locator('[data-adgate] [role=img]').count()).toBe(0);
  });

  it('has room for a sample in a line of text', async () => {
    const span = `<p>News <span id="box" data-adgate="${unfitted}" data-collapse></span></p>`;
    const { event, page } = await open(`${span}${testTag}`);
    await event('sample');
    const sample = page.getByRole('img', { name: 'Test ad, 728x90' });
    expect(await sample.boundingBox()).toMatchObject({ width: 728, height: 90 });
  });

  it('shows no sample without it, nor for a placement that does not exist', async () => {
    const plain = await open(`${box(unfitted)}${pages.tag}`);
    expect(await plain.event('empty')).toEqual({ reason: 'no-fill', details: [] });
    const unknown = await open(`${box('e'.repeat(32))}${testTag}`);
    expect(await unknown.event('empty')).toEqual({ reason: 'no-fill', details: [] });
  });

  it('shows the sample under a policy that lets scripts of the server run, and nothing else', async () => {
    const { gatewayUrl } = pages;
    const headers = {
      'Content-Security-Policy': `default-src 'none'; script-src ${gatewayUrl}; connect-src ${gatewayUrl}; img-src data:`,
    };
    const { event, page } = await open(`${box(unfitted)}${testTag}`, { headers });
    await event('sample');
    expect(await page.evaluate(`getComputedStyle(${inAd('[role=img]')}).display`)).toBe('flex');
  });
});

describe('a page of another host than the site’s', () => {
  it('shows a sample on localhost, and says which host the placement is of', async () => {
    const { event, events, page, warnings } = await open(`${box(fitted)}${pages.tag}`, {
      host: 'localhost',
    });
    const told = await event('sample');
    expect(told).toMatchObject({ scope: '300x250', reason: 'otherHost' });
    expect(words(told)).toContain('This page is on localhost');
    expect(words(told)).toContain('the site 127.0.0.1: a test ad is shown, and nothing is counted');
    expect(await warnings()).toEqual([`Adgate: ${words(told)}`]);
    await page.waitForTimeout(1500);
    expect(events()).toEqual(['sample box']);
  });

  it('shows nothing on any other, and says so on the console and in the debug panel', async () => {
    const { event, page, warnings } = await open(`${box(fitted)}${pages.tag}`, {
      host: 'moved.example',
      path: '/moved?adgate-debug',
    });
    const told = await event('empty');
    expect(told).toMatchObject({ reason: 'otherHost' });
    expect(words(told)).toContain(
      'This page is on moved.example, and the placement belongs to the site 127.0.0.1: no ad is shown. Add a site for moved.example',
    );
    expect(await warnings()).toEqual([`Adgate: ${words(told)}`]);
    await page.locator('#adgate-debug strong', { hasText: words(told) }).waitFor();
    expect(await page.evaluate(`!!${inAd('[role=img]')}`)).toBe(false);
  });

  it('says the page’s own word on its address, where the script has one', async () => {
    const tag = pages.tag.replace('async', 'async data-url="https://app.example/"');
    const { event } = await open(`${box(fitted)}${tag}`);
    expect(words(await event('empty'))).toContain('This page is on app.example');
  });
});
