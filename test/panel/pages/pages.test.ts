import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { Account } from '../../../src/identity/accounts/account';
import { createClient } from '../../../src/identity/oauth/clients/client.service';
import { createPersonalAccessToken } from '../../../src/identity/oauth/tokens/personal-token.service';
import { send, startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import {
  listAllCreatives,
  rejectCreative,
} from '../../../src/demand/creatives/creative-review.service';
import { aPeer } from '../../support/peer-access';
import { demoCampaigns } from '../../../src/start/demo/campaigns';
import { createDemoData } from '../../../src/start/demo-data';
import { demoId } from '../../../src/insight/demo-page/demo-site';
import { askToWithdraw, reportCreative, returnPayment } from '../operator-data';
import { recordDemoFigures } from '../demo-figures';
import {
  anAccount,
  expectAccessible,
  expectFits,
  openPanel,
  type PanelPage,
  password,
  photograph,
  showIn,
} from '../support';

let app: TestApp;
let browser: Browser;
let newcomer: Account;
let advertiser: Account;
let publisher: Account;
let newPublisher: Account;
let operator: Account;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
  await createDemoData(app.ctx);
  await recordDemoFigures(app.ctx);
  newcomer = await anAccount(app);
  newPublisher = await anAccount(app, ['publisher']);
  publisher = (await app.ctx.accounts.findById(demoId('publisher')))!;
  operator = await anAccount(app, ['operator']);
  await prepareForOperator();
  advertiser = (await app.ctx.accounts.findById(demoId('advertiser')))!;
  await createPersonalAccessToken(app.ctx, {
    accountId: advertiser.id,
    name: 'Nightly report',
    scopes: ['campaign.read', 'campaign.write'],
  });
}, 300_000);
afterAll(() => browser.close());

const siteId = demoId('site');
const campaignId = demoId(`campaign ${demoCampaigns[0]!.slug}`);

/** Something for an operator to look at. */
async function prepareForOperator(): Promise<void> {
  const ownerId = demoId('advertiser');
  await createClient(app.ctx, {
    ...{ name: 'Reports', ownerId, scopes: ['campaign.read', 'statistics.read'] },
    redirectUris: ['https://reports.example/callback'],
  });
  const [creative] = await listAllCreatives(app.ctx, {}, { first: 1 });
  await reportCreative(app.ctx, creative!);
  await app.ctx.inTransaction((session) => app.ctx.peers.insert(aPeer(), session));
  await askToWithdraw(app.ctx, newPublisher.id);
  await returnPayment(app.ctx, newPublisher.id);
  await rejectCreative(app.ctx, { id: creative!.id, reason: 'Its picture is misleading' });
  const { email } = newcomer;
  const { body } = await send(`${app.url}/auth/login`, { json: { email, password } });
  const headers = { Authorization: `Bearer ${body.apiToken}` };
  await send(`${app.url}/graphql`, {
    json: { query: `mutation { deleteCampaign(id: "${'1'.repeat(32)}") }` },
    headers,
  });
}

/** Pages with their accounts, and a text that stands on each when it is complete. */
const pages = [
  { name: 'landing', path: '/', who: () => null, shows: 'This is an ad server' },
  { name: 'log-in', path: '/auth/log-in', who: () => null, shows: 'Password' },
  {
    name: 'forgotten-password',
    path: '/auth/forgotten-password',
    who: () => null,
    shows: 'sends no mail',
  },
  {
    name: 'registration',
    path: '/auth/register-account',
    who: () => null,
    shows: 'Registration is closed',
  },
  { name: 'tokens', path: '/panel/tokens', who: () => advertiser, shows: 'Nightly report' },
  { name: 'no-tokens', path: '/panel/tokens', who: () => newcomer, shows: 'No tokens yet' },
  {
    name: 'dashboard',
    path: '/panel/dashboard?range=30d',
    who: () => advertiser,
    shows: 'All campaigns',
  },
  { name: 'first-steps', path: '/panel/dashboard', who: () => newcomer, shows: 'Three steps' },
  { name: 'campaigns', path: '/panel/campaigns', who: () => advertiser, shows: 'Budget an hour' },
  { name: 'no-campaigns', path: '/panel/campaigns', who: () => newcomer, shows: 'No campaigns' },
  {
    name: 'new-campaign',
    path: '/panel/campaigns/new',
    who: () => newcomer,
    shows: 'Landing page',
  },
  {
    name: 'campaign',
    path: `/panel/campaigns/${campaignId}`,
    who: () => advertiser,
    shows: 'A click counts',
  },
  {
    name: 'why-not-shown',
    path: `/panel/campaigns/${campaignId}/why`,
    who: () => advertiser,
    shows: 'The whole campaign',
  },
  {
    name: 'edit-campaign',
    path: `/panel/campaigns/${campaignId}/edit`,
    who: () => advertiser,
    shows: 'Who sees it',
  },
  { name: 'sites', path: '/panel/sites', who: () => publisher, shows: 'The Daily Gazette' },
  { name: 'first-site', path: '/panel/sites', who: () => newPublisher, shows: 'Three steps' },
  {
    name: 'new-site',
    path: '/panel/sites/new',
    who: () => newPublisher,
    shows: 'What it is about',
  },
  { name: 'site', path: `/panel/sites/${siteId}`, who: () => publisher, shows: 'Leaderboard' },
  {
    name: 'edit-site',
    path: `/panel/sites/${siteId}/edit`,
    who: () => publisher,
    shows: 'What it is about',
  },
  {
    name: 'site-ads',
    path: `/panel/sites/${siteId}/ads`,
    who: () => publisher,
    shows: '300x250',
  },
  {
    name: 'payments',
    path: '/panel/payments',
    who: () => publisher,
    shows: 'Nothing has been paid',
  },
  {
    name: 'wallet',
    path: '/panel/wallet',
    who: () => advertiser,
    shows: 'Nothing has been booked',
  },
  {
    name: 'no-applications',
    path: '/panel/applications',
    who: () => newcomer,
    shows: 'No applications',
  },
  { name: 'settings', path: '/panel/settings', who: () => newcomer, shows: 'Change password' },
  { name: 'activity', path: '/panel/activity', who: () => newcomer, shows: 'logIn' },
  { name: 'users', path: '/panel/operator/users', who: () => operator, shows: 'advertiser@' },
  {
    name: 'user',
    path: `/panel/operator/users/${demoId('advertiser')}`,
    who: () => operator,
    shows: 'Set credit',
  },
  {
    name: 'review-creatives',
    path: '/panel/operator/creatives',
    who: () => operator,
    shows: '300x250',
  },
  {
    name: 'rejected-creatives',
    path: '/panel/operator/creatives?status=rejected',
    who: () => operator,
    shows: 'misleading',
  },
  { name: 'reports', path: '/panel/operator/reports', who: () => operator, shows: 'misleading' },
  {
    name: 'review-sites',
    path: '/panel/operator/sites?status=active',
    who: () => operator,
    shows: 'Kind',
  },
  {
    name: 'settlement',
    path: '/panel/operator/settlement',
    who: () => operator,
    shows: 'came back',
  },
  { name: 'taxonomy', path: '/panel/operator/taxonomy', who: () => operator, shows: '300x250' },
  { name: 'clients', path: '/panel/operator/clients', who: () => operator, shows: 'New secret' },
  { name: 'peers', path: '/panel/operator/peers', who: () => operator, shows: 'AdServer 2.9.0' },
  { name: 'health', path: '/panel/operator/health', who: () => operator, shows: 'for sale' },
  { name: 'jobs', path: '/panel/operator/jobs', who: () => operator, shows: 'Run now' },
  { name: 'audit', path: '/panel/operator/audit', who: () => operator, shows: 'deleteCampaign' },
  { name: 'back', path: '/panel/back', who: () => newcomer, shows: 'Close this tab' },
  { name: 'not-found', path: '/panel/nowhere', who: () => newcomer, shows: 'nothing here' },
];

const opened = new Map<string | null, Promise<PanelPage>>();

/** One browser for each account: it logs in once. */
function openAs(account: Account | null): Promise<PanelPage> {
  const key = account?.id ?? null;
  const known = opened.get(key) ?? openPanel(browser, app, account ? { account } : {});
  opened.set(key, known);
  return known;
}

it.each(pages)(
  '$name is for everybody, in both colours, on a phone and a desk',
  async (row) => {
    const { name, path, who, shows } = row;
    const { page, offences } = await openAs(who());
    await page.goto(`${app.url}${path}`);
    await page.getByText(shows).first().waitFor();
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
  120_000,
);

it('the first page loads less than 250 KB, and no chart before there is one', async () => {
  const { page } = await openPanel(browser, app, { account: newcomer, path: '/panel/dashboard' });
  await page.getByText('Three steps').waitFor();
  const files = await page.evaluate<{ name: string; encodedBodySize: number }[]>(
    `performance.getEntriesByType('resource').map((entry) => entry.toJSON())`,
  );
  const assets = files.filter(({ name }) => name.includes('/panel/assets/'));
  expect(assets.length).toBeGreaterThan(2);
  expect(assets.filter(({ name }) => name.includes('/plot-'))).toEqual([]);
  expect(assets.reduce((sum, one) => sum + one.encodedBodySize, 0)).toBeLessThan(250_000);
  await page.context().close();
}, 120_000);

it('every page has a row here', () => {
  const routes = [...readFileSync('panel/routes.tsx', 'utf8').matchAll(/\bpath: '([^']+)'/g)];
  const patterns = routes.map(([, path]) => path!).filter((path) => path !== '/');
  const seen = patterns.filter((pattern) =>
    pages.some(({ path }) =>
      new RegExp(`^/panel${pattern.replace(/\$\w+/g, '[0-9a-f]{32}')}$`).test(
        path.replace(/\?.*/, ''),
      ),
    ),
  );
  expect(seen).toEqual(patterns);
});
