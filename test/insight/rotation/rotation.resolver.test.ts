import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Campaign } from '../../../src/demand/campaigns/campaign.resource';
import { updateCampaign } from '../../../src/demand/campaigns/campaign.service';
import type { Creative } from '../../../src/demand/creatives/creative.resource';
import { updateCreative } from '../../../src/demand/creatives/creative.service';
import { accessToken, send, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign } from '../../support/campaigns';

let app: TestApp;
let headers: { readonly Authorization: string };
let advertiserId: string;
let campaign: Campaign;
let creatives: readonly Creative[];

beforeAll(async () => {
  app = await startApp();
  const scopes = ['campaign.read', 'campaign.write'] as const;
  const token = await accessToken(app, { scopes, email: 'a@test.example' });
  headers = { Authorization: `Bearer ${token}` };
  advertiserId = (await app.ctx.accounts.findLogin('a@test.example'))?.account.id ?? '';
});
beforeEach(async () => {
  ({ campaign, creatives } = await createActiveCampaign(app.ctx, {
    campaign: { advertiserId },
    sizes: ['300x250', '300x250', '728x90'],
  }));
});

const rotate = (creativeRotation: Campaign['creativeRotation']) =>
  updateCampaign(app.ctx, { advertiserId, id: campaign.id, changes: { creativeRotation } });
const edit = (creative: Creative | undefined, changes: { weight?: number; startsAt?: Date }) =>
  updateCreative(app.ctx, {
    ...{ advertiserId, campaignId: campaign.id, id: creative?.id ?? '' },
    ...changes,
  });

async function figures(fields = 'share rate leastRate mostRate') {
  const query = `{ campaign(id: "${campaign.id}") { creatives(first: 9) { nodes { rotation { ${fields} } } } } }`;
  const { body } = await send(`${app.url}/graphql`, { json: { query }, headers });
  expect(body.errors).toBeUndefined();
  return body.data.campaign.creatives.nodes.map((one: { rotation: unknown }) => one.rotation);
}
const byWeight = (share: number) => ({ share, rate: null, leastRate: null, mostRate: null });

describe('Creative.rotation', () => {
  it('is nothing where creatives compete for themselves', async () => {
    expect(await figures()).toEqual([null, null, null]);
  });

  it('tells the share among creatives of one size', async () => {
    await edit(creatives[1], { weight: 3 });
    await rotate('weighted');
    expect(await figures()).toEqual([byWeight(0.25), byWeight(0.75), byWeight(1)]);
    await rotate('even');
    expect(await figures()).toEqual([byWeight(0.5), byWeight(0.5), byWeight(1)]);
  });

  it('leaves out what is not shown yet', async () => {
    await edit(creatives[1], { startsAt: new Date(app.ctx.now().getTime() + 3_600_000) });
    await rotate('even');
    expect(await figures()).toEqual([byWeight(1), null, byWeight(1)]);
  });

  it('tells the rate, how sure that is, and the share that comes of both', async () => {
    const { ctx } = app;
    const [good, poor] = creatives;
    const resultOf = (creative: Creative | undefined, clicks: number) => ({
      ...{ creativeId: creative?.id ?? '', served: 0, impressions: 1_000, clicks, conversions: 0 },
    });
    await ctx.creativeResultStore.add([resultOf(good, 24), resultOf(poor, 20)], ctx.now());
    await ctx.creativeResults.refresh();
    await rotate('optimized_clicks');
    const [ofGood, ofPoor, other] = await figures();
    expect([ofGood.rate, ofPoor.rate, other.rate]).toEqual([0.024, 0.02, null]);
    expect(ofGood.share).toBeGreaterThan(0.65);
    expect(ofGood.share).toBeLessThan(0.8);
    expect(Number(ofGood.share) + Number(ofPoor.share)).toBeCloseTo(1, 9);
    expect(other.share).toBe(1);
    expect(ofGood.leastRate).toBeGreaterThan(0.013);
    expect(ofGood.leastRate).toBeLessThan(0.02);
    expect(ofGood.mostRate).toBeGreaterThan(0.03);
    expect(ofGood.mostRate).toBeLessThan(0.038);
    expect(await figures()).toEqual([ofGood, ofPoor, other]);
  });

  it('is a member of REST’s creative, alone and in its campaign', async () => {
    await rotate('even');
    const path = `${app.url}/api/v2/campaigns/${campaign.id}`;
    const one = await send(`${path}/creatives/${creatives[2]?.id}`, { headers });
    expect(one.body.data.rotation).toEqual(byWeight(1));
    const { body } = await send(path, { headers });
    const told = body.data.creatives.map((creative: { rotation: unknown }) => creative.rotation);
    expect(told).toEqual([byWeight(0.5), byWeight(0.5), byWeight(1)]);
    const list = await send(`${app.url}/api/v2/campaigns?limit=100`, { headers });
    expect(list.status).toBe(200);
  });
});
