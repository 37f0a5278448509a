import { existsSync } from 'node:fs';
import AxeBuilder from 'axe-core';
import { expect } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { createAccount } from '../../src/identity/accounts/account.service';
import type { Account, Role } from '../../src/identity/accounts/account';
import { createLogInLink } from '../../src/identity/accounts/log-in-link.service';
import type { TestApp } from '../support/app';
import { desktopUserAgent } from '../support/browser';

export const password = 'correct horse';
let accounts = 0;

/** A gateway that serves the panel. */
type Served = Pick<TestApp, 'ctx' | 'url'>;

export function anAccount(app: Served, roles: readonly Role[] = ['advertiser']): Promise<Account> {
  accounts += 1;
  return createAccount(app.ctx, { email: `panel${accounts}@test.example`, password, roles });
}

/** A page of the panel, and what no page of it may do. */
export interface PanelPage {
  readonly page: Page;
  /** Requests to other hosts, refusals of the policy, errors of scripts. */
  readonly offences: string[];
}

/** The browser's own words on a request that the server has refused: the page tells it in its own words. */
const toldByThePage = /Failed to load resource/;

/** A browser of its own, logged in by a link where an account is given. */
export async function openPanel(
  browser: Browser,
  app: Served,
  options: {
    readonly account?: Account;
    readonly path?: string;
    readonly width?: number;
    readonly colorScheme?: 'dark' | 'light';
    readonly locale?: string;
    readonly timeZone?: string;
  } = {},
): Promise<PanelPage> {
  const { account, path, width = 1440, colorScheme = 'light' } = options;
  const { locale = 'en-US', timeZone = 'UTC' } = options;
  if (!existsSync('dist/panel')) throw new Error('the panel is not built: `npm run build`');
  const context = await browser.newContext({
    userAgent: desktopUserAgent,
    viewport: { width, height: 900 },
    colorScheme,
    locale,
    timezoneId: timeZone,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const offences: string[] = [];
  const { host } = new URL(app.url);
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.host !== host) offences.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && !toldByThePage.test(message.text()))
      offences.push(message.text());
  });
  page.on('pageerror', (error) => offences.push(error.message));
  if (account) await page.goto(await createLogInLink(app.ctx, account.id));
  if (path !== undefined) await page.goto(`${app.url}${path}`);
  return { page, offences };
}

/** Shows the page in a colour scheme, and waits until the page has taken it. */
export async function showIn(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  const html = `html[data-mantine-color-scheme=${colorScheme}], html:not([data-mantine-color-scheme])`;
  await page.locator(html).waitFor({ state: 'attached' });
}

/** Expects that assistive technology stumbles over nothing on the page. */
export async function expectAccessible(page: Page): Promise<void> {
  // Run from here, as the page's policy lets no other script in.
  await page.evaluate(AxeBuilder.source);
  const problems = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof AxeBuilder };
    const { violations } = await axe.run();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
      );
  });
  expect(problems).toEqual([]);
}

/** Expects that nothing sticks out of the width of the window. */
export async function expectFits(page: Page): Promise<void> {
  const wide = await page.evaluate<string[]>(`
    document.documentElement.scrollWidth <= document.documentElement.clientWidth ? [] :
      [...document.querySelectorAll('main *')]
        .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth)
        .map((element) => element.outerHTML.slice(0, 200))`);
  expect(wide).toEqual([]);
}

/** Keeps a picture for people who want to look, where `PANEL_PICTURES` names a folder. */
export async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env.PANEL_PICTURES;
  if (folder !== undefined)
    await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** Fills the first step of a campaign. */
export async function fillBasics(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Landing page').fill('https://shop.example/');
  await page.getByLabel('Budget in USD').fill('120');
}

/** The problem of a field, as a reader of the screen hears it. */
export async function problemAt(page: Page, label: string): Promise<string> {
  const ids = await page.getByLabel(label, { exact: true }).getAttribute('aria-describedby');
  const errors = (ids ?? '').split(' ').filter((id) => id.endsWith('-error'));
  return (await Promise.all(errors.map((id) => page.locator(`[id="${id}"]`).innerText()))).join();
}
