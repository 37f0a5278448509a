import { beforeAll, expect, it } from '@jest/globals';
import type { ServiceContext } from '../../../src/api/context';
import { createCampaign } from '../../../src/demand/campaigns/campaign-creation.service';
import { deleteCampaign } from '../../../src/demand/campaigns/campaign.service';
import { createCreativeFromUpload } from '../../../src/demand/creatives/creative-uploads.service';
import { createUpload } from '../../../src/demand/uploads/upload.service';
import { startApp, type TestApp } from '../../support/app';
import { aCampaign } from '../../support/campaigns';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { ADGATE_MAX_CREATIVES: '1' } });
});

/** A campaign without creatives, and links to make some of. */
async function aWorld() {
  const campaign = await createCampaign(app.ctx, aCampaign());
  const { advertiserId, id: campaignId, medium, vendor } = campaign;
  const link = { type: 'direct', scope: 'pop-up', file: null } as const;
  const upload = () => createUpload(app.ctx, { advertiserId, medium, vendor, ...link });
  const fileIds = [(await upload()).id, (await upload()).id] as const;
  const add = (ctx: ServiceContext, at: 0 | 1) =>
    createCreativeFromUpload(ctx, {
      ...{ advertiserId, campaignId, name: 'Pop', fileId: fileIds[at] },
    });
  const count = () =>
    app.ctx.creatives.models[0]!.collection.countDocuments({ campaignId, deletedAt: null });
  return { campaign, fileIds, add, count };
}

/** A context in which something happens as the room of a campaign is first looked at, and one that notes what others see. */
function meanwhile(happen: () => Promise<unknown>, look: () => Promise<number>) {
  let isFirst = true;
  const seen: number[] = [];
  const { creatives } = app.ctx;
  const ctx: ServiceContext = {
    ...app.ctx,
    creatives: {
      ...creatives,
      async listByteLengths(...of: Parameters<typeof creatives.listByteLengths>) {
        const found = await creatives.listByteLengths(...of);
        if (isFirst) {
          isFirst = false;
          await happen();
        }
        return found;
      },
      async insert(...what: Parameters<typeof creatives.insert>) {
        const made = await creatives.insert(...what);
        seen.push(await look());
        return made;
      },
    },
  };
  return { ctx, seen };
}

it('nobody sees a creative that is one too many, and its upload can be used again', async () => {
  const { campaign, fileIds, add, count } = await aWorld();
  const { ctx, seen } = meanwhile(() => add(app.ctx, 0), count);
  await expect(add(ctx, 1)).rejects.toMatchObject({
    details: { fileId: ['is one too many: a campaign has at most 1 creatives'] },
  });
  expect(seen.filter((creatives) => creatives > 1)).toEqual([]);
  expect(await count()).toBe(1);
  const left = await app.ctx.uploads.listOwned(campaign.advertiserId, fileIds, app.ctx.now());
  expect(left.map(({ id }) => id)).toEqual([fileIds[1]]);
});

it('nobody sees a creative of a campaign that is deleted meanwhile', async () => {
  const { campaign, add, count } = await aWorld();
  const { ctx, seen } = meanwhile(() => deleteCampaign(app.ctx, campaign), count);
  await expect(add(ctx, 0)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(seen.filter((creatives) => creatives > 0)).toEqual([]);
  expect(await count()).toBe(0);
});
