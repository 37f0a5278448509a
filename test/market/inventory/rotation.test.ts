import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Campaign } from '../../../src/demand/campaigns/campaign.resource';
import type { Creative } from '../../../src/demand/creatives/creative.resource';
import { send, startApp, type TestApp } from '../../support/app';
import { select } from '../../../src/market/selection/select';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { aContext, anImp } from '../selection/factories';

let app: TestApp;
let campaign: Campaign;
let creatives: readonly Creative[];
beforeEach(async () => {
  app = await startApp();
  ({ campaign, creatives } = await createActiveCampaign(app.ctx, {
    campaign: {
      advertiserId: randomUUID().replaceAll('-', ''),
      maxCpm: usd('1'),
      maxCpc: usd('0.5'),
    },
    sizes: ['300x250', '300x250', '300x250'],
  }));
});
afterEach(() => app.close());

const takeUp = () =>
  app.ctx.inventory.refresh({
    campaignIds: [campaign.id],
    creativeIds: creatives.map(({ id }) => id),
  });
const rotate = async (creativeRotation: Campaign['creativeRotation']) => {
  await app.ctx.campaigns.update(campaign, { creativeRotation });
  await takeUp();
};

const candidateOf = ({ id }: Creative) => app.ctx.inventory.index.find(id);

it('creatives compete for themselves, or take turns, from the moment their campaign says so', async () => {
  const rotations = () => creatives.map((creative) => candidateOf(creative)?.rotation);
  expect(rotations()).toEqual([null, null, null]);
  await app.ctx.creatives.update(creatives[1]?.id ?? '', { status: 'active' }, { weight: 30 });
  await rotate('weighted');
  expect(rotations()).toEqual([{ weight: 1 }, { weight: 30 }, { weight: 1 }]);
  await rotate('even');
  expect(rotations()).toEqual([{ weight: 1 }, { weight: 1 }, { weight: 1 }]);
  await rotate('auction');
  expect(rotations()).toEqual([null, null, null]);
});

it('a campaign whose creatives take turns bids by the click rate of all of them', async () => {
  const { ctx } = app;
  const [first] = creatives;
  await ctx.creativeResultStore.add(
    [{ creativeId: first?.id ?? '', served: 0, impressions: 9_000, clicks: 898, conversions: 0 }],
    ctx.now(),
  );
  await ctx.creativeResults.refresh();
  const bids = () => creatives.map((creative) => candidateOf(creative)?.effectiveRpm);
  await rotate('auction');
  // 900 clicks of 10,000 views, with those that everybody begins with; 2 of 1,000 without any.
  expect(bids()).toEqual([46, 2, 2]);
  await rotate('even');
  expect(bids()).toEqual([46, 46, 46]);
  await ctx.inventory.rerank();
  expect(bids()).toEqual([46, 46, 46]);
});

it.each([
  ['optimized_clicks', 'clicks'],
  ['optimized_conversions', 'conversions'],
] as const)('creatives of a campaign with %s are chosen by their %s', async (rotation, counted) => {
  const { ctx } = app;
  const [good, poor, fresh] = creatives;
  const resultOf = (creative: Creative | undefined, successes: number) => ({
    ...{ creativeId: creative?.id ?? '', served: 0, impressions: 50_000 },
    ...{ clicks: 7, conversions: 7, [counted]: successes },
  });
  await ctx.creativeResultStore.add([resultOf(good, 1_000), resultOf(poor, 198)], ctx.now());
  await ctx.creativeResults.refresh();
  await rotate(rotation);
  const rotationOf = (one: Creative | undefined) => (one ? candidateOf(one)?.rotation : null);
  expect(rotationOf(good)).toMatchObject({ alpha: 1_001 });
  expect(rotationOf(poor)).toMatchObject({ alpha: 199 });
  // 1,200 of 101,000 in all: one of a good 84.
  const { alpha, beta } = Object.assign({ alpha: 0, beta: 0 }, rotationOf(fresh));
  expect([alpha, Math.round(beta)]).toEqual([1, 83]);
  await ctx.creatives.update(fresh?.id ?? '', { status: 'active' }, { status: 'inactive' });
  await takeUp();
  const winners = Array.from({ length: 500 }, (_, seed) =>
    select(ctx.inventory.index, anImp(), aContext({ seed, now: ctx.now().getTime() })),
  );
  expect(new Set(winners.map((winner) => winner?.creativeId))).toEqual(new Set([good?.id]));
});

it('a campaign and creatives of before have the rotation and the weight of before', async () => {
  const { ctx } = app;
  await rotate('weighted');
  const [model] = ctx.creatives.models;
  await model?.collection.updateMany({ campaignId: campaign.id }, { $unset: { weight: 1 } });
  await takeUp();
  expect(creatives.map((one) => candidateOf(one)?.rotation)).toEqual(
    creatives.map(() => ({ weight: 1 })),
  );
  const { models } = ctx.campaigns;
  await models[0]?.collection.updateMany({}, { $unset: { creativeRotation: 1 } });
  await takeUp();
  expect(creatives.map((one) => candidateOf(one)?.rotation)).toEqual([null, null, null]);
});

it('a find shows the creative whose turn it is', async () => {
  const [heavy, ...light] = creatives;
  await app.ctx.creatives.update(heavy?.id ?? '', { status: 'active' }, { weight: 98 });
  await rotate('weighted');
  const shown = new Map<string, number>();
  for (let nth = 0; nth < 200; nth += 1) {
    const id = `${String(nth).padStart(8, '0')}-0000-4000-8000-000000000000`;
    const { body } = await send(`${app.url}/supply/find`, {
      json: {
        context: { iid: id, url: 'https://news.example', medium: 'web' },
        placements: [{ id: '1', width: 300, height: 250 }],
      },
    });
    const creativeId = String(body.data[0].creativeId).replaceAll('-', '');
    shown.set(creativeId, (shown.get(creativeId) ?? 0) + 1);
  }
  expect(shown.get(heavy?.id ?? '')).toBeGreaterThan(180);
  expect(light.every(({ id }) => (shown.get(id) ?? 0) < 15)).toBe(true);
});
