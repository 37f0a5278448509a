import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import pino from 'pino';
import type { ServiceContext } from '../../../src/api/context';
import { mostFresh } from '../../../src/market/selection/index/rebuild';
import { createInventory } from '../../../src/market/inventory/inventory';
import { send, startApp, type TestApp } from '../../support/app';
import type { Campaign } from '../../../src/demand/campaigns/campaign.resource';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { anId } from '../../support/events';
import { openInventory } from './open-inventory';

let app: TestApp;
let ctx: ServiceContext;

beforeEach(async () => {
  app = await startApp();
  ({ ctx } = app);
});
afterEach(() => app.close());

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
      conversions: 0,
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

it('a find answers what 1,000 accepted views of the campaign have cost, from 100 of them on', async () => {
  const { campaign, creatives } = await createActiveCampaign(ctx, {
    campaign: { maxCpm: usd('1') },
    sizes: ['300x250', '728x90'],
  });
  const find = async () => {
    const placements = [{ id: '1', width: 300, height: 250 }];
    const context = { iid: randomUUID(), url: 'https://a.example', medium: 'web' };
    const { body } = await send(`${app.url}/supply/find`, { json: { context, placements } });
    return body.data[0].rpm as number;
  };
  const accept = async (acceptedViews: number, paid: bigint) => {
    const none = { served: 0, impressions: 0, clicks: 0, conversions: 0 };
    const results = creatives.map(({ id }) => ({
      ...{ creativeId: id, ...none, acceptedViews, paid: Number(paid) },
    }));
    await ctx.creativeResultStore.add(results, new Date());
    await ctx.creativeResults.refresh();
    await ctx.inventory.rerank();
  };
  await accept(49, usd('0.2'));
  expect(await find()).toBe(1);
  await accept(1, 0n);
  expect(await find()).toBe(4);
  await ctx.campaigns.update(campaign, { maxCpm: usd('2') });
  await ctx.inventory.refresh({ campaignIds: [campaign.id], creativeIds: [] });
  expect(await find()).toBe(4);
});

it('a campaign is found in the hours of its schedule alone, from the first find on', async () => {
  const { campaign } = await createActiveCampaign(ctx);
  const find = async () => {
    const placements = [{ id: '1', width: 300, height: 250 }];
    const context = { iid: randomUUID(), url: 'https://a.example', medium: 'web' };
    const { body } = await send(`${app.url}/supply/find`, { json: { context, placements } });
    return body.data.length as number;
  };
  const scheduleHours = async (hours: readonly number[]) => {
    const hour = (hoursLater: number) => {
      const at = new Date(ctx.now().getTime() + hoursLater * 3_600_000);
      const day = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'][at.getUTCDay()];
      const from = at.getUTCHours();
      return `${day} ${String(from).padStart(2, '0')}:00-${String(from + 1).padStart(2, '0')}:00`;
    };
    await ctx.campaigns.update(campaign, { schedule: hours.map(hour) });
    await ctx.inventory.refresh({ campaignIds: [campaign.id], creativeIds: [] });
  };
  await scheduleHours([2, 3]);
  expect(await find()).toBe(0);
  await scheduleHours([0, 1]);
  expect(await find()).toBe(1);
});

it('a creative with times of its own is found within those and those of its campaign', async () => {
  const { campaign, creatives } = await createActiveCampaign(ctx);
  const { id } = creatives[0]!;
  const hour = 3_600_000;
  const find = async (times: { readonly startsAt: Date | null; readonly endsAt: Date | null }) => {
    await ctx.creatives.update(id, { status: 'active' }, times);
    await ctx.inventory.refresh({ campaignIds: [], creativeIds: [id] });
    const placements = [{ id: '1', width: 300, height: 250 }];
    const context = { iid: randomUUID(), url: 'https://a.example', medium: 'web' };
    const { body } = await send(`${app.url}/supply/find`, { json: { context, placements } });
    return body.data.length as number;
  };
  const at = (hours: number) => new Date(ctx.now().getTime() + hours * hour);
  expect(await find({ startsAt: at(1), endsAt: null })).toBe(0);
  expect(await find({ startsAt: at(-1), endsAt: at(1) })).toBe(1);
  expect(await find({ startsAt: null, endsAt: at(-1) })).toBe(0);
  expect(await find({ startsAt: null, endsAt: null })).toBe(1);
  await ctx.campaigns.update(campaign, { startsAt: at(2) });
  await ctx.inventory.refresh({ campaignIds: [campaign.id], creativeIds: [] });
  expect(await find({ startsAt: at(-1), endsAt: null })).toBe(0);
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

it('an advertiser is told of until the last campaign is gone, however often all is read', async () => {
  const { campaign: first } = await createActiveCampaign(ctx, { sizes: ['300x250', '728x90'] });
  const { campaign: second } = await createActiveCampaign(ctx);
  expect(second.advertiserId).toBe(first.advertiserId);
  await ctx.inventory.load();
  const advertisersWithout = async (campaign: Campaign) => {
    await ctx.campaigns.update(campaign, { status: 'inactive' });
    await ctx.inventory.refresh({ campaignIds: [campaign.id], creativeIds: [] });
    return [...ctx.inventory.advertiserIds()];
  };
  expect(await advertisersWithout(second)).toEqual([first.advertiserId]);
  expect(await advertisersWithout(first)).toEqual([]);
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
    const { inventory } = await openInventory(ctx);
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
    const { inventory, achieve } = await openInventory(ctx);
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
    const { inventory, logged } = await openInventory(ctx);
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
  const { inventory } = await openInventory(ctx);
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
  const { inventory } = await openInventory(ctx);
  const look = jest.spyOn(ctx.creatives, 'listActiveByCampaigns');
  await inventory.refresh({ campaignIds: [], creativeIds: creatives.map(({ id }) => id) });
  expect(look).not.toHaveBeenCalled();
});

it('what is told while changes are taken up is taken up together, failures too', async () => {
  const { campaign } = await createActiveCampaign(ctx);
  const { inventory } = await openInventory(ctx);
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
  const { inventory } = await openInventory(ctx);
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
  const { inventory } = await openInventory(ctx);
  await ctx.campaigns.update(campaign, { status: 'active' });
  await inventory.refresh({ campaignIds: [], creativeIds: ids.slice(0, 1) });
  await inventory.refresh({ campaignIds: [campaign.id], creativeIds: [] });
  expect(ids.map((id) => inventory.find(id)?.creative.id)).toEqual(ids);
});
