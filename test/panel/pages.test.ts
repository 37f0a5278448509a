import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { Account } from '../../src/identity/accounts/account';
import { createPersonalAccessToken } from '../../src/identity/oauth/personal-token.service';
import { startApp, type TestApp } from '../support/app';
import { launchBrowser } from '../support/browser';
import { demoCampaigns } from '../../src/start/demo/campaigns';
import { createDemoData } from '../../src/start/demo-data';
import { demoId } from '../../src/start/demo/demo-site';
import { anAccount, expectAccessible, expectFits, openPanel, photograph } from './support';

let app: TestApp;
let browser: Browser;
let newcomer: Account;
let advertiser: Account;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
  await createDemoData(app.ctx);
  newcomer = await anAccount(app);
  advertiser = (await app.ctx.accounts.findById(demoId('advertiser')))!;
  await createPersonalAccessToken(app.ctx, {
    accountId: advertiser.id,
    name: 'Nightly report',
    scopes: ['campaign.read', 'campaign.write'],
  });
}, 120_000);
afterAll(() => browser.close());

const campaignId = demoId(`campaign ${demoCampaigns[0]!.slug}`);

/** Who sees which page, and what stands there when it is complete. */
const pages = [
  { name: 'landing', path: '/', who: () => null, shows: 'This is an ad server' },
  { name: 'log-in', path: '/auth/log-in', who: () => null, shows: 'Password' },
  { name: 'tokens', path: '/panel/tokens', who: () => advertiser, shows: 'Nightly report' },
  { name: 'no-tokens', path: '/panel/tokens', who: () => newcomer, shows: 'No tokens yet' },
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
    name: 'edit-campaign',
    path: `/panel/campaigns/${campaignId}/edit`,
    who: () => advertiser,
    shows: 'Who sees it',
  },
  {
    name: 'no-applications',
    path: '/panel/applications',
    who: () => newcomer,
    shows: 'No applications',
  },
  { name: 'settings', path: '/panel/settings', who: () => newcomer, shows: 'Change password' },
  { name: 'back', path: '/panel/back', who: () => newcomer, shows: 'Close this tab' },
  { name: 'not-found', path: '/panel/nowhere', who: () => newcomer, shows: 'nothing here' },
];

it.each(pages)(
  '$name is for everybody, in both colours, on a phone and a desk',
  async (row) => {
    const { name, path, who, shows } = row;
    const account = who();
    const { page, offences } = await openPanel(browser, app, { ...(account && { account }), path });
    await page.getByText(shows).first().waitFor();
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1440, 360]) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await expectFits(page);
        // Once in each colour and at each width.
        if ((width === 1440) === (colorScheme === 'light')) await expectAccessible(page);
        await photograph(page, `${name}-${width}-${colorScheme}`);
      }
    expect(offences).toEqual([]);
    await page.context().close();
  },
  120_000,
);

it('every page has a row here', () => {
  const routes = [...readFileSync('panel/routes.tsx', 'utf8').matchAll(/\bpath: '([^']+)'/g)];
  const patterns = routes.map(([, path]) => path!).filter((path) => path !== '/');
  const seen = patterns.filter((pattern) =>
    pages.some(({ path }) =>
      new RegExp(`^/panel${pattern.replace(/\$\w+/g, '[0-9a-f]{32}')}$`).test(path),
    ),
  );
  expect(seen).toEqual(patterns);
});
