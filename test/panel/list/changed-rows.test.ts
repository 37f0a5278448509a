import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { createCampaign } from '../../../src/demand/campaigns/campaign-creation.service';
import type { Account } from '../../../src/identity/accounts/account';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { aCampaign, createActiveCampaign } from '../../support/campaigns';
import { anAccount, openPanel } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

const draft = (account: Account, name: string) =>
  createCampaign(app.ctx, aCampaign({ advertiserId: account.id, name, status: 'draft' }));
const open = (account: Account) => openPanel(browser, app, { account, path: '/panel/campaigns' });
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe('rows that are chosen', () => {
  it('are acted on as they are now, not as they were when they were chosen', async () => {
    const account = await anAccount(app);
    const { campaign } = await createActiveCampaign(app.ctx, {
      campaign: { advertiserId: account.id, name: 'Shoes' },
    });
    const { page, offences } = await open(account);
    await box(page, 'Choose Shoes').check();
    await page.getByRole('switch', { name: 'Shoes is active' }).press('Space');
    await page.getByText('Shoes is stopped.').waitFor();
    await button(page, 'Start').click();
    await page.getByText('1 campaign is started.').waitFor();
    expect((await app.ctx.campaigns.findById(campaign.id))?.status).toBe('active');
    expect(offences).toEqual([]);
  });

  it('stay chosen while what was done with others is taken back', async () => {
    const account = await anAccount(app);
    await draft(account, 'Hats');
    await createActiveCampaign(app.ctx, {
      campaign: { advertiserId: account.id, name: 'Shoes' },
    });
    const { page, offences } = await open(account);
    await box(page, 'Choose Shoes').check();
    await button(page, 'Stop').click();
    await page.getByText('1 campaign is stopped.').waitFor();
    await box(page, 'Choose Hats').check();
    await button(page, 'Undo').click();
    await page.getByText('1 campaign is started.').waitFor();
    await page.getByText('1 chosen').waitFor();
    expect(await box(page, 'Choose Hats').isChecked()).toBe(true);
    expect(offences).toEqual([]);
  });

  it('are not those that are being deleted, where all of a list are chosen', async () => {
    const account = await anAccount(app);
    for (let made = 1; made <= 52; made += 1) await draft(account, `Draft ${made}`);
    const { page, offences } = await open(account);
    await box(page, 'Choose Draft 52').check();
    await button(page, 'Delete').click();
    await page.getByText('1 is deleted in 20 seconds').waitFor();
    await box(page, 'Choose all of this page').check();
    await button(page, 'Choose all 51').click();
    await page.getByText('51 chosen').waitFor();
    await button(page, 'Delete').click();
    await button(page, 'Delete now').click();
    await page.getByText('52 campaigns are deleted.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(offences).toEqual([]);
  });
});

it('what could not be deleted is told where the list has been left', async () => {
  const account = await anAccount(app);
  for (const name of ['Shoes', 'Hats']) await draft(account, name);
  const { page, offences } = await open(account);
  let refused = 0;
  await page.route('**/graphql', async (route) => {
    const isFirst =
      /mutation DeleteCampaign\(/.test(route.request().postData() ?? '') && refused === 0;
    if (!isFirst) return route.continue();
    refused += 1;
    return route.abort();
  });
  for (const name of ['Shoes', 'Hats']) await box(page, `Choose ${name}`).check();
  await button(page, 'Delete').click();
  await page.getByText('2 are deleted in 20 seconds').waitFor();
  await page.getByRole('link', { name: 'Access tokens' }).click();
  await page.getByText('1 campaign is deleted. Shoes: The server cannot be reached').waitFor();
  expect(offences).toEqual([]);
});

it('what has not worked is told in German, with every problem', async () => {
  const account = await anAccount(app);
  const ended = new Date(Date.now() - 1_000);
  await createCampaign(app.ctx, {
    ...aCampaign({ advertiserId: account.id, name: 'Schuhe', status: 'draft' }),
    ...{ startsAt: new Date(0), endsAt: ended },
  });
  const { page, offences } = await openPanel(browser, app, {
    ...{ account, path: '/panel/campaigns', locale: 'de-DE' },
  });
  await box(page, 'Schuhe wählen').check();
  await button(page, 'Starten').click();
  const alert = page.getByRole('alert');
  await alert.getByText('Status kann ohne aktives Werbemittel nicht aktiv sein; ').waitFor();
  await alert.getByText('endsAt ist vorbei: die Kampagne kann nicht aktiv sein.').waitFor();
  expect(offences).toEqual([]);
});
