import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Campaign } from '../../../src/demand/campaigns/campaign.resource';
import type { CreateCampaignParams } from '../../../src/demand/campaigns/campaign-creation.service';
import { updateCreative } from '../../../src/demand/creatives/creative.service';
import { setRate } from '../../../src/money/rates/rate.service';
import { accessToken, send, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { anId } from '../../support/events';
import { find, type FindParams, lookAtAllFinds } from '../../support/observed-finds';

let app: TestApp;
let headers: Readonly<Record<string, string>>;
let advertiserId: string;
beforeAll(async () => {
  app = await startApp();
  lookAtAllFinds(app.ctx);
  const scopes = ['campaign.read'] as const;
  const token = await accessToken(app, { scopes, email: 'a@test.example' });
  headers = { Authorization: `Bearer ${token}` };
  advertiserId = (await app.ctx.accounts.findLogin('a@test.example'))!.account.id;
  await setRate(app.ctx, { rate: usd('1') });
});

/** A campaign of the account that asks, or of another one, with a creative of the size. */
async function aCampaignOf(
  size: string,
  terms: Partial<CreateCampaignParams> = {},
): Promise<Campaign> {
  const campaign = { advertiserId, maxCpm: usd('2'), ...terms };
  return (await createActiveCampaign(app.ctx, { campaign, sizes: [size] })).campaign;
}

async function findTimes(times: number, params: FindParams): Promise<void> {
  for (let time = 0; time < times; time += 1) await find(app.ctx, params);
  await app.ctx.findObserver.flush();
}

async function servingOf({ id }: Campaign) {
  const query = `{ campaign(id: "${id}") { serving { state keptAwayBy keptAwayShare } } }`;
  const { body } = await send(`${app.url}/graphql`, { json: { query }, headers });
  expect(body.errors).toBeUndefined();
  return body.data.campaign.serving;
}

describe('a campaign that its terms keep away is not said to run', () => {
  it('by caps, of visitors who are unknown', async () => {
    const campaign = await aCampaignOf('300x250', {
      ...{ frequencyCaps: ['1/day'], showsToUnknownVisitors: false },
    });
    await findTimes(10, { sizes: ['300x250'] });
    const kept = {
      ...{ state: 'limited_by_frequency', keptAwayBy: 'unknown_visitor', keptAwayShare: null },
    };
    expect(await servingOf(campaign)).toEqual(kept);
    const rest = await send(`${app.url}/api/v2/campaigns/${campaign.id}`, { headers });
    expect(rest.body.data.serving).toMatchObject(kept);
  });

  it('by caps, of visitors who have seen it', async () => {
    const campaign = await aCampaignOf('336x280', { frequencyCaps: ['1/day'] });
    await findTimes(20, { sizes: ['336x280'], visitor: anId() });
    const serving = await servingOf(campaign);
    expect(serving).toMatchObject({ state: 'limited_by_frequency', keptAwayBy: 'frequency' });
    expect(serving.keptAwayShare).toBeCloseTo(0.95, 1);
  });

  it('by caps of its creative', async () => {
    const campaign = await aCampaignOf('320x50');
    const [creative] = await app.ctx.creatives.listByCampaigns([campaign.id]);
    const frequencyCaps = ['1/day'];
    const change = { advertiserId, campaignId: campaign.id, id: creative!.id, frequencyCaps };
    await updateCreative(app.ctx, change);
    await findTimes(20, { sizes: ['320x50'], visitor: anId() });
    const kept = { state: 'limited_by_frequency', keptAwayBy: 'creative_frequency' };
    expect(await servingOf(campaign)).toMatchObject(kept);
  });

  it('by a competitor on the page', async () => {
    const terms = { category: 'IAB2', competitiveExclusion: true } as const;
    await aCampaignOf('160x600', { ...terms, maxCpm: usd('900'), advertiserId: anId() });
    const campaign = await aCampaignOf('160x600', terms);
    await findTimes(20, { sizes: ['160x600', '160x600'] });
    expect(await servingOf(campaign)).toMatchObject({
      ...{ state: 'limited_by_page', keptAwayBy: 'competitor' },
    });
  });

  it('by its creative, which is on the page already', async () => {
    const campaign = await aCampaignOf('728x90', { showsOncePerPage: true });
    await findTimes(40, { sizes: ['728x90', '728x90', '728x90', '728x90'] });
    const serving = await servingOf(campaign);
    expect(serving).toMatchObject({ state: 'limited_by_page', keptAwayBy: 'on_page' });
    expect(serving.keptAwayShare).toBeCloseTo(0.75, 1);
  });

  it('by a placement that it has no ad for, where it wants all of the page', async () => {
    const campaign = await aCampaignOf('468x60', { roadblock: true });
    await findTimes(20, { sizes: ['468x60', '120x600'] });
    expect(await servingOf(campaign)).toMatchObject({
      ...{ state: 'limited_by_page', keptAwayBy: 'roadblock' },
    });
  });

  it('by a sponsorship of the publisher, which runs', async () => {
    const publisher = advertiserId;
    const sizes = ['970x90'];
    const standard = await aCampaignOf('970x90', { maxCpm: usd('900') });
    const sponsorship = await aCampaignOf('970x90', { priority: 'sponsorship' });
    await findTimes(10, { sizes, publisher });
    expect(await servingOf(standard)).toEqual({
      ...{ state: 'limited_by_priority', keptAwayBy: 'priority', keptAwayShare: null },
    });
    expect(await servingOf(sponsorship)).toEqual({
      ...{ state: 'running', keptAwayBy: null, keptAwayShare: null },
    });
  });

  it('by its priority, where no find is on a site of its own', async () => {
    const campaign = await aCampaignOf('120x600', { priority: 'house' });
    await findTimes(10, { sizes: ['120x600'] });
    expect(await servingOf(campaign)).toEqual({
      ...{ state: 'no_inventory', keptAwayBy: 'own_site', keptAwayShare: null },
    });
  });
});
