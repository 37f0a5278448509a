import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createBidStrategy } from '../../../src/demand/bid-strategies/bid-strategy.service';
import { suspendCampaigns } from '../../../src/demand/campaigns/campaign.service';
import { createConversion } from '../../../src/demand/conversions/conversion.service';
import type { Account } from '../../../src/identity/accounts/account';
import { accessToken, type TestApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { type CampaignOwner, startWithOwner } from './campaign-owner';
import { draft, fieldsOf, isTime, wrongTerms } from './campaign-terms';
import { aNewConversion } from '../../support/conversions';

let app: TestApp;
let owner: Account;
let call: CampaignOwner['call'];
beforeAll(async () => {
  ({ app, owner, call } = await startWithOwner());
});

describe.each(['POST', 'PATCH'])('%s /api/v2/campaigns/{id}', (method) => {
  let id = '';
  beforeEach(async () => {
    ({ id } = (await call('POST', '', draft)).body.data);
  });
  const edit = (changes: unknown, bearer?: string) => call(method, `/${id}`, changes, bearer);

  it('changes what is given and leaves the rest', async () => {
    const before = (await call('GET', `/${id}`)).body.data;
    const own = await createBidStrategy(app.ctx, {
      advertiserId: owner.id,
      name: 'Mine',
      medium: 'web',
      vendor: null,
    });
    const changes = {
      status: 'inactive',
      name: 'Summer sale',
      targetUrl: 'http://shop.example/summer?c={cid}',
      maxCpc: 0.1,
      maxCpm: 2.5,
      budget: 3,
      dateStart: '2026-03-09T12:00:00+00:00',
      dateEnd: '2027-03-09T12:00:00+00:00',
      targeting: { requires: { user: { language: ['en'] } }, excludes: {} },
      bidStrategyUuid: own.id,
    };
    const { status, body } = await edit(changes);
    expect([status, body.data]).toEqual([
      200,
      {
        ...before,
        ...changes,
        serving: { ...before.serving, state: 'paused' },
        updatedAt: expect.stringMatching(isTime),
      },
    ]);
    const cleared = await edit({ max_cpm: null, dateEnd: '', targeting: null });
    expect(cleared.body.data).toMatchObject({
      maxCpm: null,
      dateEnd: null,
      targeting: { requires: {}, excludes: {} },
    });
  });

  it('changes nothing for an empty body, and no medium', async () => {
    const before = (await call('GET', `/${id}`)).body.data;
    for (const body of [{}, { medium: 'metaverse', vendor: 'milc', creatives: 'x', secret: 'x' }]) {
      const reply = await edit(body);
      expect([reply.status, reply.body.data]).toEqual([200, before]);
    }
  });

  it('takes the id in any form', async () => {
    const short = id.replaceAll('-', '').toUpperCase();
    expect((await call(method, `/${short}`, { name: 'X' })).status).toBe(200);
  });

  it.each(wrongTerms)('refuses %s', async (_case, change, field) => {
    expect(fieldsOf(await edit(change))).toEqual([422, [field]]);
  });

  it.each([
    ['no name', { name: null }, 'name'],
    ['no status', { status: '' }, 'status'],
    ['no URL', { target_url: null }, 'target_url'],
    ['no budget', { budget: null }, 'budget'],
    ['no start', { dateStart: null }, 'dateStart'],
    ['no bid strategy', { bidStrategyUuid: null }, 'bidStrategyUuid'],
    ['half a bid strategy', { bidStrategyUuid: 'abc' }, 'bidStrategyUuid'],
    ['an unknown bid strategy', { bid_strategy_uuid: 'a'.repeat(32) }, 'bid_strategy_uuid'],
  ])('refuses %s', async (_case, change, field) => {
    expect(fieldsOf(await edit(change))).toEqual([422, [field]]);
  });

  it('refuses a start after the end that is stored', async () => {
    await edit({ dateEnd: '2026-02-10T00:00:00Z' });
    expect(fieldsOf(await edit({ dateStart: '2026-02-11T00:00:00Z' }))).toEqual([
      422,
      ['dateStart'],
    ]);
  });

  it('refuses a bid strategy of others and of another medium', async () => {
    const other = await createBidStrategy(app.ctx, {
      advertiserId: 'f'.repeat(32),
      name: 'Theirs',
      medium: 'web',
      vendor: null,
    });
    const elsewhere = await createBidStrategy(app.ctx, {
      advertiserId: owner.id,
      name: 'Mine',
      medium: 'metaverse',
      vendor: null,
    });
    for (const { id: bidStrategyUuid } of [other, elsewhere])
      expect(fieldsOf(await edit({ bidStrategyUuid }))).toEqual([422, ['bidStrategyUuid']]);
  });

  it('asks the rules of active campaigns on every edit of one', async () => {
    expect(fieldsOf(await edit({ status: 'active' }))).toEqual([422, ['status']]);
    const { campaign } = await createActiveCampaign(app.ctx, {
      campaign: { advertiserId: owner.id, endsAt: new Date(Date.now() + 60_000) },
    });
    const editActive = (changes: object) => call(method, `/${campaign.id}`, changes);
    expect((await editActive({ name: 'Renamed' })).status).toBe(200);
    expect(fieldsOf(await editActive({ maxCpm: 0.01, budget: 0 }))).toEqual([
      422,
      ['budget', 'maxCpm'],
    ]);
    await app.ctx.campaigns.update(campaign, { endsAt: new Date('2026-03-01T00:00:00Z') });
    expect(fieldsOf(await editActive({ name: 'Again' }))).toEqual([422, ['dateEnd']]);
    expect((await editActive({})).status).toBe(200);
    expect((await editActive({ name: 'Again', dateEnd: null })).status).toBe(200);
    await app.ctx.campaigns.update(campaign, { endsAt: new Date('2026-03-01T00:00:00Z') });
    expect((await editActive({ name: 'Once more', status: 'inactive' })).status).toBe(200);
  });

  it('lets one be paid by its conversions alone', async () => {
    const { campaign } = await createActiveCampaign(app.ctx, {
      campaign: { advertiserId: owner.id },
    });
    const pay = () => call(method, `/${campaign.id}`, { maxCpm: 0, maxCpc: null });
    expect(fieldsOf(await pay())).toEqual([422, ['maxCpm']]);
    const about = { advertiserId: owner.id, campaignId: campaign.id, name: 'Buy' };
    const define = (value: bigint) =>
      createConversion(app.ctx, aNewConversion({ ...about, value }));
    await define(usd('0.009'));
    expect((await pay()).status).toBe(422);
    await define(usd('0.01'));
    const { status, body } = await pay();
    expect([status, body.data.conversions]).toMatchObject([
      200,
      [{ value: 900_000_000, cost: 0, occurrences: 0 }, { value: 1_000_000_000 }],
    ]);
    expect(body.data.conversions[1]).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f]{32}$/),
      name: 'Buy',
      limitType: 'in_budget',
      eventType: 'Purchase',
      type: 'basic',
      value: 1_000_000_000,
      isValueMutable: false,
      cost: 0,
      occurrences: 0,
      isRepeatable: false,
      dailyLimit: 100,
      lastRecordedAt: null,
      ...{ lastTestAt: null, lastTestValue: null, lastRefusedAt: null, lastRefusal: null },
      link: `${app.url}/kw/${body.data.conversions[1].uuid}.gif`,
    });
  });

  it('shows why a campaign is suspended, and lets its owner resume it', async () => {
    const { campaign } = await createActiveCampaign(app.ctx, {
      campaign: { advertiserId: owner.id },
    });
    await suspendCampaigns(app.ctx, { advertiserId: owner.id, reason: 'the balance is used up' });
    const suspended = (await call('GET', `/${campaign.id}`)).body.data;
    expect(suspended).toMatchObject({
      status: 'suspended',
      suspendedReason: 'the balance is used up',
    });
    const same = await call(method, `/${campaign.id}`, { status: 'suspended', name: 'Renamed' });
    expect(same.body.data).toMatchObject({
      suspendedReason: 'the balance is used up',
      name: 'Renamed',
    });
    const resumed = await call(method, `/${campaign.id}`, { status: 'active' });
    expect(resumed.body.data).toMatchObject({ status: 'active', suspendedReason: null });
  });

  it('answers 404 for a campaign that is unknown, malformed, deleted or another’s', async () => {
    const other = await accessToken(app, { scopes: ['campaign.read', 'campaign.write'] });
    expect((await edit({ name: 'X' }, other)).status).toBe(404);
    for (const bad of ['1', 'abc', '0'.repeat(32), '$ne', '%00', id.slice(1), `${id}-`])
      expect((await call(method, `/${bad}`, { name: 'X' })).status).toBe(404);
    await call('DELETE', `/${id}`);
    expect((await edit({ name: 'X' })).status).toBe(404);
  });

  it('loses no edit of two at once', async () => {
    const replies = await Promise.all([
      edit({ dateEnd: '2026-02-10T00:00:00Z' }),
      edit({ dateStart: '2026-02-11T00:00:00Z' }),
      edit({ name: 'Third' }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 422]);
    const { dateStart, dateEnd, name } = (await call('GET', `/${id}`)).body.data;
    expect(name).toBe('Third');
    expect(dateEnd === null || dateStart <= dateEnd).toBe(true);
  });

  it('takes every one of thirty edits at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, at) => edit({ name: `Edit ${at}` })),
    );
    expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
  });
});
