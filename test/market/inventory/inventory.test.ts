import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import pino from 'pino';
import type { ServiceContext } from '../../../src/context';
import { mostFresh } from '../../../src/market/selection/index/candidate-index';
import { createCreativeResults } from '../../../src/market/inventory/creative-results';
import { createInventory } from '../../../src/market/inventory/inventory';
import { defaultTaxonomy } from '../../../src/demand/taxonomy/default-taxonomy';
import { send, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { anId } from '../../support/events';

let app: TestApp;
let ctx: ServiceContext;

beforeEach(async () => {
  app = await startApp();
  ({ ctx } = app);
});
afterEach(() => app.close());

/** An inventory of its own over the app's stores, by a clock that stands still. */
async function openInventory() {
  let at = Date.parse('2026-05-01T12:00:00Z');
  const logged: string[] = [];
  const now = () => new Date(at);
  const results = createCreativeResults(ctx.creativeResultStore, now);
  const { campaigns, creatives } = ctx;
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  const taxonomy = { current: defaultTaxonomy };
  const inventory = createInventory({ campaigns, creatives, results, taxonomy, now, log });
  await results.refresh();
  await inventory.load();
  return {
    inventory,
    logged,
    passMinutes: (minutes: number) => {
      at += minutes * 60_000;
    },
    achieve: async (creativeId: string, impressions: number) => {
      await ctx.creativeResultStore.add(
        [{ creativeId, served: 0, impressions, clicks: 0 }],
        new Date(at),
      );
      await results.refresh();
    },
  };
}

describe('automatic bids', () => {
  async function openMarket() {
    await createActiveCampaign(ctx, { campaign: { maxCpm: usd('0.5') } });
    await createActiveCampaign(ctx, { campaign: { maxCpm: usd('1.1') } });
    const { campaign, creatives } = await createActiveCampaign(ctx, {
      campaign: { maxCpm: null, hourlyBudget: usd('5') },
    });
    const creativeId = creatives[0]!.id;
    const opened = await openInventory();
    const bid = () => opened.inventory.index.find(creativeId)!.effectiveRpm;
    const changed = { campaignIds: [campaign.id], creativeIds: [creativeId] };
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
});

describe('what a find offers', () => {
  const priceOf = async (change: Parameters<typeof createActiveCampaign>[1]) => {
    const { campaign, creatives } = await createActiveCampaign(ctx, change);
    const opened = await openInventory();
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
    const { inventory } = await openInventory();
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

it('a find answers the campaign’s observed rpm over all its creatives, before that the expected one', async () => {
  const { creatives } = await createActiveCampaign(ctx, {
    campaign: { maxCpm: usd('1'), maxCpc: usd('0.5') },
    sizes: ['300x250', '728x90'],
  });
  const find = async () => {
    const placements = [{ id: '1', width: 300, height: 250 }];
    const context = { iid: randomUUID(), url: 'https://a.example', medium: 'web' };
    const { body } = await send(`${app.url}/supply/find`, { json: { context, placements } });
    return body.data[0].rpm as number;
  };
  const achieve = async (impressions: number, clicks: number) => {
    const results = creatives.map(({ id }) => ({
      creativeId: id,
      served: 0,
      impressions,
      clicks,
    }));
    await ctx.creativeResultStore.add(results, new Date());
    await ctx.creativeResults.refresh();
    await ctx.inventory.rerank();
  };
  expect(await find()).toBe(2);
  await achieve(499, 0);
  expect(await find()).toBe(1.5);
  await achieve(4_501, 100);
  expect(await find()).toBe(11);
});

it('a pause told while the inventory is loaded is in force when it is', async () => {
  const { campaign, creatives } = await createActiveCampaign(ctx);
  const campaigns = {
    ...ctx.campaigns,
    async *streamActive() {
      yield* ctx.campaigns.streamActive();
      await ctx.campaigns.update(campaign, { status: 'inactive' });
      await inventory.refresh({ campaignIds: [campaign.id], creativeIds: [] });
    },
  };
  const results = ctx.creativeResults;
  const inventory = createInventory({ ...ctx, campaigns, results });
  await inventory.load();
  expect(inventory.find(creatives[0]!.id)).toBeNull();
});

it('a long load tells how far it is', async () => {
  await createActiveCampaign(ctx, { sizes: ['300x250', '728x90'] });
  let at = Date.parse('2026-05-01T12:00:00Z');
  const creatives = {
    ...ctx.creatives,
    async *streamActive() {
      for await (const some of ctx.creatives.streamActive())
        for (const one of some) {
          at += 3_000;
          yield [one];
        }
    },
  };
  const logged: string[] = [];
  const log = pino({}, { write: (line: string) => void logged.push(line) });
  const results = ctx.creativeResults;
  await createInventory({ ...ctx, creatives, results, log, now: () => new Date(at) }).load();
  expect(logged.map((line) => JSON.parse(line) as object)).toMatchObject([
    { creatives: 2, msg: 'reading what is for sale' },
  ]);
});

describe('a rearrangement', () => {
  /** Holds every rebuild of the index until it is released. */
  function holdRebuilds({ index }: Awaited<ReturnType<typeof openInventory>>['inventory']) {
    const begun = Promise.withResolvers<undefined>();
    let isHeld = true;
    const begin = index.beginRebuild.bind(index);
    const spy = jest.spyOn(index, 'beginRebuild').mockImplementation(() => {
      const rebuild = begin();
      return {
        abandon: () => {
          rebuild.abandon();
        },
        *slices(content) {
          begun.resolve(undefined);
          while (isHeld) yield;
          yield* rebuild.slices(content);
        },
      };
    });
    const release = () => {
      isHeld = false;
    };
    return { begun: begun.promise, release, spy };
  }

  async function addCreatives(campaignId: string, count: number) {
    const ids = Array.from({ length: count }, anId);
    const { collection } = ctx.creatives.models[0]!;
    const template = await collection.findOne({ campaignId });
    await collection.insertMany(ids.map((id) => ({ ...template, _id: id }) as never));
    return ids;
  }

  it('does not hold up changes: a pause during it is in force at once, and after it', async () => {
    const { campaign, creatives } = await createActiveCampaign(ctx);
    const { inventory } = await openInventory();
    const { begun, release } = holdRebuilds(inventory);
    const creativeIds = await addCreatives(campaign.id, mostFresh);
    await inventory.refresh({ campaignIds: [], creativeIds });
    await begun;
    const { id } = creatives[0]!;
    expect(inventory.index.find(id)).not.toBeNull();

    await ctx.campaigns.update(campaign, { status: 'inactive' });
    await inventory.refresh({ campaignIds: [campaign.id], creativeIds: [] });
    expect([inventory.find(id), inventory.index.find(id)]).toEqual([null, null]);
    release();
    await inventory.rerank();
    expect([inventory.index.find(id), inventory.index.size]).toEqual([null, 0]);
  });

  it('that is asked for during another is done after it', async () => {
    const { creatives } = await createActiveCampaign(ctx);
    const { id } = creatives[0]!;
    const { inventory, achieve } = await openInventory();
    const { begun, release, spy } = holdRebuilds(inventory);
    const first = inventory.rerank();
    await begun;
    await achieve(id, 7);
    const second = inventory.rerank();
    release();
    await Promise.all([first, second]);
    expect(inventory.index.find(id)!.impressions).toBe(7);
    expect(spy).toHaveBeenCalledTimes(2);
  });

  it('that fails is logged, and the next one is done', async () => {
    const { campaign } = await createActiveCampaign(ctx);
    const { inventory, logged } = await openInventory();
    const failed = jest.spyOn(inventory.index, 'beginRebuild').mockImplementationOnce(() => {
      throw new Error('no memory');
    });
    const creativeIds = await addCreatives(campaign.id, mostFresh);
    await inventory.refresh({ campaignIds: [], creativeIds });
    while (logged.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(logged.join()).toContain('no memory');
    await inventory.rerank();
    expect([inventory.index.size, inventory.index.deltaSize]).toEqual([mostFresh + 1, 0]);
    expect(failed).toHaveBeenCalledTimes(2);
  });
});

it('what changes nothing for sale is not looked up', async () => {
  const { inventory } = await openInventory();
  const looks = [
    jest.spyOn(ctx.creatives, 'listActiveByCampaigns'),
    jest.spyOn(ctx.creatives, 'listActive'),
    jest.spyOn(ctx.campaigns, 'listActive'),
  ] as const;
  await inventory.refresh({ campaignIds: [], creativeIds: [] });
  for (const look of looks) expect(look).not.toHaveBeenCalled();
  await inventory.refresh({ campaignIds: [anId()], creativeIds: [] });
  expect(looks.map(({ mock }) => mock.calls.length)).toEqual([0, 0, 1]);
});

it('a campaign that was paused and resumed while the inventory is loaded is for sale as a whole', async () => {
  const { campaign, creatives } = await createActiveCampaign(ctx, {
    sizes: ['300x250', '728x90'],
  });
  const told = { campaignIds: [campaign.id], creativeIds: [] };
  const inTwoParts = {
    ...ctx.creatives,
    async *streamActive() {
      const some = (await Array.fromAsync(ctx.creatives.streamActive())).flat();
      if (some.length === 0) return;
      yield some.slice(0, 1);
      await ctx.campaigns.update(campaign, { status: 'inactive' });
      await inventory.refresh(told);
      yield some.slice(1);
      await ctx.campaigns.update(campaign, { status: 'active' });
      await inventory.refresh(told);
    },
  };
  const results = ctx.creativeResults;
  const inventory = createInventory({ ...ctx, creatives: inTwoParts, results });
  await inventory.load();
  for (const { id } of creatives) expect(inventory.find(id)).not.toBeNull();
});

it('what a load that failed has read does not outlive the next one', async () => {
  const { campaign, creatives } = await createActiveCampaign(ctx);
  const { id } = creatives[0]!;
  let loads = 0;
  const failsOnce = {
    ...ctx.creatives,
    async *streamActive() {
      const some = (await Array.fromAsync(ctx.creatives.streamActive())).flat();
      if (some.length === 0) return;
      loads += 1;
      if (loads > 1) return;
      await ctx.campaigns.update(campaign, { status: 'inactive' });
      await inventory.refresh({ campaignIds: [campaign.id], creativeIds: [] });
      yield some;
      throw new Error('the database is away');
    },
  };
  const results = ctx.creativeResults;
  const inventory = createInventory({ ...ctx, creatives: failsOnce, results });
  await expect(inventory.load()).rejects.toThrow('away');
  expect(inventory.find(id)).not.toBeNull();
  await inventory.load();
  expect([inventory.find(id), inventory.index.find(id)]).toEqual([null, null]);
});

it('creatives of a campaign that is not for sale are not read when one more comes', async () => {
  const { campaign, creatives } = await createActiveCampaign(ctx);
  await ctx.campaigns.update(campaign, { status: 'inactive' });
  const { inventory } = await openInventory();
  const look = jest.spyOn(ctx.creatives, 'listActiveByCampaigns');
  await inventory.refresh({ campaignIds: [], creativeIds: creatives.map(({ id }) => id) });
  expect(look).not.toHaveBeenCalled();
});

it('what is told while changes are taken up is taken up together, failures too', async () => {
  const { campaign } = await createActiveCampaign(ctx);
  const { inventory } = await openInventory();
  const look = jest.spyOn(ctx.campaigns, 'listActive').mockRejectedValue(new Error('away'));
  const told = { campaignIds: [campaign.id], creativeIds: [] };
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, () => inventory.refresh(told)),
  );
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(look.mock.calls.length).toBeLessThanOrEqual(2);
  look.mockRestore();
  await ctx.campaigns.update(campaign, { maxCpm: usd('9') });
  await inventory.refresh(told);
  expect(inventory.findCampaign(campaign.id)!.maxCpm).toBe(usd('9'));
});

it('creatives of a changed campaign are not read again while it is for sale', async () => {
  const { campaign, creatives } = await createActiveCampaign(ctx, {
    sizes: ['300x250', '728x90'],
  });
  const { inventory } = await openInventory();
  const look = jest.spyOn(ctx.creatives, 'listActiveByCampaigns');
  await ctx.campaigns.update(campaign, { maxCpm: usd('7') });
  await inventory.refresh({ campaignIds: [campaign.id], creativeIds: [] });
  const bids = creatives.map(({ id }) => inventory.index.find(id)!.effectiveRpm);
  expect(bids).toEqual([7, 7]);
  expect(look).not.toHaveBeenCalled();
});

it('a campaign comes for sale with all its creatives, even if only one of them was told', async () => {
  const { campaign, creatives } = await createActiveCampaign(ctx, {
    sizes: ['300x250', '728x90'],
  });
  const ids = creatives.map(({ id }) => id);
  await ctx.campaigns.update(campaign, { status: 'inactive' });
  const { inventory } = await openInventory();
  await ctx.campaigns.update(campaign, { status: 'active' });
  await inventory.refresh({ campaignIds: [], creativeIds: ids.slice(0, 1) });
  await inventory.refresh({ campaignIds: [campaign.id], creativeIds: [] });
  expect(ids.map((id) => inventory.find(id)?.creative.id)).toEqual(ids);
});
