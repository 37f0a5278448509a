import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { createOwnedPlacement } from '../../../src/supply/placements/publisher-placement.service';
import { createOwnedSite } from '../../../src/supply/sites/publisher-site.service';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { anAccount, expectAccessible, expectFits, openPanel } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

it('writes the code for several sizes in one place, smallest first', async () => {
  const account = await anAccount(app, ['publisher']);
  const publisherId = account.id;
  const of = { publisherId, host: 'blog.example', name: 'Blog' };
  const { id: siteId } = await createOwnedSite(app.ctx, of);
  const add = (name: string, size: string) =>
    createOwnedPlacement(app.ctx, { publisherId, siteId, name, size });
  const wide = await add('Wide', '728x90');
  const narrow = await add('Narrow', '320x50');
  await add('Other wide one', '728x90');
  const path = `/panel/sites/${siteId}`;
  const { page, offences } = await openPanel(browser, app, { account, path, width: 360 });
  await page.getByRole('button', { name: 'Code of Wide' }).click();
  await page.getByText(`data-adgate="${wide.id}"`).waitFor();
  const choices = page.getByRole('group', { name: 'Other sizes in the same place' });
  expect(await choices.getByRole('checkbox').count()).toBe(1);
  await choices.getByLabel('Narrow (320x50)').check();
  const sizes = `<div data-sizes="320x50=${narrow.id}, 728x90=${wide.id}"></div><script async src=`;
  await page.getByText(sizes).waitFor();
  await page.getByRole('switch', { name: 'With test ads' }).click();
  await page.getByText(sizes.replace('<script', '<script data-test')).waitFor();
  await expectAccessible(page);
  await expectFits(page);
  await choices.getByLabel('Narrow (320x50)').uncheck();
  await page.getByText(`data-adgate="${wide.id}"`).waitFor();
  expect(offences).toEqual([]);
});
