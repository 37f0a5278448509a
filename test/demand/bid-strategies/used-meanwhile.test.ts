import { beforeAll, expect, it } from '@jest/globals';
import type { ServiceContext } from '../../../src/api/context';
import {
  createBidStrategy,
  deleteBidStrategy,
} from '../../../src/demand/bid-strategies/bid-strategy.service';
import {
  cloneCampaign,
  createCampaign,
} from '../../../src/demand/campaigns/campaign-creation.service';
import { updateCampaign } from '../../../src/demand/campaigns/campaign.service';
import { defaultBidStrategyOf } from '../../../src/demand/bid-strategies/bid-strategy';
import { startApp, type TestApp } from '../../support/app';
import { aCampaign } from '../../support/campaigns';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});

let advertisers = 0;

/** A strategy that no campaign has, and a campaign that may have it, of an advertiser with no others. */
async function aWorld() {
  advertisers += 1;
  const advertiserId = advertisers.toString().padStart(32, 'ad');
  const given = aCampaign({ advertiserId });
  const { id, medium, vendor } = await createCampaign(app.ctx, given);
  const strategy = { advertiserId, name: 'Evenings', medium, vendor };
  const { id: bidStrategyId } = await createBidStrategy(app.ctx, strategy);
  return {
    assign: (ctx: ServiceContext) =>
      updateCampaign(ctx, { advertiserId, id, changes: { bidStrategyId } }),
    bidStrategyId,
    clone: (ctx: ServiceContext) => cloneCampaign(ctx, { advertiserId, id }),
    leave: () => {
      const changes = { bidStrategyId: defaultBidStrategyOf({ medium, vendor }).id };
      return updateCampaign(app.ctx, { advertiserId, id, changes });
    },
    list: () =>
      app.ctx.campaigns.readRange(advertiserId, {}, { offset: 0, limit: 9, isNewestFirst: true }),
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

it('a copy has the strategy of its campaign, which is in use by it', async () => {
  const { assign, bidStrategyId, clone, leave, remove } = await aWorld();
  await assign(app.ctx);
  expect(await clone(app.ctx)).toMatchObject({ bidStrategyId, status: 'draft' });
  await leave();
  await expect(remove(app.ctx)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
});

it('a copy has the default strategy where that of its campaign is deleted meanwhile', async () => {
  const { assign, clone, leave, list, remove } = await aWorld();
  await assign(app.ctx);
  const campaigns = {
    ...app.ctx.campaigns,
    async insert(...what: Parameters<ServiceContext['campaigns']['insert']>) {
      await leave();
      await remove(app.ctx);
      return app.ctx.campaigns.insert(...what);
    },
  };
  const copy = await clone({ ...app.ctx, campaigns });
  const { id } = defaultBidStrategyOf(copy);
  expect(copy.bidStrategyId).toBe(id);
  expect((await list()).map((one) => one.bidStrategyId)).toEqual([id, id]);
});

it('a copy that cannot be given its strategy is not there', async () => {
  const { assign, clone, list } = await aWorld();
  await assign(app.ctx);
  const bidStrategies = {
    ...app.ctx.bidStrategies,
    use: () => Promise.reject(new Error('the database is away')),
  };
  await expect(clone({ ...app.ctx, bidStrategies })).rejects.toThrow('away');
  expect(await list()).toHaveLength(1);
});
