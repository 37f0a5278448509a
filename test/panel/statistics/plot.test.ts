import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { aCreative } from '../../support/creatives';
import { anId } from '../../support/events';
import { eventually } from '../../support/eventually';
import { tellVerdicts } from '../../support/verdicts';
import { aRunningCampaign, aSite } from '../../support/verifier';
import { anAccount, openPanel } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

/** Notes where the newest drawing has which text: a canvas tells nobody. */
const notes = `
  window.marks = new Map();
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...rest) {
    if (/^\\d+$/.test(text)) window.marks.set(text, y);
    return fillText.call(this, text, x, y, ...rest);
  };`;

describe('marks of a chart', () => {
  it('are whole where things are counted, and stand where they say', async () => {
    const account = await anAccount(app, ['advertiser', 'publisher']);
    const [campaignId, creativeId, siteId] = [anId(), anId(), anId()];
    const advertiserId = account.id;
    await app.ctx.campaigns.insert(aRunningCampaign({ id: campaignId, advertiserId }), 9);
    const creative = aCreative({ id: creativeId, campaignId, advertiserId });
    await app.ctx.creatives.insert([creative], anId(), new Date());
    await app.ctx.sites.insertOrFind(aSite({ id: siteId, publisherId: account.id }));
    const view = { siteId, campaignId, creativeId, occurredAt: new Date() };
    const ofAccount = { advertiserId, publisherId: account.id, ...view };
    await tellVerdicts(app.ctx, [ofAccount, ofAccount]);

    const { page } = await openPanel(browser, app, { account });
    await page.addInitScript(notes);
    await page.goto(`${app.url}/panel/campaigns/${campaignId}`);
    let heights: ReadonlyMap<string, number> = new Map();
    await eventually(async () => {
      heights = new Map(await page.evaluate<[string, number][]>('[...window.marks]'));
      expect([...heights.keys()].sort()).toEqual(['0', '1', '2']);
    }, 20_000);
    const [none = 0, one = 0, two = 0] = ['0', '1', '2'].map((text) => heights.get(text));
    expect(Math.abs(none - one - (one - two))).toBeLessThanOrEqual(1);
  });
});
