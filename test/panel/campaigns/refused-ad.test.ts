import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { createActiveCampaign } from '../../support/campaigns';
import { anAccount, openPanel } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

const pictureOf = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 300, height: 250, channels: 3, background } })
    .png()
    .toBuffer();

/** A campaign's page, for its advertiser. */
async function openCampaign() {
  const account = await anAccount(app);
  const { campaign } = await createActiveCampaign(app.ctx, {
    campaign: { advertiserId: account.id },
  });
  const panel = await openPanel(browser, app, { account });
  return { ...panel, address: `${app.url}/panel/campaigns/${campaign.id}` };
}

it('a file that was refused as an ad is told, though the next one is an ad', async () => {
  const { page, offences, address } = await openCampaign();
  let asked = 0;
  await page.route('**/graphql', async (route) => {
    if (!/mutation CreateCreative\(/.test(route.request().postData() ?? '')) {
      await route.continue();
      return;
    }
    asked += 1;
    const errors = [{ message: 'the campaign has ended', extensions: { code: 'CONFLICT' } }];
    if (asked === 1) await route.fulfill({ json: { data: null, errors } });
    else await route.continue();
  });
  await page.goto(address);
  await page.getByLabel('Choose files for ads').setInputFiles([
    { name: 'first.png', mimeType: 'image/png', buffer: await pictureOf('#123456') },
    { name: 'second.png', mimeType: 'image/png', buffer: await pictureOf('#654321') },
  ]);
  const ads = page.getByRole('region', { name: 'Ads', exact: true });
  await ads.getByRole('img', { name: 'second' }).waitFor();
  const refused = ads.getByRole('listitem').filter({ hasText: 'first.png' });
  await refused.getByRole('alert').waitFor();
  expect(await ads.getByRole('img', { name: 'first' }).count()).toBe(0);
  await refused.getByRole('button', { name: 'Dismiss' }).click();
  await refused.waitFor({ state: 'detached' });
  expect(offences).toEqual([]);
});

it('no file is taken before it is known which files fit', async () => {
  const { page, offences, address } = await openCampaign();
  const { promise: answered, resolve: answer } = Promise.withResolvers<null>();
  await page.route('**/graphql', async (route) => {
    if (/query MediumForCampaign\(/.test(route.request().postData() ?? '')) await answered;
    await route.continue();
  });
  await page.goto(address);
  await page.getByRole('img', { name: 'Banner 300x250' }).waitFor();
  expect(await page.getByLabel('Choose files for ads').count()).toBe(0);
  answer(null);
  await page.getByLabel('Choose files for ads').waitFor();
  expect(offences).toEqual([]);
});
