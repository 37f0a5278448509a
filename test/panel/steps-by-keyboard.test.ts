import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startApp, type TestApp } from '../support/app';
import { launchBrowser } from '../support/browser';
import { anAccount, fillBasics, openPanel } from './support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

async function open(path: string) {
  const account = await anAccount(app);
  return openPanel(browser, app, { account, path: `/panel/${path}` });
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
}

const stepOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

const expectStep = (page: Page, name: string) =>
  stepOf(page, name).and(page.locator(':focus')).waitFor();

/** Waits until the step has the focus, with its beginning in sight. */
async function expectBeginning(page: Page, name: string): Promise<void> {
  await expectStep(page, name);
  const step = stepOf(page, name);
  const top = await step.evaluate((element) => element.getBoundingClientRect().top);
  expect(top).toBeGreaterThan(0);
  expect(top).toBeLessThan(page.viewportSize()?.height ?? 0);
}

/** Names the element that the Tab key leads to. */
async function tab(page: Page): Promise<string> {
  await page.keyboard.press('Tab');
  return page.evaluate<string>(
    `(({ labels, ariaLabel, textContent }) =>
      (ariaLabel ?? labels?.[0]?.textContent ?? textContent ?? '').trim())(document.activeElement)`,
  );
}

describe('a step that is gone to by the keyboard', () => {
  it('of a new campaign has the focus, so that its fields come next', async () => {
    const { page, offences } = await open('campaigns/new');
    await fillBasics(page, 'By keyboard');
    await press(page, 'Next');
    await expectBeginning(page, 'Audience');
    await press(page, 'Next');
    await expectBeginning(page, 'Ads');
    expect(await tab(page)).toBe('Choose files for ads');
    await press(page, 'Next');
    // The button of before is not there any more.
    await expectBeginning(page, 'Summary');
    // The browser leads back to where its window was.
    for (const name of ['Ads', 'Audience', 'Basics']) {
      await press(page, 'Back');
      await expectStep(page, name);
    }
    expect(await tab(page)).toMatch(/^Name/);
    await page.goForward();
    await expectStep(page, 'Audience');
    expect(offences).toEqual([]);
  });

  it('of a new site has the focus; a page that is opened leaves it alone', async () => {
    const { page, offences } = await open('sites/new');
    const address = page.getByLabel('Address', { exact: false }).first();
    await address.waitFor();
    expect(await page.locator('[data-step]:focus').count()).toBe(0);
    await address.fill('https://gazette.example/');
    await page.keyboard.press('Enter');
    await page.locator('[data-step]:focus').waitFor();
    await page.getByRole('button', { name: 'Create site' }).waitFor();
    expect(
      await page.getByRole('button', { name: 'Create site' }).and(page.locator(':focus')).count(),
    ).toBe(0);
    await press(page, 'Back');
    await page.locator('[data-step]:focus').waitFor();
    expect(await address.inputValue()).toBe('https://gazette.example/');
    expect(offences).toEqual([]);
  });
});
