import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { updateCampaign } from '../../src/demand/campaigns/campaign.service';
import { deleteCreative, updateCreative } from '../../src/demand/creatives/creative.service';
import { maxStateEntries } from '../../src/platform/states/state-history';
import { hourMs } from '../../src/time';
import { startApp, type TestApp } from '../support/app';
import { createActiveCampaign } from '../support/campaigns';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});

describe('something that was changed 1,000 times', () => {
  let own: { advertiserId: string; id: string };
  let creative: { advertiserId: string; campaignId: string; id: string };
  beforeEach(async () => {
    const { campaign, creatives } = await createActiveCampaign(app.ctx, {
      sizes: ['300x250', '728x90'],
    });
    const { advertiserId } = campaign;
    own = { advertiserId, id: campaign.id };
    creative = { advertiserId, campaignId: campaign.id, id: creatives[0]!.id };
  });

  async function changeOften(oldest: Date): Promise<void> {
    const states = Array.from({ length: maxStateEntries }, (_, at) => ({
      at: new Date(oldest.getTime() + at),
      status: 'active',
    }));
    for (const [store, id] of [
      [app.ctx.campaigns, own.id],
      [app.ctx.creatives, creative.id],
    ] as const)
      await store.models[0]!.collection.updateOne({ _id: id as never }, { $set: { states } });
  }

  it('within a day keeps its state, so that no event forgets it', async () => {
    await changeOften(new Date(Date.now() - 24 * hourMs));
    const refused = { code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 3_600 };
    await expect(
      updateCampaign(app.ctx, { ...own, changes: { status: 'inactive' } }),
    ).rejects.toMatchObject(refused);
    await expect(
      updateCreative(app.ctx, { ...creative, status: 'inactive' }),
    ).rejects.toMatchObject(refused);
    await expect(deleteCreative(app.ctx, creative)).rejects.toMatchObject(refused);
    const renamed = await updateCampaign(app.ctx, { ...own, changes: { name: 'Summer' } });
    expect(renamed.name).toBe('Summer');
  });

  it('over a longer time goes on changing', async () => {
    await changeOften(new Date(Date.now() - 26 * hourMs));
    await updateCreative(app.ctx, { ...creative, status: 'inactive' });
    await deleteCreative(app.ctx, creative);
    const paused = await updateCampaign(app.ctx, { ...own, changes: { status: 'inactive' } });
    expect(paused.status).toBe('inactive');
  });
});
