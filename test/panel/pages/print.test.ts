import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { createPeople, panelPages, type People } from '../people';
import { openPanel, photograph } from '../support';

/** CSS pixels of a sheet of A4 within a browser's usual margins. */
const sheet = { width: 718, height: 1047 };

let app: TestApp;
let browser: Browser;
let people: People;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
  people = await createPeople(app);
});
afterAll(() => browser.close());

const withChart = ['dashboard', 'campaign', 'sites', 'site', 'overview'];

/** A page as it is on the screen, by its name in the list of pages. */
async function open(name: string): Promise<Page> {
  const row = panelPages.find((one) => one.name === name);
  const account = row?.who ? people[row.who] : undefined;
  if (row === undefined || account === undefined) throw new Error(`nobody reads ${name}`);
  const { page } = await openPanel(browser, app, { account, colorScheme: 'dark' });
  // No script runs between the screen and the sheet: the chart keeps the width that it was drawn for.
  await page.addInitScript('ResizeObserver.prototype.observe = () => undefined');
  await page.goto(`${app.url}${row.path}`);
  await page.getByText(row.shows).filter({ visible: true }).first().waitFor();
  if (withChart.includes(name)) await page.locator('.chart canvas').waitFor();
  return page;
}

const withTables = ['campaigns', 'creatives', 'users', 'settlement', 'peer-receipts', 'audit'];

it.each([...withChart, ...withTables])(
  'the page %s has all of its width on a sheet, its tables as tables',
  async (name) => {
    const page = await open(name);
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize(sheet);
    await photograph(page, `${name}-print`);
    const beyond = await page.evaluate<string[]>(`
      [...document.querySelectorAll('main *')]
        .filter((element) => element.checkVisibility())
        .filter((element) => element.getBoundingClientRect().right > ${sheet.width})
        .map((element) => element.outerHTML.slice(0, 200))`);
    expect(beyond).toEqual([]);
    const displays = await page.evaluate<string[]>(`
      [...document.querySelectorAll('main tbody tr')]
        .filter((row) => row.checkVisibility())
        .map((row) => getComputedStyle(row).display)`);
    expect(displays.filter((display) => display !== 'table-row')).toEqual([]);
    await page.context().close();
  },
);

it('a page with dark colours is printed with light ones, its chart too', async () => {
  const page = await open('dashboard');
  await page.evaluate(`
    window.seen = [];
    const look = () => {
      const pixels = document.querySelector('.chart canvas').getContext('2d').getImageData(0, 0, 400, 200).data;
      window.seen.push([document.documentElement.dataset.mantineColorScheme, String(pixels)]);
    };
    look();
    addEventListener('beforeprint', look);
    addEventListener('afterprint', look);`);
  await page.pdf();
  const seen = await page.evaluate<[string, string][]>('window.seen');
  expect(seen.map(([scheme]) => scheme)).toEqual(['dark', 'light', 'dark']);
  const [before, printed, after] = seen.map(([, pixels]) => pixels);
  expect(printed === before).toBe(false);
  expect(after === before).toBe(true);
});
