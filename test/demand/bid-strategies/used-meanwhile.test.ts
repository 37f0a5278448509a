import { beforeAll, expect, it } from '@jest/globals';
import type { ServiceContext } from '../../../src/api/context';
import {
  createBidStrategy,
  deleteBidStrategy,
} from '../../../src/demand/bid-strategies/bid-strategy.service';
import { createCampaign } from '../../../src/demand/campaigns/campaign-creation.service';
import { updateCampaign } from '../../../src/demand/campaigns/campaign.service';
import { startApp, type TestApp } from '../../support/app';
import { aCampaign } from '../../support/campaigns';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});

/** A strategy that no campaign has, and a campaign that may have it. */
async function aWorld() {
  const { id, advertiserId, medium, vendor } = await createCampaign(app.ctx, aCampaign());
  const strategy = { advertiserId, name: 'Evenings', medium, vendor };
  const { id: bidStrategyId } = await createBidStrategy(app.ctx, strategy);
  return {
    assign: (ctx: ServiceContext) =>
      updateCampaign(ctx, { advertiserId, id, changes: { bidStrategyId } }),
    remove: (ctx: ServiceContext) => deleteBidStrategy(ctx, { advertiserId, id: bidStrategyId }),
    state: async () => {
      const campaign = await app.ctx.campaigns.findOwned(advertiserId, id);
      const isThere = await app.ctx.bidStrategies.findOwned(advertiserId, bidStrategyId);
      return { isNamed: campaign?.bidStrategyId === bidStrategyId, isThere: isThere !== null };
    },
  };
}

it('a strategy that a campaign is given while it is deleted stays', async () => {
  const { assign, remove, state } = await aWorld();
  let isFirst = true;
  const campaigns = {
    ...app.ctx.campaigns,
    async hasBidStrategy(...question: Parameters<ServiceContext['campaigns']['hasBidStrategy']>) {
      const has = await app.ctx.campaigns.hasBidStrategy(...question);
      if (isFirst) {
        isFirst = false;
        await assign(app.ctx);
      }
      return has;
    },
  };
  await expect(remove({ ...app.ctx, campaigns })).rejects.toMatchObject({
    details: { id: ['is the bid strategy of a campaign'] },
  });
  expect(await state()).toEqual({ isNamed: true, isThere: true });
});

it('a campaign is given no strategy that is deleted meanwhile', async () => {
  const { assign, remove, state } = await aWorld();
  const bidStrategies = {
    ...app.ctx.bidStrategies,
    async findOwned(...key: Parameters<ServiceContext['bidStrategies']['findOwned']>) {
      const found = await app.ctx.bidStrategies.findOwned(...key);
      if (found) await remove(app.ctx);
      return found;
    },
  };
  await expect(assign({ ...app.ctx, bidStrategies })).rejects.toMatchObject({
    details: { bidStrategyId: ['is no bid strategy for this medium and vendor'] },
  });
  expect(await state()).toEqual({ isNamed: false, isThere: false });
});
