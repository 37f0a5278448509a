import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { Account } from '../../../src/identity/accounts/account';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { createPeople, panelPages, type People } from '../people';
import {
  expectAccessible,
  expectFits,
  openPanel,
  type PanelPage,
  photograph,
  showIn,
} from '../support';

let app: TestApp;
let browser: Browser;
let people: People;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
  people = await createPeople(app);
});
afterAll(() => browser.close());

const opened = new Map<string | null, Promise<PanelPage>>();

/** One browser for each account: it logs in once. */
function openAs(account: Account | null): Promise<PanelPage> {
  const key = account?.id ?? null;
  const known = opened.get(key) ?? openPanel(browser, app, account ? { account } : {});
  opened.set(key, known);
  return known;
}

it.each(panelPages)(
  '$name is for everybody, in both colours, on a phone and a desk',
  async (row) => {
    const { name, path, who, shows } = row;
    const { page, offences } = await openAs(who && people[who]);
    await page.goto(`${app.url}${path}`);
    await page.getByText(shows).filter({ visible: true }).first().waitFor();
    if ((await page.locator('.chart').count()) > 0) await page.locator('.chart canvas').waitFor();
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1440, 360]) {
        await page.setViewportSize({ width, height: 900 });
        await showIn(page, colorScheme);
        await expectFits(page);
        // Once in each colour and at each width.
        if ((width === 1440) === (colorScheme === 'light')) await expectAccessible(page);
        await photograph(page, `${name}-${width}-${colorScheme}`);
      }
    expect(offences.splice(0)).toEqual([]);
  },
);

it('the first page loads less than 200 kB, and no chart before there is one', async () => {
  const { page } = await openPanel(browser, app, {
    account: people.newcomer,
    path: '/panel/dashboard',
  });
  await page.getByText('Three steps').waitFor();
  const files = await page.evaluate<{ name: string; encodedBodySize: number }[]>(
    `performance.getEntriesByType('resource').map((entry) => entry.toJSON())`,
  );
  const assets = files.filter(({ name }) => name.includes('/panel/assets/'));
  expect(assets.length).toBeGreaterThan(2);
  expect(assets.filter(({ name }) => name.includes('/plot-'))).toEqual([]);
  expect(assets.reduce((sum, one) => sum + one.encodedBodySize, 0)).toBeLessThan(200_000);
  await page.context().close();
});

const routes = readFileSync('panel/routes.tsx', 'utf8');
const patterns = [...routes.matchAll(/\bpath: '([^']+)'/g)]
  .map(([, path]) => path!)
  .filter((path) => path !== '/');

const isOf = (pattern: string, { path }: { readonly path: string }): boolean =>
  new RegExp(`^/panel${pattern.replace(/\$\w+/g, '[0-9a-f]{32}')}$`).test(path.replace(/\?.*/, ''));

it('every page has a row here', () => {
  const seen = patterns.filter((pattern) => panelPages.some((row) => isOf(pattern, row)));
  expect(seen).toEqual(patterns);
});

/** Members of addresses of pages. */
const members = ['from', 'hours', 'kind', 'medium', 'month', 'of', 'order', 'page', 'range']
  .concat(['search', 'show', 'status', 'step', 'to', 'up'])
  .map((name) => `${name}={"no":["sense"]}`);

const searched = [...routes.matchAll(/\bpath: '([^']+)',\s+validateSearch:/g)].map(
  ([, pattern]) => panelPages.find((row) => isOf(pattern!, row))!,
);

it.each(searched)('$name leaves out nonsense of its address', async ({ path, who, shows }) => {
  const { page, offences } = await openAs(who && people[who]);
  const { pathname, searchParams } = new URL(path, app.url);
  const nonsense = members.filter((member) => !searchParams.has(member.replace(/=.*/, '')));
  await page.goto(`${app.url}${pathname}?${[...nonsense, searchParams].join('&')}`);
  await page.getByText(shows).filter({ visible: true }).first().waitFor();
  expect(offences.splice(0)).toEqual([]);
});
