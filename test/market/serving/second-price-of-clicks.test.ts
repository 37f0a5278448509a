import { expect, it } from '@jest/globals';
import { readToken } from '../../../src/market/events/event-token';
import { clickRate } from '../../../src/market/selection/effective-rpm';
import { send, startApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { aPageImpression } from './page-impression';

it('a creative whose campaign has many clicks by another one pays the second price by its own clicks', async () => {
  const app = await startApp();
  const { ctx } = app;
  Object.assign(ctx, { auctionTypes: { at: () => 'second_price' } });
  const { creatives } = await createActiveCampaign(ctx, {
    campaign: { maxCpm: 0n, maxCpc: usd('1000'), hourlyBudget: usd('1000000') },
    sizes: ['300x250', '728x90'],
  });
  await createActiveCampaign(ctx, { campaign: { maxCpm: usd('900') }, sizes: ['728x90'] });
  const many = { served: 0, impressions: 10_000, clicks: 9_000, conversions: 0 };
  await ctx.creativeResultStore.add([{ creativeId: creatives[0]?.id ?? '', ...many }], ctx.now());
  await ctx.creativeResults.refresh();
  await ctx.inventory.rerank();

  const context = { iid: aPageImpression(1), url: 'https://a.example', medium: 'web' };
  const placements = [{ id: '0', name: 'Box', width: 728, height: 90 }];
  const { body } = await send(`${app.url}/supply/find`, { json: { context, placements } });
  expect(body.data).toMatchObject([{ creativeId: creatives[1]?.id }]);
  const token = new URL(body.data[0].clickUrl).searchParams.get('e') ?? '';
  const { clickPrice } = readToken(ctx.eventUrlKeys, 'click', token, ctx.now());
  const rpm =
    (Number(clickPrice) / Number(usd('1'))) * clickRate({ impressions: 0, clicks: 0 }) * 1_000;
  expect(rpm).toBeCloseTo(900, 0);
});
