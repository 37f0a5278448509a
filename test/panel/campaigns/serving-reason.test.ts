import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { updateCreative } from '../../../src/demand/creatives/creative.service';
import { setRate } from '../../../src/money/rates/rate.service';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { anAccount, expectAccessible, openPanel } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
  await setRate(app.ctx, { rate: usd('1') });
});
afterAll(() => browser.close());

const hour = 3_600_000;

it('a campaign says that its ads are outside their times, and is shown again once they are not', async () => {
  const account = await anAccount(app);
  const { id: advertiserId } = account;
  const { campaign, creatives } = await createActiveCampaign(app.ctx, {
    campaign: { advertiserId },
  });
  const give = async (endsAt: Date | null) => {
    const [{ id } = { id: '' }] = creatives;
    const own = { advertiserId, campaignId: campaign.id, id };
    await updateCreative(app.ctx, { ...own, endsAt });
    await app.ctx.inventory.refresh({ campaignIds: [], creativeIds: [id] });
  };
  await give(new Date(Date.now() - hour));
  const path = `/panel/campaigns/${campaign.id}`;
  const { page, offences } = await openPanel(browser, app, { account, path });
  const reason = page.getByText('None of its active ads is within its own times');
  await reason.waitFor();
  await page.getByText('It is not shown').waitFor();
  await page.getByText('no ad at this time', { exact: true }).waitFor();
  await expectAccessible(page);
  await give(null);
  await reason.waitFor({ state: 'hidden' });
  await page.getByText('running', { exact: true }).first().waitFor();
  expect(offences).toEqual([]);
});
