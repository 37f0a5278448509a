import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startApp, type TestApp } from '../support/app';
import { launchBrowser } from '../support/browser';
import { createActiveCampaign } from '../support/campaigns';
import { tellVerdicts } from '../support/verdicts';
import { foldAllChanges } from '../../src/insight/statistics/roll-ups/fold-changes.service';
import { payReceipt } from './operator-data';
import { anAccount, openPanel } from './support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

/** Keeps back what is asked for from now on, where the question has these words. */
async function keepBack(page: Page, words: RegExp) {
  const asked = Promise.withResolvers<null>();
  const { promise: answered, resolve } = Promise.withResolvers<null>();
  await page.route('**/graphql', async (route) => {
    if (words.test(route.request().postData() ?? '')) {
      asked.resolve(null);
      await answered;
    }
    await route.continue();
  });
  return {
    asked: asked.promise,
    answer: () => {
      resolve(null);
    },
  };
}

describe('while it is waited for what was asked for', () => {
  it('no receipts of the former filter are shown, to be given away or kept', async () => {
    const [unexplained, told] = ['0001:00000021:0001', '0001:00000022:0001'] as const;
    const peer = '0001-00000004-DBEB';
    for (const [transactionId, state] of [
      [unexplained, 'unexplained'],
      [told, 'told'],
    ] as const) {
      const id = await payReceipt(app.ctx, peer, { transactionId });
      const receipt = (await app.ctx.peerReceipts.find(id))!;
      await app.ctx.peerReceipts.change(receipt, { state });
    }
    const account = await anAccount(app, ['operator']);
    const path = '/panel/operator/peer-receipts';
    const { page, offences } = await openPanel(browser, app, { account, path });
    await page.getByRole('link', { name: unexplained }).waitFor();
    const { asked, answer } = await keepBack(page, /"state":"told"/);
    await page.getByLabel('State').selectOption('told');
    await asked;
    expect(await page.getByRole('link', { name: unexplained }).count()).toBe(0);
    answer();
    await page.getByRole('link', { name: told }).waitFor();
    expect(offences).toEqual([]);
  });

  it('no changes of the former filter are shown in the audit log', async () => {
    const account = await anAccount(app);
    const path = '/panel/activity';
    const { page, offences } = await openPanel(browser, app, { account, path });
    const lines = page.getByRole('table').locator('tbody tr');
    await lines.first().waitFor();
    const { asked, answer } = await keepBack(page, /"operation":"deleteCampaign"/);
    await page.getByLabel('Change', { exact: true }).selectOption('Deleted the campaign');
    await asked;
    expect(await lines.count()).toBe(0);
    answer();
    await page.getByText('Nothing is noted of that.').waitFor();
    expect(offences).toEqual([]);
  });

  it('the figures of all media are not shown as those of one', async () => {
    const account = await anAccount(app);
    const { campaign, creatives } = await createActiveCampaign(app.ctx, {
      campaign: { advertiserId: account.id },
    });
    await tellVerdicts(app.ctx, [
      {
        ...{ advertiserId: account.id, campaignId: campaign.id, creativeId: creatives[0]!.id },
        occurredAt: new Date(),
      },
    ]);
    await foldAllChanges(app.ctx);
    const { page, offences } = await openPanel(browser, app, { account, path: '/panel/dashboard' });
    const cost = page.getByRole('button', { name: /^Cost/ }).first();
    await cost.getByText('$0.01').waitFor();
    const { asked, answer } = await keepBack(page, /query Figures\(.*"medium":\["metaverse"\]/);
    await page.getByLabel('Where').selectOption('metaverse');
    await asked;
    expect(await cost.count()).toBe(0);
    answer();
    await cost.getByText('$0', { exact: true }).waitFor();
    expect(offences).toEqual([]);
  });

  it('an advertiser is not welcomed as a new one because a medium has no campaign', async () => {
    const account = await anAccount(app);
    await createActiveCampaign(app.ctx, { campaign: { advertiserId: account.id } });
    const path = '/panel/dashboard?medium=metaverse';
    const { page, offences } = await openPanel(browser, app, { account, path });
    const where = page.getByLabel('Where');
    await where.waitFor();
    const { asked, answer } = await keepBack(page, /query CampaignFigures\(.*"filter":null/);
    await where.selectOption('');
    await asked;
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Dashboard');
    answer();
    await page.getByRole('table').getByRole('link').first().waitFor();
    expect(offences).toEqual([]);
  });
});
