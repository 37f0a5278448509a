import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { getOrCreateSite } from '../../src/supply/sites/site.service';
import { startApp, type TestApp } from '../support/app';
import { launchBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { anAccount, openPanel } from './support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

let ids: readonly string[];
beforeEach(async () => {
  await app.ctx.sites.models[0]!.deleteMany();
  const { id: publisherId } = await anAccount(app, ['publisher']);
  const made = ['one.example', 'two.example'].map((host) =>
    getOrCreateSite(app.ctx, {
      ...{ publisherId, host, medium: 'web', vendor: null, status: 'pending' },
    }),
  );
  ids = (await Promise.all(made)).map(({ id }) => id).toSorted();
});

const statuses = () =>
  Promise.all(ids.map(async (id) => (await app.ctx.sites.findById(id))?.status));

/** The name of what a press at a place would press. */
const nameAt = (page: Page, { x, y }: { readonly x: number; readonly y: number }) =>
  page.evaluate<string | null>(
    `document.elementFromPoint(${x}, ${y}).closest('button')?.ariaLabel ?? null`,
  );

/** The operator has rejected the first of two sites, and the second one has come to its place. */
async function rejectFirst() {
  const account = await anAccount(app, ['operator']);
  const path = '/panel/operator/sites';
  const { page, offences } = await openPanel(browser, app, { account, path });
  const rejections = page.getByRole('button', { name: /^Reject / });
  const box = (await rejections.first().boundingBox())!;
  const second = (await rejections.nth(1).getAttribute('aria-label'))!;
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const now = Date.now();
  await page.clock.setFixedTime(now);
  await page.mouse.click(place.x, place.y);
  await eventually(async () => {
    expect(await nameAt(page, place)).toBe(second);
  }, 60_000);
  return { page, offences, place, now, second };
}

describe('a second press at the place of a row that has gone', () => {
  it('does nothing to the row that has moved up', async () => {
    const { page, offences, place, second } = await rejectFirst();
    await page.mouse.click(place.x, place.y);
    await page.getByRole('button', { name: second.replace('Reject', 'Approve') }).click();
    await page.getByText('No site waits.').waitFor();
    expect(await statuses()).toEqual(['rejected', 'active']);
    expect(offences).toEqual([]);
  });

  it('is meant where it comes later', async () => {
    const { page, offences, place, now } = await rejectFirst();
    await page.clock.setFixedTime(now + 600);
    await page.mouse.click(place.x, place.y);
    await page.getByText('No site waits.').waitFor();
    expect(await statuses()).toEqual(['rejected', 'rejected']);
    expect(offences).toEqual([]);
  });
});

it('a double press shows each step of a new site, and makes one site', async () => {
  const account = await anAccount(app, ['publisher']);
  const path = '/panel/sites/new';
  const { page, offences } = await openPanel(browser, app, { account, path });
  await page.getByLabel('Address').fill('https://three.example');
  await page.getByRole('button', { name: 'Next' }).dblclick();
  await page.getByRole('button', { name: 'Create site' }).dblclick();
  await page.getByText('No places for ads yet').waitFor();
  await page.getByRole('heading', { name: 'three.example' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(offences).toEqual([]);
});
