import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { createPeople, panelPages, type People } from '../people';
import { expectFits, openPanel, photograph } from '../support';

let app: TestApp;
let browser: Browser;
let people: People;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
  people = await createPeople(app);
});
afterAll(() => browser.close());

/** Pages with long words, and a word that stands there when the page is complete. */
const pages = [
  ['dashboard', 'Alle Kampagnen'],
  ['campaigns', 'offenes Ende'],
  ['campaign', 'Ein Klick zählt'],
  ['site', 'Anzeigen annehmen oder ablehnen'],
  ['edit-site', 'Ausschließen'],
  ['site-ads', 'Ablehnen'],
  ['settlement', 'Genehmigen'],
  ['taxonomy', '300x250'],
] as const;

it.each(pages)('%s cuts no German text off on a phone', async (name, shows) => {
  const row = panelPages.find((one) => one.name === name);
  const account = row?.who ? people[row.who] : undefined;
  if (row === undefined || account === undefined) throw new Error(`nobody reads ${name}`);
  const { page, offences } = await openPanel(browser, app, {
    ...{ account, path: row.path, width: 360, locale: 'de-DE' },
  });
  await page.getByText(shows).filter({ visible: true }).first().waitFor();
  await expectFits(page);
  await photograph(page, `${name}-german`);
  const cut = await page.evaluate<string[]>(`
    [...document.querySelectorAll('.mantine-Button-label, .tree-items')]
      .filter((element) => element.scrollWidth > element.clientWidth)
      .map((element) => element.innerText)`);
  expect(cut).toEqual([]);
  expect(offences).toEqual([]);
  await page.context().close();
});

it('the text of a button stands in its middle on a phone', async () => {
  const { page } = await openPanel(browser, app, {
    ...{ account: people.advertiser, path: '/panel/campaigns', width: 360, locale: 'de-DE' },
  });
  await page.getByText('offenes Ende').first().waitFor();
  const off = await page.evaluate<string[]>(`
    const middleOf = ({ top, bottom }) => (top + bottom) / 2;
    [...document.querySelectorAll('.mantine-Button-root')]
      .map((button) => [button, button.querySelector('.mantine-Button-label')])
      .filter((both) => {
        const [button, label] = both.map((element) => middleOf(element.getBoundingClientRect()));
        return Math.abs(button - label) > 1;
      })
      .map(([button]) => button.innerText)`);
  expect(off).toEqual([]);
  await page.context().close();
});

it('the menu fills the window of a phone', async () => {
  const { page } = await openPanel(browser, app, {
    ...{ account: people.advertiser, path: '/panel/campaigns', width: 360, locale: 'de-DE' },
  });
  await page.getByRole('button', { name: 'Menü' }).click();
  const menu = await page.getByRole('navigation').boundingBox();
  expect(menu).toMatchObject({ y: 56, height: 900 - 56 });
  await page.context().close();
});
