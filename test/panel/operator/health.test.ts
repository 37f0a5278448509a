import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { anAccount, openPanel } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

it('an operator sees what is wrong with the gateway, and that it is mended, without a reload', async () => {
  const freshUntil = jest.spyOn(app.ctx.rates, 'freshUntil');
  const account = await anAccount(app, ['operator']);
  freshUntil.mockReturnValue(new Date(Date.now() + 86_400_000));
  const { page, offences } = await openPanel(browser, app, {
    account,
    path: '/panel/operator/health',
  });
  await page.getByText('All is well').waitFor();
  freshUntil.mockReturnValue(null);
  await page.getByText('No exchange rate holds').waitFor();
  await page.getByText('Set one by “adgate rate set”').waitFor();
  expect(await page.getByText('All is well').count()).toBe(0);
  freshUntil.mockReturnValue(new Date(Date.now() + 86_400_000));
  await page.getByText('All is well').waitFor();

  // The person's own clock is an hour ahead.
  await page.clock.install({ time: Date.now() + 3_600_000 });
  await page.reload();
  await page.getByText('The gateway’s clock differs from this computer’s').waitFor();
  freshUntil.mockRestore();
  expect(offences).toEqual([]);
});
