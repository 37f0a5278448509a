import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  cloneCampaign,
  createCampaign,
} from '../../../src/demand/campaigns/campaign-creation.service';
import { deleteCampaign, updateCampaign } from '../../../src/demand/campaigns/campaign.service';
import {
  createConversion,
  listConversions,
} from '../../../src/demand/conversions/conversion.service';
import { createCreative } from '../../../src/demand/creatives/creative.service';
import { send, startApp, type TestApp } from '../../support/app';
import { aCampaign, addCampaign, aPng, createActiveCampaign, usd } from '../../support/campaigns';
import { aNewConversion } from '../../support/conversions';

describe('campaigns', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });

  it('are stored as drafts, amounts to the last unit', async () => {
    const params = aCampaign({ hourlyBudget: 2n ** 63n - 1n, maxCpm: usd('0.00000000001') });
    const created = await createCampaign(app.ctx, params);
    expect(await app.ctx.campaigns.findById(created.id)).toEqual({
      ...params,
      id: expect.stringMatching(/^[0-9a-f]{12}4[0-9a-f]{3}[89ab][0-9a-f]{15}$/),
      status: 'draft',
      dailyBudget: null,
      totalBudget: null,
      pacing: 'even',
      bidModifiers: [],
      schedule: null,
      scheduleClock: 'campaign',
      timeZone: 'UTC',
      frequencyCaps: null,
      showsToUnknownVisitors: true,
      showsOnPeers: true,
      excludedPeers: [],
      requiresViewability: false,
      unmeasuredPrice: 100,
      creativeRotation: 'auction',
      ...{ priority: 'standard', shareOfVoice: 100 },
      ...{ category: null, competitiveExclusion: false, showsOncePerPage: false, roadblock: false },
      formerPrices: null,
      note: null,
      behalf: null,
      paid: null,
      suspendedReason: null,
      hasTargetingLevels: true,
      secret: expect.stringMatching(/^[\w-]{22}$/),
      conversionClick: 'none',
      bidStrategyId: expect.stringMatching(/^[0-9a-f]{32}$/),
      createdAt: expect.any(Date),
      updatedAt: expect.any(Date),
    });
  });

  it.each([
    ['no name', { name: '' }, 'name'],
    ['an endless name', { name: 'x'.repeat(256) }, 'name'],
    ['a javascript: URL', { landingUrl: 'javascript:alert(1)' }, 'landingUrl'],
    ['an endless URL', { landingUrl: `https://x.example/${'x'.repeat(1024)}` }, 'landingUrl'],
    ['a negative budget', { hourlyBudget: -1n }, 'hourlyBudget'],
    ['a price past int64', { maxCpc: 2n ** 63n }, 'maxCpc'],
    ['a budget above a million USD', { hourlyBudget: usd('1000000.00000000001') }, 'hourlyBudget'],
    ['a price above a million USD', { maxCpm: usd('1000001') }, 'maxCpm'],
    ['a daily budget below 0', { dailyBudget: -1n }, 'dailyBudget'],
    ['a total budget above a million USD', { totalBudget: usd('1000001') }, 'totalBudget'],
    ['a daily budget below that of an hour', { dailyBudget: usd('0.5') }, 'dailyBudget'],
    ['a total budget below that of an hour', { totalBudget: usd('0.5') }, 'totalBudget'],
    ['a schedule without an hour', { schedule: [] }, 'schedule'],
    ['hours that are none', { schedule: ['Mo-Fr 9-17'] }, 'schedule.0'],
    ['two caps for a day', { frequencyCaps: ['3/day', '4/day'] }, 'frequencyCaps'],
    ['a cap that is none', { frequencyCaps: ['0/day'] }, 'frequencyCaps.0'],
    ['a bid modifier of 0', { bidModifiers: ['device:tv 2', 'country:pl 0'] }, 'bidModifiers.1'],
    ['51 bid modifiers', { bidModifiers: Array(51).fill('Sa 2') }, 'bidModifiers'],
    ['a country twice', { bidModifiers: ['country:pl 2', 'country:pl 3'] }, 'bidModifiers.1'],
    ['an unknown country', { bidModifiers: ['country:zz 2'] }, 'bidModifiers.0'],
    ['an unknown device', { bidModifiers: ['Sa 2', 'device:fridge 2'] }, 'bidModifiers.1'],
    ['a time zone that is none', { timeZone: 'Mars/Olympus' }, 'timeZone'],
    ['an end before the start', { endsAt: new Date(0) }, 'endsAt'],
    ['an unknown medium', { medium: 'radio' }, 'medium'],
    ['an unknown vendor', { vendor: 'nobody' }, 'vendor'],
    [
      'an unknown category',
      {
        targeting: {
          requires: { user: {}, site: { category: ['shoes'] }, device: {} },
          excludes: { user: {}, site: {}, device: {} },
        },
      },
      'targeting.requires.site.category',
    ],
  ])('with %s are refused', async (_case, changes, field) => {
    await expect(addCampaign(app.ctx, changes)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { [field]: expect.anything() },
    });
  });

  it('become active only with an active creative, before their end, by their owner', async () => {
    const set = (campaign: { id: string; advertiserId: string }, status: 'active' | 'suspended') =>
      updateCampaign(app.ctx, { ...campaign, changes: { status } });
    const empty = await createCampaign(app.ctx, aCampaign());
    await expect(set(empty, 'active')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await expect(set(empty, 'suspended')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    const foreign = { id: empty.id, advertiserId: 'f'.repeat(32) };
    await expect(set(foreign, 'active')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const ended = aCampaign({ endsAt: new Date('2026-01-02T00:00:00Z') });
    await expect(createActiveCampaign(app.ctx, { campaign: ended })).rejects.toMatchObject({
      details: { endsAt: ['has passed: the campaign cannot be active'] },
    });
  });
});

describe('createCreative', () => {
  let app: TestApp;
  let owner: { readonly advertiserId: string; readonly campaignId: string };
  beforeAll(async () => {
    app = await startApp();
    const { id: campaignId, advertiserId } = await createCampaign(app.ctx, aCampaign());
    owner = { advertiserId, campaignId };
  });
  const add = (changes: object) =>
    createCreative(app.ctx, {
      ...owner,
      name: 'X',
      type: 'image',
      content: aPng('300x250'),
      ...changes,
    });

  it('reads type and size from the content', async () => {
    expect(await add({})).toMatchObject({ mime: 'image/png', scope: '300x250', status: 'active' });
  });

  it.each([
    ['text for an image', { content: Buffer.from('hello') }, 'content'],
    ['a picture cut short', { content: aPng('300x250').subarray(0, 12) }, 'content'],
    ['nothing', { content: Buffer.alloc(0) }, 'content'],
    ['too much', { content: Buffer.alloc(600_000) }, 'content'],
    ['a size that nobody takes', { content: aPng('301x250') }, 'scope'],
    ['a picture for a document', { type: 'html', scope: '300x250' }, 'content'],
    ['a document without a size', { type: 'html', content: Buffer.from('<body></body>') }, 'scope'],
    ['a model on the web', { type: 'model', content: Buffer.from('glTF') }, 'type'],
    ['no name', { name: '' }, 'name'],
  ])('refuses %s', async (_case, changes, field) => {
    await expect(add(changes)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { [field]: expect.anything() },
    });
  });

  it('says which sizes are near to the one that nobody takes', async () => {
    await expect(add({ content: aPng('301x250') })).rejects.toMatchObject({
      details: {
        scope: [
          '301x250 is not a size that this medium takes; the nearest are 300x250, 250x250, 336x280',
        ],
      },
    });
  });

  it('is not possible in another’s campaign', async () => {
    await expect(add({ advertiserId: 'f'.repeat(32) })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('when the database fails on the way', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });

  it('serves nothing of a campaign that is deleted and whose creatives are not', async () => {
    const { campaign, creatives } = await createActiveCampaign(app.ctx);
    const deleteOfCampaign = jest.spyOn(app.ctx.creatives, 'deleteOfCampaign');
    deleteOfCampaign.mockRejectedValueOnce(new Error('the database is gone'));
    await expect(deleteCampaign(app.ctx, campaign)).rejects.toThrow('gone');
    expect((await send(`${app.url}/serve/x${creatives[0]!.id}.doc`)).status).toBe(404);
  });

  it('completes a deletion that was cut off when it is asked for again, by its owner alone', async () => {
    const { campaign, creatives } = await createActiveCampaign(app.ctx);
    const deleteOfCampaign = jest.spyOn(app.ctx.creatives, 'deleteOfCampaign');
    deleteOfCampaign.mockRejectedValueOnce(new Error('the database is gone'));
    await expect(deleteCampaign(app.ctx, campaign)).rejects.toThrow('gone');
    const isThere = async () => (await app.ctx.creatives.findById(creatives[0]!.id)) !== null;
    for (const advertiserId of ['f'.repeat(32), campaign.advertiserId]) {
      expect(await isThere()).toBe(true);
      const again = deleteCampaign(app.ctx, { advertiserId, id: campaign.id });
      await expect(again).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await isThere()).toBe(false);
  });

  it('leaves no copy without creatives, though it was stored', async () => {
    const { campaign } = await createActiveCampaign(app.ctx);
    const insert = jest.spyOn(app.ctx.campaigns, 'insert');
    insert.mockImplementationOnce(async (...parameters) => {
      await app.ctx.campaigns.insert(...parameters);
      throw new Error('the answer is lost');
    });
    await expect(cloneCampaign(app.ctx, campaign)).rejects.toThrow('lost');
    const { id } = insert.mock.calls[0]![0];
    expect(await app.ctx.campaigns.findOwned(campaign.advertiserId, id)).toBeNull();
    insert.mockRestore();
  });
});

describe('cloneCampaign', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });

  it('copies terms, creatives and conversions to a draft with a secret of its own', async () => {
    const { campaign, creatives } = await createActiveCampaign(app.ctx, {
      sizes: ['300x250', '728x90'],
    });
    const { advertiserId } = campaign;
    await createConversion(
      app.ctx,
      aNewConversion({
        ...{ advertiserId, campaignId: campaign.id, name: 'Buy', type: 'advanced' },
        ...{ limitType: 'out_of_budget', value: usd('2') },
        ...{ isValueMutable: true, isRepeatable: true },
      }),
    );
    const copy = await cloneCampaign(app.ctx, { advertiserId, id: campaign.id });
    expect(copy).toEqual({
      ...campaign,
      id: expect.not.stringMatching(campaign.id),
      name: 'Spring (2)',
      secret: expect.not.stringMatching(campaign.secret),
      status: 'draft',
      createdAt: expect.any(Date),
      updatedAt: expect.any(Date),
    });
    expect(copy.createdAt.getTime()).toBeGreaterThan(campaign.createdAt.getTime());
    const [copied, ofSource] = await Promise.all([
      app.ctx.creatives.listByCampaigns([copy.id]),
      app.ctx.creatives.listByCampaigns([campaign.id]),
    ]);
    expect(ofSource).toHaveLength(2);
    expect(copied.map(({ hash, name, status }) => ({ hash, name, status }))).toEqual(
      creatives.map(({ hash, name, status }) => ({ hash, name, status })),
    );
    for (const { id } of copied) {
      const { status } = await send(`${app.url}/serve/x${id}.doc`);
      expect(status).toBe(200);
    }
    const conversions = await listConversions(app.ctx, [campaign.id, copy.id]);
    const [one, other] = [conversions.get(campaign.id)![0]!, conversions.get(copy.id)![0]!];
    expect(other).toMatchObject({ name: 'Buy', value: usd('2'), cost: 0n, isRepeatable: true });
    expect(other.id).not.toBe(one.id);
    const own = { advertiserId, id: copy.id };
    const active = await updateCampaign(app.ctx, { ...own, changes: { status: 'active' } });
    expect(active.status).toBe('active');
  });

  it('copies nothing of what has happened to a campaign and its conversions', async () => {
    const { ctx } = app;
    const { campaign } = await createActiveCampaign(ctx, { campaign: { maxCpm: usd('2') } });
    const { advertiserId, id } = campaign;
    const conversion = await createConversion(
      ctx,
      aNewConversion({ advertiserId, campaignId: id, name: 'Buy' }),
    );
    const at = new Date();
    await ctx.conversions.noteCall(conversion.id, { outcome: 'recorded', at });
    await ctx.conversions.noteCall(conversion.id, { outcome: 'test', at, lastTestValue: 1n });
    await ctx.conversions.noteCall(conversion.id, { outcome: 'refused', at, lastRefusal: 'x' });
    await updateCampaign(ctx, { advertiserId, id, changes: { maxCpm: usd('3') } });
    const copy = await cloneCampaign(ctx, { advertiserId, id });
    expect([copy.maxCpm, copy.formerPrices]).toEqual([usd('3'), null]);
    const [copied] = (await listConversions(ctx, [copy.id])).get(copy.id)!;
    expect(copied).toMatchObject({
      ...{ name: 'Buy', cost: 0n, occurrences: 0n, lastRecordedAt: null, lastTestAt: null },
      ...{ lastTestValue: null, lastRefusedAt: null, lastRefusal: null },
    });
  });

  it('leaves nothing of a copy that is one too many', async () => {
    const { ctx } = app;
    const { campaign } = await createActiveCampaign(ctx);
    const { advertiserId, id } = campaign;
    await createConversion(ctx, aNewConversion({ advertiserId, campaignId: id, name: 'Buy' }));
    const insert = jest.spyOn(ctx.campaigns, 'insert').mockResolvedValueOnce(null);
    await expect(cloneCampaign(ctx, { advertiserId, id })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    const { id: copyId } = insert.mock.calls[0]![0];
    expect(await ctx.conversions.countOf(copyId)).toBe(0);
    expect(await ctx.creatives.listByCampaigns([copyId])).toEqual([]);
    insert.mockRestore();
  });

  it('copies nothing of others', async () => {
    const { id } = await createCampaign(app.ctx, aCampaign());
    await expect(
      cloneCampaign(app.ctx, { advertiserId: 'f'.repeat(32), id }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
