import { beforeAll, expect, it } from '@jest/globals';
import { updateCreative } from '../../../src/demand/creatives/creative.service';
import { startApp, type TestApp } from '../../support/app';
import { createActiveCampaign } from '../../support/campaigns';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});

it('a creative stops by its owner’s word although its name would not be taken today', async () => {
  const sizes = ['300x250', '728x90'];
  const { creatives } = await createActiveCampaign(app.ctx, { sizes });
  const { advertiserId, campaignId, id } = creatives[0]!;
  const own = { advertiserId, campaignId, id };
  const stored = app.ctx.creatives.models[0]!.db.collection<{ _id: string }>('creatives');
  await stored.updateOne({ _id: id }, { $set: { name: ' ' } });
  await expect(updateCreative(app.ctx, { ...own, name: '  ' })).rejects.toMatchObject({
    details: { name: ['must not be empty'] },
  });
  const stopped = await updateCreative(app.ctx, { ...own, status: 'inactive' });
  expect(stopped).toMatchObject({ name: ' ', status: 'inactive' });
});
