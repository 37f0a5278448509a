import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { de } from '../../../panel/texts/de';
import { en } from '../../../panel/texts/en';
import type { Account } from '../../../src/identity/accounts/account';
import { bookDeposit } from '../../../src/money/pockets/pocket.service';
import { createDemoData } from '../../../src/start/demo-data';
import { demoCampaigns } from '../../../src/start/demo/campaigns';
import { demoId } from '../../../src/insight/demo-page/demo-site';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { aPeer } from '../../support/peer-access';
import { recordDemoFigures } from '../demo-figures';
import { payReceipt } from '../operator-data';
import { anAccount, expectAccessible, expectFits, openPanel, photograph, showIn } from '../support';

const timeZone = 'Asia/Kolkata';
const german = { locale: 'de-DE', timeZone };

let app: TestApp;
let browser: Browser;
let newcomer: Account;
let advertiser: Account;
let publisher: Account;
let operator: Account;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
  await createDemoData(app.ctx);
  await recordDemoFigures(app.ctx);
  newcomer = await anAccount(app, ['advertiser', 'publisher']);
  operator = await anAccount(app, ['operator']);
  advertiser = (await app.ctx.accounts.findById(demoId('advertiser')))!;
  publisher = (await app.ctx.accounts.findById(demoId('publisher')))!;
  await app.ctx.inTransaction((session) => app.ctx.peers.insert(aPeer(), session));
  await payReceipt(app.ctx, aPeer().address, { id: demoId('receipt') });
  await bookDeposit(app.ctx, { accountId: newcomer.id, amount: 123_450_000_000_000n });
});
afterAll(() => browser.close());

const campaign = demoId(`campaign ${demoCampaigns[0]!.slug}`);
const site = demoId('site');

/** Pages with their accounts, and a text that each has once it is complete. */
const pages: readonly (readonly [path: string, who: () => Account, shows: string])[] = [
  ['dashboard', () => newcomer, de.dashboard.welcome],
  ['dashboard?range=30d', () => advertiser, de.dashboard.allCampaigns],
  ['campaigns', () => advertiser, de.campaigns.openEnd],
  ['campaigns/new', () => newcomer, de.campaigns.landingPage],
  [`campaigns/${campaign}`, () => advertiser, de.campaigns.aClickCounts],
  [`campaigns/${campaign}/edit`, () => advertiser, de.campaigns.whoSeesIt],
  [`campaigns/${campaign}/why`, () => advertiser, de.campaigns.theWholeCampaign],
  ['creatives', () => advertiser, de.campaigns.adsOfAllCampaigns],
  ['sites', () => publisher, de.sites.newSite],
  ['sites/new', () => newcomer, de.sites.whatItIsAbout],
  [`sites/${site}`, () => publisher, de.sites.whatItTakes],
  [`sites/${site}/edit`, () => publisher, de.sites.whatItIsAbout],
  [`sites/${site}/ads`, () => publisher, de.sites.accept],
  ['payments', () => publisher, de.money.nothingHasBeenPaidYet],
  ['wallet', () => newcomer, de.money.everyBookingAsCsv],
  ['tokens', () => newcomer, de.account.noTokensYet],
  ['webhooks', () => newcomer, de.webhooks.newWebhook],
  ['applications', () => newcomer, de.account.noApplications],
  ['settings', () => newcomer, de.account.mails],
  ['activity', () => newcomer, de.account.activity],
  ['operator/overview', () => operator, de.operator.feesInAll],
  ['operator/users', () => operator, de.common.roles],
  [`operator/users/${demoId('advertiser')}`, () => operator, de.operator.setCredit],
  ['operator/creatives', () => operator, de.operator.reject],
  ['operator/reports', () => operator, de.operator.noReportIsLikeThat],
  ['operator/sites?status=active', () => operator, de.operator.site],
  ['operator/settlement', () => operator, de.operator.waitingEarnings],
  ['operator/taxonomy', () => operator, de.campaigns.search],
  ['operator/clients', () => operator, de.operator.noClientsYet],
  ['operator/peers', () => operator, de.peers.allow],
  ['operator/peer-receipts', () => operator, de.peers.ofAllServers],
  [`operator/peer-receipts/${demoId('receipt')}`, () => operator, de.peers.noLines],
  ['operator/refused-domains', () => operator, de.operator.refuseDomains],
  ['operator/health', () => operator, de.health.creativesForSale],
  ['operator/jobs', () => operator, de.operator.runNow],
  ['operator/audit', () => operator, de.operator.fromWhere],
  ['back', () => newcomer, de.shell.closeThisTabAndGo],
  ['nowhere', () => newcomer, de.shell.thereIsNothingHere],
];

const opened = new Map<string, ReturnType<typeof openPanel>>();
function openAs(account: Account): ReturnType<typeof openPanel> {
  const known = opened.get(account.id) ?? openPanel(browser, app, { account, ...german });
  opened.set(account.id, known);
  return known;
}

/** Everything that is read or heard on the page, in pieces. */
const readPage = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(`(() => {
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode.data);
    for (const name of ['aria-label', 'placeholder', 'title', 'data-label', 'alt'])
      for (const element of document.body.querySelectorAll('[' + name + ']'))
        texts.push(element.getAttribute(name));
    return texts.map((text) => text.trim()).filter(Boolean);
  })()`);

const allGerman = new Set(Object.values(de).flatMap((room) => Object.values<string>(room)));

/** Texts that are not German: whole ones, as they stand. */
const onlyEnglish = Object.values(en)
  .flatMap((room) => Object.values<string>(room))
  .filter((text) => !allGerman.has(text));

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A message with values is looked for by its form, where that is more than a word around them. */
const forms = onlyEnglish
  .filter((text) => text.includes('{') && text.replace(/\{.*\}/, '').includes(' '))
  .map((text) => text.replace(/<\/?\w+>/g, '').split(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/))
  .map((parts) => new RegExp(`^${parts.map((part) => escape(part)).join('.+')}$`, 's'));

/** Words of the server's data that are texts of the panel elsewhere. */
const ofTheServer: ReadonlySet<string> = new Set([
  // The name of a group of the taxonomy.
  'browser',
]);

function findEnglish(texts: readonly string[]): readonly string[] {
  const whole = new Set(onlyEnglish);
  return [
    ...new Set(
      texts.filter(
        (text) =>
          !ofTheServer.has(text) && (whole.has(text) || forms.some((form) => form.test(text))),
      ),
    ),
  ];
}

describe('a German browser', () => {
  it.each(pages)('has no English text of the panel at /panel/%s', async (path, who, shows) => {
    const { page, offences } = await openAs(who());
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${app.url}/panel/${path}`);
    await page.getByText(shows).filter({ visible: true }).first().waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    expect(findEnglish(await readPage(page))).toEqual([]);
    await showIn(page, 'light');
    await expectAccessible(page);
    // German words are longer.
    await page.setViewportSize({ width: 360, height: 800 });
    await expectFits(page);
    await showIn(page, 'dark');
    await expectAccessible(page);
    await photograph(page, `de-${path.replace(/\W+/g, '-')}`);
    expect(offences.splice(0)).toEqual([]);
  });

  it('writes amounts and times as its locale and its zone have them', async () => {
    const { page } = await openAs(newcomer);
    await page.goto(`${app.url}/panel/wallet`);
    await page.getByText(`1.234,50 Coins`).first().waitFor();
    // The wallet tells days; activity tells minutes.
    await page.goto(`${app.url}/panel/activity`);
    const time = page.locator('.table time').first();
    const at = new Date((await time.getAttribute('datetime'))!);
    const format = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const;
    const expected = new Intl.DateTimeFormat('de-DE', format).format(at);
    expect((await time.innerText()).replace(/\s/g, ' ')).toBe(expected.replace(/\s/g, ' '));
  });
});

describe('the language', () => {
  it('is English where the browser names none, or what is no language tag', async () => {
    const { page, offences } = await openPanel(browser, app, { account: newcomer });
    await page.addInitScript(
      `Object.defineProperty(navigator, 'languages', { get: () => ['en-US@posix'] })`,
    );
    await page.goto(`${app.url}/panel/wallet`);
    await page.getByText('1,234.50 coins').first().waitFor();
    expect(offences).toEqual([]);
  });

  it('is chosen on the page, and kept; only then it is loaded', async () => {
    const { page, offences } = await openPanel(browser, app, {
      account: newcomer,
      path: '/panel/settings',
    });
    await page.getByRole('heading', { name: en.account.settings }).waitFor();
    const loaded = () =>
      page.evaluate<string[]>(
        `performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1))`,
      );
    expect((await loaded()).filter((name) => /^de-/.test(name))).toEqual([]);
    await page.getByLabel(en.shell.language, { exact: true }).selectOption('de');
    await page.getByRole('heading', { name: de.account.settings }).waitFor();
    const german = (await loaded()).filter((name) => /^de-/.test(name));
    expect(german.map((name) => /^de-[a-z]+/.exec(name)?.[0]).toSorted()).toEqual([
      'de-first',
      'de-later',
    ]);
    await page.goto(`${app.url}/panel/wallet`);
    await page.getByText('1.234,50 Coins').first().waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await page.getByLabel(de.shell.language, { exact: true }).selectOption('en');
    await page.getByText('1,234.50 coins').first().waitFor();
    expect(offences).toEqual([]);
  });

  it('is English where the other cannot be loaded', async () => {
    const { page } = await openPanel(browser, app, { account: newcomer, ...german });
    await page.route(/\/de-[^/]*\.js/, (route) => route.abort());
    await page.goto(`${app.url}/panel/settings`);
    await page.getByRole('heading', { name: en.account.settings }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });
});

it('every route of the panel is read in German', () => {
  const seen = (pattern: string) => {
    const form = new RegExp(`^${pattern.slice(1).replace(/\$\w+/g, '[0-9a-f]{32}')}$`);
    return pages.some(([path]) => form.test(path.replace(/\?.*/, '')));
  };
  const routes = [...readFileSync('panel/routes.tsx', 'utf8').matchAll(/\bpath: '([^']+)'/g)];
  const patterns = routes.map(([, path = '']) => path).filter((path) => path !== '/');
  expect(patterns.length).toBeGreaterThan(30);
  expect(patterns.filter((pattern) => !seen(pattern))).toEqual([]);
});
