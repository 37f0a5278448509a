import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { expectAccessible, expectFits, openPanel } from '../../panel/support';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

it.each([360, 1440])('the REST reference can be read %i pixels wide', async (width) => {
  const { page, offences } = await openPanel(browser, app, { path: '/reference', width });
  await page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))");
  await page.getByText('"Spring sale"').first().waitFor();
  await expectFits(page);
  expect(offences).toEqual([]);
});

it('the REST reference is accessible', async () => {
  const { page } = await openPanel(browser, app, { path: '/reference' });
  await page.locator('summary').first().click();
  await expectAccessible(page);
});
