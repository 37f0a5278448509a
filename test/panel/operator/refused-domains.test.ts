import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { createActiveCampaign } from '../../support/campaigns';
import { anAccount, expectAccessible, openPanel } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

it('an operator refuses a landing domain, its advertiser reads why, and it comes back', async () => {
  const [operator, advertiser] = [await anAccount(app, ['operator']), await anAccount(app)];
  const { campaign } = await createActiveCampaign(app.ctx, {
    campaign: { advertiserId: advertiser.id, landingUrl: 'https://shop.evil.example/' },
  });
  const path = '/panel/operator/refused-domains';
  const { page, offences } = await openPanel(browser, app, { account: operator, path });
  await page.getByText('No domain is refused.').waitFor();
  await page
    .getByRole('textbox', { name: 'Domains', exact: true })
    .fill('Evil.example\nother.example');
  await page.getByLabel('Reason').fill('It spreads malware');
  await page.getByRole('button', { name: 'Refuse', exact: true }).click();
  await page.getByRole('cell', { name: 'evil.example', exact: true }).waitFor();
  await expectAccessible(page);
  expect(app.ctx.inventory.findCampaign(campaign.id)).toBeNull();

  const own = await openPanel(browser, app, {
    ...{ account: advertiser, path: `/panel/campaigns/${campaign.id}` },
  });
  await own.page
    .getByText(
      'The operator refuses the domain of its landing page, evil.example: It spreads malware',
    )
    .waitFor();

  await page.getByRole('searchbox', { name: 'Part of the domain' }).fill('evil');
  await page
    .getByRole('cell', { name: 'other.example', exact: true })
    .waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Allow evil.example' }).click();
  await page.getByText('No domain is refused.').waitFor();
  expect(app.ctx.inventory.findCampaign(campaign.id)).not.toBeNull();
  expect([...offences, ...own.offences]).toEqual([]);
});
