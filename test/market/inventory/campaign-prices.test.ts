import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ServiceContext } from '../../../src/api/context';
import { startApp, type TestApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { aPeer } from '../../support/peer-access';
import { importOne } from '../../peers/imported';
import { openInventory } from './open-inventory';

let app: TestApp;
let ctx: ServiceContext;

beforeEach(async () => {
  app = await startApp({ env: { ADGATE_PEERS: 'approve' } });
  ({ ctx } = app);
});
afterEach(() => app.close());

describe('automatic bids', () => {
  async function openMarket(creativeCount = 1) {
    await createActiveCampaign(ctx, { campaign: { maxCpm: usd('0.5') } });
    await createActiveCampaign(ctx, { campaign: { maxCpm: usd('1.1') } });
    const { campaign, creatives } = await createActiveCampaign(ctx, {
      campaign: { maxCpm: null, hourlyBudget: usd('5') },
      sizes: new Array<string>(creativeCount).fill('300x250'),
    });
    const creativeId = creatives[0]!.id;
    const opened = await openInventory(ctx);
    const bid = () => opened.inventory.index.find(creativeId)!.effectiveRpm;
    const changed = { campaignIds: [campaign.id], creativeIds: creatives.map(({ id }) => id) };
    return { ...opened, creativeId, bid, changed };
  }

  it('begin at the average of the priced campaigns', async () => {
    const { bid } = await openMarket();
    expect(bid()).toBeCloseTo(0.8);
  });

  it('move at most 1.3 times an hour, however often they are found', async () => {
    const { inventory, bid, passMinutes } = await openMarket();
    for (let times = 0; times < 60; times += 1) await inventory.rerank();
    expect(bid()).toBeCloseTo(0.8);
    for (let minute = 0; minute < 60; minute += 1) {
      passMinutes(1);
      await inventory.rerank();
    }
    expect(bid()).toBeCloseTo(0.8 * 1.3);
  });

  it('are not moved by changes, nor by a pause', async () => {
    const { inventory, bid, passMinutes, changed } = await openMarket();
    passMinutes(60);
    for (let times = 0; times < 5; times += 1) await inventory.refresh(changed);
    expect(bid()).toBeCloseTo(0.8);
    await inventory.rerank();
    const campaign = await ctx.campaigns.findById(changed.campaignIds[0]!);
    await ctx.campaigns.update(campaign!, { status: 'inactive' });
    await inventory.refresh(changed);
    await inventory.rerank();
    await ctx.campaigns.update(campaign!, { status: 'active' });
    await inventory.refresh(changed);
    expect(bid()).toBeCloseTo(0.8 * 1.3);
  });

  it('sink while more is shown in an hour than the budget pays for, and rise again after', async () => {
    const { inventory, bid, passMinutes, achieve, creativeId } = await openMarket();
    for (let times = 0; times < 6; times += 1) {
      passMinutes(10);
      await achieve(creativeId, 100_000);
      await inventory.rerank();
    }
    expect(bid()).toBeCloseTo(0.8 / 1.3);
    passMinutes(60);
    await inventory.rerank();
    passMinutes(60);
    await inventory.rerank();
    const lowest = bid();
    expect(lowest).toBeGreaterThanOrEqual(0.8 / 1.3 ** 3);
    passMinutes(60);
    await inventory.rerank();
    expect(bid()).toBeCloseTo(lowest * 1.3);
  });

  it('count no view of before as one of the hour in which a campaign comes for sale', async () => {
    const { inventory, bid, passMinutes, achieve, changed, creativeId } = await openMarket();
    await achieve(creativeId, 1_000_000);
    const campaign = await ctx.campaigns.findById(changed.campaignIds[0]!);
    await ctx.campaigns.update(campaign!, { status: 'inactive' });
    await inventory.refresh(changed);
    // Its bid is forgotten.
    passMinutes(25 * 60);
    await inventory.rerank();
    await ctx.campaigns.update(campaign!, { status: 'active' });
    await inventory.refresh(changed);
    expect(bid()).toBeCloseTo(0.8);
    passMinutes(60);
    await inventory.rerank();
    expect(bid()).toBeCloseTo(0.8 * 1.3);
  });

  it('count no view of before as one of the hour in which a creative comes back', async () => {
    const { inventory, bid, passMinutes, achieve, changed, creativeId } = await openMarket(2);
    const other = changed.creativeIds[1]!;
    await achieve(other, 1_000_000);
    for (let hour = 0; hour < 3; hour += 1) {
      passMinutes(60);
      await inventory.rerank();
    }
    const before = bid();
    await achieve(creativeId, 500);
    for (const [from, to] of [
      ['active', 'inactive'],
      ['inactive', 'active'],
    ] as const) {
      await ctx.creatives.update(other, { status: from }, { status: to });
      passMinutes(30);
      await inventory.refresh({ campaignIds: [], creativeIds: [other] });
      await inventory.rerank();
    }
    expect(bid()).toBeCloseTo(before * 1.3);
  });
});

describe('what a find offers', () => {
  const priceOf = async (change: Parameters<typeof createActiveCampaign>[1]) => {
    const { campaign, creatives } = await createActiveCampaign(ctx, change);
    const opened = await openInventory(ctx);
    return { ...opened, campaign, creatives, price: () => opened.inventory.priceOf(campaign.id) };
  };

  it.each([
    ['2', '0.002'],
    ['0.00000000999', '0'],
    ['0.00000001', '0.00000000001'],
    ['1234567.89012345678', '1234.56789012345'],
  ])('for a view at %s USD per thousand is %s USD', async (maxCpm, viewPrice) => {
    const maxCpc = usd('0.1');
    const { price } = await priceOf({ campaign: { maxCpm: usd('2'), maxCpc } });
    expect(price()).toMatchObject({ viewPrice: usd('0.002'), clickPrice: maxCpc });
    const [campaign] = await ctx.campaigns.listActive(await activeIds());
    await ctx.campaigns.update(campaign!, { maxCpm: usd(maxCpm), maxCpc: null });
    const { inventory } = await openInventory(ctx);
    expect(inventory.priceOf(campaign!.id)).toMatchObject({
      viewPrice: usd(viewPrice),
      clickPrice: 0n,
    });
  });
  const activeIds = async () => {
    const ids: string[] = [];
    for await (const some of ctx.campaigns.streamActive()) ids.push(...some.map(({ id }) => id));
    return ids;
  };

  it('for a view of an automatic campaign is a thousandth of its bid, and moves with it', async () => {
    const { price, inventory, passMinutes } = await priceOf({ campaign: { maxCpm: null } });
    expect(price().viewPrice).toBe(usd('0.0005'));
    passMinutes(60);
    await inventory.rerank();
    expect(price().viewPrice).toBe(usd('0.00065'));
  });

  it('is nothing for what is not for sale', async () => {
    const { price, inventory, campaign } = await priceOf({});
    await ctx.campaigns.update(campaign, { status: 'inactive' });
    await inventory.refresh({ campaignIds: [campaign.id], creativeIds: [] });
    expect(price()).toEqual({ rpm: 0, viewPrice: 0n, clickPrice: 0n, offerCost: 0n });
  });
});

describe('bids of other servers’ campaigns', () => {
  const address = '0001-00000004-DBEB';

  it('are half of what they say, at most the median of ours, then what was paid for views', async () => {
    for (const cpm of ['0.4', '0.5', '0.9'])
      await createActiveCampaign(ctx, { campaign: { maxCpm: usd(cpm) } });
    const peer = aPeer({ address, state: 'allowed' });
    await ctx.inTransaction((session) => ctx.peers.insert(peer, session));
    await ctx.peerDirectory.load();
    const campaign = { maxCpm: usd('0.6') };
    const { campaignId, creativeId } = await importOne(ctx, address, {
      ...{ campaign, creative: { keywords: { 'staff:category': ['games'] } } },
    });
    const { inventory } = await openInventory(ctx);
    const bid = () => inventory.index.find(creativeId)!.effectiveRpm;
    // Filters of sites ask for these.
    expect(inventory.index.find(creativeId)!.keywords.get('staff:category')).toEqual(['games']);
    const change = async (work: () => Promise<unknown>) => {
      await work();
      await inventory.refresh({ campaignIds: [campaignId], creativeIds: [] });
      return bid();
    };
    expect(bid()).toBeCloseTo(0.3);
    const setMost = (maxCpm: bigint) => () =>
      ctx.peerCampaigns.models[0]!.updateOne({ _id: campaignId }, { maxCpm });
    expect(await change(setMost(usd('20')))).toBeCloseTo(0.5);
    const pay = (paidCpm: bigint | null) => () =>
      ctx.peerCampaigns.setPaidCpm(address, [{ id: campaignId, paidCpm }]);
    expect(await change(pay(usd('0.75')))).toBeCloseTo(0.75);
    expect(await change(pay(0n))).toBe(0);
    expect(await change(pay(null))).toBeCloseTo(0.5);
  });

  it('are no more than the median of ours where all of these bid by themselves', async () => {
    const { creatives } = await createActiveCampaign(ctx, { campaign: { maxCpm: null } });
    const peer = aPeer({ address, state: 'allowed' });
    await ctx.inTransaction((session) => ctx.peers.insert(peer, session));
    await ctx.peerDirectory.load();
    const { creativeId } = await importOne(ctx, address, { campaign: { maxCpm: usd('900') } });
    const { inventory } = await openInventory(ctx);
    const bidOf = (id: string) => inventory.index.find(id)!.effectiveRpm;
    expect(bidOf(creativeId)).toBeGreaterThan(0);
    expect(bidOf(creativeId)).toBeCloseTo(bidOf(creatives[0]!.id));
  });
});
