import { beforeAll, expect, it } from '@jest/globals';
import {
  cloneCampaign,
  createCampaign,
} from '../../../src/demand/campaigns/campaign-creation.service';
import { deleteCampaign } from '../../../src/demand/campaigns/campaign.service';
import { createConversion } from '../../../src/demand/conversions/conversion.service';
import { removeAbandonedCreatives } from '../../../src/demand/creatives/remove-abandoned-creatives.job';
import { wholeTurn } from '../../../src/platform/jobs/job';
import { minuteMs } from '../../../src/time';
import { startApp, type TestApp } from '../../support/app';
import { aCampaign, createActiveCampaign } from '../../support/campaigns';
import { aNewConversion } from '../../support/conversions';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});

/** Clones a campaign in a process that ends before the copy is stored. */
async function cutOffClone(own: { readonly advertiserId: string; readonly id: string }) {
  const { campaigns, creatives, conversions } = app.ctx;
  const dead = () => Promise.reject(new Error('killed'));
  await expect(
    cloneCampaign(
      {
        ...app.ctx,
        campaigns: { ...campaigns, insert: dead, takeBack: dead },
        creatives: { ...creatives, discard: dead },
        conversions: { ...conversions, discardOf: dead },
      },
      own,
    ),
  ).rejects.toThrow('killed');
}

const countOf = (store: 'creatives' | 'conversions') =>
  app.ctx[store].models[0]!.collection.countDocuments({});
const counts = async () => [await countOf('creatives'), await countOf('conversions')];

async function runAfter(ms: number): Promise<void> {
  const now = () => new Date(app.clock.now().getTime() + ms);
  await removeAbandonedCreatives.run({ ...app.ctx, now }, new AbortController().signal, wholeTurn);
}

it('what a copy that was cut off has left goes, and nothing else', async () => {
  const sizes = ['300x250', '728x90'];
  const { campaign } = await createActiveCampaign(app.ctx, { sizes });
  const { id: campaignId, advertiserId } = campaign;
  await createConversion(app.ctx, aNewConversion({ advertiserId, campaignId }));
  const deleted = await createActiveCampaign(app.ctx, { campaign: { advertiserId } });
  await deleteCampaign(app.ctx, deleted.campaign);
  const before = await counts();
  const bytes = await app.ctx.creatives.sumBytes(advertiserId, 0);

  await cutOffClone(campaign);
  const left = [before[0]! + 2, before[1]! + 1];
  expect(await counts()).toEqual(left);
  await runAfter(4 * minuteMs);
  expect(await counts()).toEqual(left);
  await runAfter(6 * minuteMs);
  expect(await counts()).toEqual(before);
  expect(await app.ctx.creatives.sumBytes(advertiserId, 0)).toBe(bytes);
});

it('conversions of a copy that was cut off go, though its campaign has no creatives', async () => {
  const campaign = await createCampaign(app.ctx, aCampaign());
  const { id: campaignId, advertiserId } = campaign;
  await createConversion(app.ctx, aNewConversion({ advertiserId, campaignId }));
  const before = await counts();

  await cutOffClone(campaign);
  const left = [before[0]!, before[1]! + 1];
  await runAfter(4 * minuteMs);
  expect(await counts()).toEqual(left);
  await runAfter(6 * minuteMs);
  expect(await counts()).toEqual(before);
});
