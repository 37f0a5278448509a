import { beforeAll, expect, it } from '@jest/globals';
import type { ServiceContext } from '../../../src/api/context';
import { deleteCreative, updateCreative } from '../../../src/demand/creatives/creative.service';
import { startApp, type TestApp } from '../../support/app';
import { createActiveCampaign } from '../../support/campaigns';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});

/** Two active creatives of an active campaign, and ways to take one out. */
async function aWorld() {
  const sizes = ['300x250', '728x90'];
  const { campaign, creatives } = await createActiveCampaign(app.ctx, { sizes });
  const [one, other] = [creatives[0]!, creatives[1]!];
  return {
    ...{ one, other },
    stop: (ctx: ServiceContext) => updateCreative(ctx, { ...one, status: 'inactive' }),
    remove: (ctx: ServiceContext) => deleteCreative(ctx, other),
    list: async () =>
      (await app.ctx.creatives.listByCampaigns([campaign.id])).map(({ status }) => status),
  };
}

const dead = () => Promise.reject(new Error('killed'));

it('a creative is taken out with all that is judged of its campaign, or not at all', async () => {
  const { stop, remove, list } = await aWorld();
  const campaigns = { ...app.ctx.campaigns, mark: dead };
  const creatives = { ...app.ctx.creatives, hasActive: dead };
  for (const takeOut of [stop, remove])
    for (const ctx of [
      { ...app.ctx, campaigns },
      { ...app.ctx, creatives },
    ])
      await expect(takeOut(ctx)).rejects.toThrow('killed');
  expect(await list()).toEqual(['active', 'active']);
});

it('of the last two active creatives that go at once one goes and one stays', async () => {
  const { one, other, stop, remove, list } = await aWorld();
  const outcomes = await Promise.allSettled([stop(app.ctx), remove(app.ctx)]);
  const failed = outcomes.filter(({ status }) => status === 'rejected');
  expect(failed).toMatchObject([{ reason: { code: 'VALIDATION_FAILED' } }]);
  expect((await list()).filter((status) => status === 'active')).toHaveLength(1);
  const states = await app.ctx.creatives.listStates([one.id, other.id]);
  expect([...states.values()].map(({ length }) => length).sort()).toEqual([1, 2]);
});
