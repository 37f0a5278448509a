import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type CampaignState,
  campaignStandingAt,
  noPeriods,
} from '../../../src/demand/campaigns/campaign-state';
import {
  cloneCampaign,
  createCampaign,
} from '../../../src/demand/campaigns/campaign-creation.service';
import {
  deleteCampaign,
  suspendCampaigns,
  updateCampaign,
} from '../../../src/demand/campaigns/campaign.service';
import { maxStateEntries, type TimedState } from '../../../src/platform/states/state-history';
import { startApp, type TestApp } from '../../support/app';
import { aCampaign, createActiveCampaign, usd } from '../../support/campaigns';
import { anId } from '../../support/events';
import { addStates, minute } from '../../support/states';

describe('the standing of a campaign', () => {
  const state = (
    count: number,
    change: Partial<CampaignState> = {},
  ): TimedState<CampaignState> => ({
    at: minute(count),
    status: 'active',
    startsAt: minute(-60),
    endsAt: null,
    hourlyBudget: usd('5'),
    isDeleted: false,
    ...noPeriods,
    ...change,
  });
  const from = minute(10);
  const ended = new Date(minute(10).getTime() + 1);

  it.each([
    ['unknown', [], null],
    ['begun later', [state(30)], null],
    ['a draft', [state(0, { status: 'draft' })], null],
    ['active', [state(0)], 'running'],
    ['active from this moment', [state(20)], 'running'],
    ['not begun', [state(0, { startsAt: minute(21) })], null],
    ['begun at this moment', [state(0, { startsAt: minute(20) })], 'running'],
    ['at its end', [state(0, { endsAt: minute(20) })], 'running'],
    ['past its end', [state(0, { endsAt: from })], { kind: 'ended', at: ended }],
    ['paused', [state(0), state(10, { status: 'inactive' })], { kind: 'paused', at: from }],
    ['a draft again', [state(0), state(10, { status: 'draft' })], { kind: 'paused', at: from }],
    ['suspended', [state(0), state(10, { status: 'suspended' })], { kind: 'suspended', at: from }],
    ['deleted', [state(0), state(10, { isDeleted: true })], { kind: 'deleted', at: from }],
    ['made to end', [state(0), state(10, { endsAt: minute(5) })], { kind: 'ended', at: from }],
    ['put off', [state(0), state(10, { startsAt: minute(30) })], { kind: 'paused', at: from }],
    ['put off till now', [state(0), state(10, { startsAt: minute(15) })], 'running'],
    [
      'deleted after its end',
      [state(0, { endsAt: from }), state(15, { isDeleted: true, endsAt: from })],
      { kind: 'ended', at: ended },
    ],
    ['prolonged', [state(0, { endsAt: from }), state(15)], 'running'],
    [
      'prolonged before its end',
      [state(0, { endsAt: minute(12) }), state(10, { endsAt: minute(40) })],
      'running',
    ],
    ['resumed', [state(0), state(10, { status: 'suspended' }), state(20)], 'running'],
    [
      'paused, and only later deleted',
      [state(0), state(10, { status: 'inactive' }), state(15, { isDeleted: true })],
      { kind: 'paused', at: from },
    ],
  ] as const)('that is %s', (_case, states, standing) => {
    const expected = standing !== null && typeof standing === 'object';
    expect(campaignStandingAt(states, minute(20))).toEqual(
      expected ? { ...standing, hasGrace: true } : standing,
    );
  });
});

describe('the history of a campaign', () => {
  let app: TestApp;
  let count = 0;

  beforeAll(async () => {
    app = await startApp();
  });
  beforeEach(() => {
    count = 0;
    app.clock.now = () => minute(count);
  });

  const statesOf = async (id: string) => (await app.ctx.campaigns.listStates([id])).get(id)!;
  /** Of each state: when, its status, whether it is deleted. */
  const briefOf = async (id: string) =>
    (await statesOf(id)).map(({ at, status, isDeleted }) => [at, status, isDeleted]);

  it('begins when it is made', async () => {
    const { id, startsAt } = await createCampaign(app.ctx, aCampaign());
    expect(await statesOf(id)).toEqual([
      {
        at: minute(0),
        status: 'draft',
        startsAt,
        endsAt: null,
        hourlyBudget: usd('5'),
        isDeleted: false,
        ...noPeriods,
      },
    ]);
  });

  it('has an entry of each change of status, flight and budget, and of no other change', async () => {
    const { campaign } = await createActiveCampaign(app.ctx, {
      campaign: { hourlyBudget: usd('5') },
    });
    const { id, advertiserId } = campaign;
    const edit = (changes: Parameters<typeof updateCampaign>[1]['changes']) => {
      count += 1;
      return updateCampaign(app.ctx, { id, advertiserId, changes });
    };
    const endsAt = new Date('2027-01-01T00:00:00Z');
    await edit({ name: 'Other', maxCpm: usd('3') });
    await edit({ endsAt });
    await edit({ hourlyBudget: usd('7') });
    await edit({ status: 'inactive' });
    const states = await statesOf(id);
    expect(states.slice(2)).toMatchObject([
      { at: minute(2), status: 'active', endsAt, hourlyBudget: usd('5') },
      { at: minute(3), status: 'active', endsAt, hourlyBudget: usd('7') },
      { at: minute(4), status: 'inactive', endsAt, hourlyBudget: usd('7') },
    ]);
    expect(states).toHaveLength(5);
  });

  it('has an entry of a deletion, and stays', async () => {
    const { campaign } = await createActiveCampaign(app.ctx);
    count = 9;
    await deleteCampaign(app.ctx, campaign);
    expect((await briefOf(campaign.id)).at(-1)).toEqual([minute(9), 'active', true]);
    const [id] = (await app.ctx.campaigns.listStates([campaign.id, anId()])).keys();
    expect(id).toBe(campaign.id);
  });

  it('has an entry of a suspension, of those that were active', async () => {
    const advertiserId = anId();
    const active = await createActiveCampaign(app.ctx, { campaign: { advertiserId } });
    const draft = await createCampaign(app.ctx, aCampaign({ advertiserId }));
    const other = await createActiveCampaign(app.ctx, { campaign: { advertiserId: anId() } });
    count = 3;
    await suspendCampaigns(app.ctx, { advertiserId, reason: 'no funds' });
    expect((await briefOf(active.campaign.id)).at(-1)).toEqual([minute(3), 'suspended', false]);
    expect(await briefOf(draft.id)).toHaveLength(1);
    expect((await briefOf(other.campaign.id)).at(-1)).toEqual([minute(0), 'active', false]);
  });

  it('is not copied with a campaign', async () => {
    const { campaign } = await createActiveCampaign(app.ctx);
    count = 4;
    const { id } = await cloneCampaign(app.ctx, campaign);
    expect(await briefOf(id)).toEqual([[minute(4), 'draft', false]]);
  });

  it('has both of two changes that race', async () => {
    const { campaign } = await createActiveCampaign(app.ctx);
    const before = (await statesOf(campaign.id)).length;
    await Promise.all([
      app.ctx.campaigns.update(campaign, { hourlyBudget: usd('8') }),
      app.ctx.campaigns.update(campaign, { status: 'inactive' }),
      app.ctx.campaigns.delete(campaign.advertiserId, campaign.id, minute(1)),
    ]);
    const states = await statesOf(campaign.id);
    const present = (await app.ctx.campaigns.findById(campaign.id))!;
    const { status, hourlyBudget } = present;
    expect(states.at(-1)).toMatchObject({ status, hourlyBudget, isDeleted: true });
    expect(states.length).toBeGreaterThan(before);
    expect(states.length - before).toBe(
      1 + Number(status === 'inactive') + Number(hourlyBudget === usd('8')),
    );
  });

  it('keeps the newest entries of very many, and what they leave out', async () => {
    const { campaign } = await createActiveCampaign(app.ctx);
    const earlier = Array.from({ length: maxStateEntries - 5 }, (_, before) => ({
      at: minute(before + 1),
      status: before % 2 === 0 ? 'inactive' : 'active',
    }));
    await addStates(app.ctx.campaigns, campaign.id, earlier);
    for (count = earlier.length + 1; count <= maxStateEntries + 5; count += 1)
      await app.ctx.campaigns.update(campaign, {
        status: count % 2 === 0 ? 'active' : 'inactive',
      });
    const states = await statesOf(campaign.id);
    expect(states).toHaveLength(maxStateEntries);
    expect(states[0]).toEqual({
      at: minute(6),
      status: 'active',
      startsAt: campaign.startsAt,
      endsAt: null,
      hourlyBudget: campaign.hourlyBudget,
      isDeleted: false,
      ...noPeriods,
    });
    expect(states.at(-1)).toMatchObject({ at: minute(maxStateEntries + 5), status: 'inactive' });
  });

  it('is no part of what is read of campaigns', async () => {
    const { campaign } = await createActiveCampaign(app.ctx);
    const { id, advertiserId } = campaign;
    const read: unknown[] = [
      campaign,
      await app.ctx.campaigns.findById(id),
      await app.ctx.campaigns.findOwned(advertiserId, id),
      await app.ctx.campaigns.update(campaign, { hourlyBudget: usd('6') }),
      ...(await app.ctx.campaigns.listActive([id])),
      ...(await app.ctx.campaigns.listAll({}, { first: 10 })),
    ];
    for await (const some of app.ctx.campaigns.streamActive()) read.push(...some);
    expect(read.length).toBeGreaterThan(6);
    for (const one of read) expect(one).not.toHaveProperty('states');
  });
});
