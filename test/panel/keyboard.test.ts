import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { send, startApp, type TestApp } from '../support/app';
import { launchBrowser } from '../support/browser';
import { anAccount, openPanel, password, photograph } from './support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

/** Most that somebody would walk to get somewhere on a page. */
const mostSteps = 60;

/** Names the focused element, as a person would who does not see it. */
const focused = (page: Page) =>
  page.evaluate<string>(`
    (({ labels, ariaLabel, textContent }) =>
      (ariaLabel ?? labels?.[0]?.textContent ?? textContent ?? '').trim()
    )(document.activeElement)`);

/** Walks on with the Tab key. @throws when there is no such thing on the way */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < mostSteps; step += 1) {
    await page.keyboard.press('Tab');
    const now = await focused(page);
    if (name.test(now)) return;
    passed.push(now.slice(0, 40));
  }
  throw new Error(`no ${String(name)} among ${passed.join(' | ')}`);
}

/** Says that the focus can be seen. */
const isMarked = (page: Page) =>
  page.evaluate<boolean>(`
    (({ outlineStyle, outlineWidth, boxShadow, borderColor }) =>
      (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none' || borderColor !== ''
    )(getComputedStyle(document.activeElement))`);

it('leads from the log-in to a token by the keyboard alone', async () => {
  const account = await anAccount(app);
  const { page, offences } = await openPanel(browser, app, { path: '/panel/' });
  await tabTo(page, /^Email/);
  await page.keyboard.type(account.email!);
  await tabTo(page, /^Password/);
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.getByText('Three steps').waitFor();
  await tabTo(page, /^Access tokens$/);
  expect(await isMarked(page)).toBe(true);
  await photograph(page, 'keyboard-navigation');
  await page.keyboard.press('Enter');
  await page.getByText('No tokens yet').waitFor();
  await tabTo(page, /^Name/);
  await page.keyboard.type('By keyboard');
  await tabTo(page, /See your campaigns and creatives/);
  await page.keyboard.press('Space');
  await tabTo(page, /^Create token$/);
  await page.keyboard.press('Enter');
  const token = await page.getByTestId('token').innerText();
  await tabTo(page, /^Copy token$/);
  await page.keyboard.press('Enter');
  await page.getByText('Copied.').waitFor();
  await tabTo(page, /^I have it$/);
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: 'By keyboard' }).waitFor();
  const headers = { Authorization: `Bearer ${token}` };
  expect((await send(`${app.url}/api/v2/campaigns`, { headers })).status).toBe(200);
  expect(offences).toEqual([]);
});
