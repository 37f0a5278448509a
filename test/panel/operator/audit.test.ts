import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { createCampaign } from '../../../src/demand/campaigns/campaign-creation.service';
import type { Account } from '../../../src/identity/accounts/account';
import { openSession } from '../../support/access-world';
import { sendGraphql, startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { aCampaign, usd } from '../../support/campaigns';
import { anAccount, expectAccessible, openPanel, photograph } from '../support';

let app: TestApp;
let browser: Browser;
let advertiser: Account;
let campaignId: string;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
  advertiser = await anAccount(app);
  const terms = { name: 'Panel shoes', hourlyBudget: usd('1') };
  const campaign = await createCampaign(
    app.ctx,
    aCampaign({ ...terms, advertiserId: advertiser.id }),
  );
  campaignId = campaign.id;
  const token = await openSession(app, advertiser);
  await change(
    token,
    `updateCampaign(id: "${campaignId}", input: { hourlyBudget: "0.05" }) { id }`,
  );
  await change(
    token,
    `updateCampaign(id: "${campaignId}", input: { pacing: asap, showsOnPeers: false }) { id }`,
  );
  await change(token, `deleteCampaign(id: "${'0'.repeat(32)}")`);
});
afterAll(() => browser.close());

const change = (token: string, mutation: string) =>
  sendGraphql(app, token, `mutation { ${mutation} }`);

it('tells owners in words what they have changed, and lets them pick', async () => {
  const { page, offences } = await openPanel(browser, app, {
    ...{ account: advertiser, path: '/panel/activity', width: 360 },
  });
  const lowered = 'Lowered the budget of Panel shoes from $1.00 an hour to $0.05 an hour';
  await page.getByText(lowered).waitFor();
  await page.getByText('pacing: asap, was even').waitFor();
  await page.getByText('shown on other servers: no, was yes').waitFor();
  await page.getByText('It was not there.').waitFor();
  await page.getByText('your network of now').first().waitFor();
  await expectAccessible(page);
  await photograph(page, 'activity-words');
  await page.getByLabel('Change', { exact: true }).selectOption('Deleted the campaign');
  await page.getByText(lowered).waitFor({ state: 'detached' });
  await page.getByText('It was not there.').waitFor();
  await page.goto(`${app.url}/panel/activity`);
  await page.getByRole('link', { name: 'Panel shoes' }).first().click();
  await page.waitForURL(`**/panel/campaigns/${campaignId}`);
  expect(offences).toEqual([]);
});

it('tells them in German', async () => {
  const { page } = await openPanel(browser, app, {
    ...{ account: advertiser, path: '/panel/activity', locale: 'de-DE' },
  });
  const lowered = 'Budget von Panel shoes von 1,00 $ je Stunde auf 0,05 $ je Stunde gesenkt';
  await page.getByText(lowered).waitFor();
  await page.getByRole('row').getByText('Kampagne gelöscht').first().waitFor();
});

it('tells operators who it was, and all that was done to one thing', async () => {
  const operator = await anAccount(app, ['operator']);
  const { page, offences } = await openPanel(browser, app, {
    ...{ account: operator, path: '/panel/operator/audit' },
  });
  await page.getByText('Lowered the budget of Panel shoes').waitFor();
  const account = page.getByLabel('Account', { exact: true });
  await account.pressSequentially(String(advertiser.email));
  const byHimself = page.getByRole('link', { name: String(operator.email) });
  await byHimself.first().waitFor({ state: 'detached' });
  await page
    .getByRole('link', { name: String(advertiser.email) })
    .first()
    .waitFor();
  const line = page.getByRole('row').filter({ hasText: 'Lowered the budget' });
  await line.getByRole('button', { name: 'All about it' }).click();
  await page.getByText('About: Panel shoes').waitFor();
  await page.getByText('It was not there.').waitFor({ state: 'detached' });
  await expectAccessible(page);
  await photograph(page, 'audit-words');
  await page.getByRole('button', { name: 'Show all again' }).click();
  await page.getByText('It was not there.').waitFor();
  expect(offences).toEqual([]);
});
