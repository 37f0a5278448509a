import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { cloneCampaign } from '../../../src/demand/campaigns/campaign-creation.service';
import { deleteCampaign } from '../../../src/demand/campaigns/campaign.service';
import {
  rejectCreative,
  restoreCreative,
} from '../../../src/demand/creatives/creative-review.service';
import {
  type CreativeState,
  creativeStandingAt,
} from '../../../src/demand/creatives/creative-state';
import { deleteCreative, updateCreative } from '../../../src/demand/creatives/creative.service';
import { maxStateEntries, type TimedState } from '../../../src/platform/states/state-history';
import { startApp, type TestApp } from '../../support/app';
import { createActiveCampaign } from '../../support/campaigns';
import { addStates, minute } from '../../support/states';

describe('the standing of a creative', () => {
  const state = (
    count: number,
    change: Partial<CreativeState> = {},
  ): TimedState<CreativeState> => ({
    at: minute(count),
    status: 'active',
    isDeleted: false,
    ...change,
  });
  const rejected = { kind: 'rejected', at: minute(2), hasGrace: false };

  it.each([
    ['active', [state(0)], 'running'],
    ['a draft', [state(0, { status: 'draft' })], null],
    [
      'paused',
      [state(0), state(1, { status: 'inactive' })],
      { kind: 'paused', at: minute(1), hasGrace: true },
    ],
    [
      'deleted',
      [state(0), state(1, { isDeleted: true })],
      { kind: 'deleted', at: minute(1), hasGrace: true },
    ],
    ['rejected', [state(0), state(2, { status: 'rejected' })], rejected],
    [
      'paused, then rejected',
      [state(0), state(1, { status: 'inactive' }), state(2, { status: 'rejected' })],
      rejected,
    ],
    [
      'rejected, then deleted',
      [
        state(0),
        state(2, { status: 'rejected' }),
        state(3, { status: 'rejected', isDeleted: true }),
      ],
      rejected,
    ],
    [
      'rejected, then restored',
      [state(0), state(2, { status: 'rejected' }), state(3, { status: 'inactive' })],
      rejected,
    ],
  ] as const)('that is %s', (_case, states, standing) => {
    expect(creativeStandingAt(states, minute(9))).toEqual(standing);
  });
});

describe('edits of a creative that race', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });

  /** The one active creative of a campaign. */
  async function aCreative() {
    const { campaign, creatives } = await createActiveCampaign(app.ctx);
    const { advertiserId, id: campaignId } = campaign;
    return { advertiserId, campaignId, id: creatives[0]!.id };
  }

  it('all hold, each of the members that it names', async () => {
    const own = await aCreative();
    for (let weight = 2; weight < 12; weight += 1) {
      const edits = [{ weight }, { frequencyCaps: [`${weight}/day`] }, { alt: `Alt ${weight}` }];
      await Promise.all(edits.map((edit) => updateCreative(app.ctx, { ...own, ...edit })));
      expect(await app.ctx.creatives.findById(own.id)).toMatchObject(Object.assign({}, ...edits));
    }
  });

  it('never leave times that no edit may set together', async () => {
    const own = await aCreative();
    const day = (date: number) => new Date(Date.UTC(2027, 0, date));
    const results = await Promise.allSettled([
      updateCreative(app.ctx, { ...own, startsAt: day(9) }),
      updateCreative(app.ctx, { ...own, endsAt: day(5) }),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('are taken back with a stop of the last active one, and no others', async () => {
    const own = await aCreative();
    await updateCreative(app.ctx, { ...own, weight: 7, alt: 'Before' });
    await expect(
      updateCreative(app.ctx, { ...own, status: 'inactive', alt: 'After' }),
    ).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await app.ctx.creatives.findById(own.id)).toMatchObject({
      ...{ weight: 7, alt: 'Before', status: 'active' },
    });
  });
});

describe('the history of a creative', () => {
  let app: TestApp;
  let count = 0;

  beforeAll(async () => {
    app = await startApp();
  });
  beforeEach(() => {
    count = 0;
    app.clock.now = () => minute(count);
  });

  /** Of each state: when (minutes), its status, whether it is deleted. */
  const statesOf = async (id: string) =>
    (await app.ctx.creatives.listStates([id]))
      .get(id)!
      .map(({ at, status, isDeleted }) => [at, status, isDeleted]);

  async function twoCreatives() {
    const { campaign, creatives } = await createActiveCampaign(app.ctx, {
      sizes: ['300x250', '728x90'],
    });
    return { campaign, creative: creatives[0]! };
  }

  it('begins when it is made, and has an entry of each change by its owner', async () => {
    const { creative } = await twoCreatives();
    count = 1;
    await updateCreative(app.ctx, { ...creative, status: 'inactive' });
    count = 2;
    await updateCreative(app.ctx, { ...creative, name: 'Other', status: 'inactive' });
    count = 3;
    await deleteCreative(app.ctx, creative);
    expect(await statesOf(creative.id)).toEqual([
      [minute(0), 'active', false],
      [minute(1), 'inactive', false],
      [minute(3), 'inactive', true],
    ]);
  });

  it('has an entry of a rejection, and of its end', async () => {
    const { creative } = await twoCreatives();
    count = 1;
    await rejectCreative(app.ctx, { id: creative.id, reason: 'flashes' });
    count = 2;
    await restoreCreative(app.ctx, creative.id);
    expect(await statesOf(creative.id)).toEqual([
      [minute(0), 'active', false],
      [minute(1), 'rejected', false],
      [minute(2), 'inactive', false],
    ]);
  });

  it('has an entry where its campaign is deleted', async () => {
    const { campaign, creative } = await twoCreatives();
    count = 1;
    await deleteCampaign(app.ctx, campaign);
    expect((await statesOf(creative.id)).at(-1)).toEqual([minute(1), 'active', true]);
  });

  it('is not copied with its campaign', async () => {
    const { campaign, creative } = await twoCreatives();
    await updateCreative(app.ctx, { ...creative, status: 'inactive' });
    count = 5;
    const { id } = await cloneCampaign(app.ctx, campaign);
    const copies = await app.ctx.creatives.listByCampaigns([id]);
    expect(copies.map(({ status }) => status).sort()).toEqual(['active', 'inactive']);
    for (const copy of copies)
      expect(await statesOf(copy.id)).toEqual([[minute(5), copy.status, false]]);
  });

  it('has both of two changes that race', async () => {
    const { creative } = await twoCreatives();
    await Promise.all([
      app.ctx.creatives.review(creative.id, {
        ...{ status: 'rejected', rejectionReason: 'no' },
      }),
      app.ctx.creatives.review(creative.id, {
        ...{ status: 'inactive', rejectionReason: null },
      }),
    ]);
    const states = await statesOf(creative.id);
    const present = await app.ctx.creatives.findById(creative.id);
    expect(states.map(([, status]) => status).sort()).toEqual(['active', 'inactive', 'rejected']);
    expect(states.at(-1)![1]).toBe(present!.status);
  });

  it('keeps the newest entries of very many', async () => {
    const { creative } = await twoCreatives();
    const earlier = Array.from({ length: maxStateEntries - 6 }, (_, before) => ({
      at: minute(before + 1),
      status: before % 2 === 0 ? 'inactive' : 'active',
    }));
    await addStates(app.ctx.creatives, creative.id, earlier);
    for (count = earlier.length + 1; count <= maxStateEntries; count += 1) {
      const isEven = count % 2 === 0;
      await app.ctx.creatives.update(
        creative.id,
        { status: isEven ? 'inactive' : 'active' },
        {
          status: isEven ? 'active' : 'inactive',
        },
      );
    }
    const states = await statesOf(creative.id);
    expect([states.length, states[0]]).toEqual([maxStateEntries, [minute(1), 'inactive', false]]);
  });

  it('is no part of what is read of creatives', async () => {
    const { campaign, creative } = await twoCreatives();
    const read: unknown[] = [
      creative,
      await app.ctx.creatives.findById(creative.id),
      await app.ctx.creatives.update(creative.id, { status: 'active' }, { name: 'Other' }),
      ...(await app.ctx.creatives.listActive([creative.id])),
      ...(await app.ctx.creatives.listActiveByCampaigns([campaign.id])),
      ...(await app.ctx.creatives.listByCampaigns([campaign.id])),
    ];
    for await (const some of app.ctx.creatives.streamActive()) read.push(...some);
    expect(read.length).toBeGreaterThan(6);
    for (const one of read) expect(one).not.toHaveProperty('states');
  });
});
