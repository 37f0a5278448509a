import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { minuteMs } from '../../../src/time';
import { codeOf, logIn, wait } from '../../identity/accounts/second-factor/support';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { anAccount, expectAccessible, expectFits, openPanel, photograph } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

it('a second factor is set up, asked for, and turned off', async () => {
  const account = await anAccount(app);
  const { page, offences } = await openPanel(browser, app, { account, path: '/panel/settings' });
  const card = page.getByRole('region', { name: 'Second factor' });
  await card.getByRole('button', { name: 'Set up' }).click();
  await card.getByRole('img', { name: 'The secret as a QR code' }).waitFor();
  const secret = (await card.locator('.secret').textContent()) ?? '';
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  await expectAccessible(page);
  await photograph(page, 'second-factor-set-up');
  await card.getByLabel('Code').fill('1');
  await card.getByRole('button', { name: 'Turn on' }).click();
  await card.getByText('Is wrong, too old or used.').waitFor();
  await card.getByLabel('Code').fill(codeOf(app, { secret }));
  await card.getByRole('button', { name: 'Turn on' }).click();
  await card.getByText('It is on. Recovery codes left: 10.').waitFor();
  const shown = (await card.locator('.secret').textContent()) ?? '';
  expect(shown.split('\n')).toHaveLength(10);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('link', { name: 'Save as a file' }).click(),
  ]);
  expect(readFileSync(await download.path(), 'utf8')).toBe(`${shown}\n`);
  await expectAccessible(page);
  await expectFits(page);
  expect((await logIn(app, account.email ?? '')).status).toBe(403);

  wait(app, 6 * minuteMs);
  await page.getByRole('link', { name: 'Access tokens' }).click();
  // The settings have a name, too.
  await page.getByRole('button', { name: 'Create token' }).waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('Nightly');
  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog', { name: 'A code of your second factor' });
  await dialog.getByLabel('Code').fill('wrong');
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await dialog.getByText('Is wrong, too old or used.').waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Code').fill(codeOf(app, { secret }));
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('Your token “Nightly”').waitFor();

  await page.goto(`${app.url}/panel/settings`);
  await card.getByRole('button', { name: 'Turn off' }).click();
  await card.getByRole('button', { name: 'Set up' }).waitFor();
  expect((await logIn(app, account.email ?? '')).status).toBe(200);
  expect(offences).toEqual([]);
});

it('a person who gives up reads why nothing was done', async () => {
  const account = await anAccount(app);
  const { page } = await openPanel(browser, app, { account, path: '/panel/settings' });
  const card = page.getByRole('region', { name: 'Second factor' });
  await card.getByRole('button', { name: 'Set up' }).click();
  const secret = (await card.locator('.secret').textContent()) ?? '';
  await card.getByLabel('Code').fill(codeOf(app, { secret }));
  await card.getByRole('button', { name: 'Turn on' }).click();
  await card.getByText('It is on. Recovery codes left: 10.').waitFor();
  wait(app, 6 * minuteMs);
  await card.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await card.getByText('This needs a code of your second factor first').waitFor();
  expect((await logIn(app, account.email ?? '')).status).toBe(403);
});
