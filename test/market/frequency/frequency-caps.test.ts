import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { updateCampaign } from '../../../src/demand/campaigns/campaign.service';
import type { Creative } from '../../../src/demand/creatives/creative.resource';
import { updateCreative } from '../../../src/demand/creatives/creative.service';
import { send, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { freshDatabase } from '../../support/database';
import { refusedTcf } from '../../support/consent-strings';
import { anEvent } from '../../support/events';
import { eventually } from '../../support/eventually';

let uri: string;
let app: TestApp;
beforeEach(async () => {
  uri = await freshDatabase();
  app = await startApp({ mongodbUri: uri });
});

/** The cookie of a new visitor. */
async function register({ url }: TestApp): Promise<Record<string, string>> {
  const { headers } = await send(`${url}/supply/register?iid=${randomUUID()}`);
  const cookie = headers.get('set-cookie')?.split(';')[0];
  if (cookie === undefined) throw new Error('no visitor was registered');
  return { cookie };
}

async function find(
  { url }: TestApp,
  headers: Record<string, string> = {},
  { boxes = 1, ...more }: { readonly boxes?: number; readonly consent?: object } = {},
) {
  const placements = Array.from({ length: boxes }, (_value, at) => ({
    ...{ id: String(at), width: 300, height: 250, name: `Box ${at}` },
  }));
  const context = { iid: randomUUID(), url: 'https://a.example', medium: 'web', ...more };
  const { body } = await send(`${url}/supply/find`, { json: { context, placements }, headers });
  return body.data as readonly { readonly viewUrl: string; readonly creativeId: string }[];
}

const view = async ({ url }: TestApp, viewUrl: string) => {
  const { pathname, search } = new URL(viewUrl);
  const headers = { 'user-agent': anEvent({}).userAgent };
  expect((await send(`${url}${pathname}${search}`, { headers })).status).toBe(200);
};

it('a visitor sees a campaign as often as its caps say, others see it still', async () => {
  await createActiveCampaign(app.ctx, { campaign: { frequencyCaps: ['2/hour', '9/life'] } });
  const [ann, ben] = [await register(app), await register(app)];
  for (let nth = 0; nth < 2; nth += 1) {
    const [bid] = await find(app, ann);
    await view(app, bid!.viewUrl);
  }
  expect(await find(app, ann)).toEqual([]);
  expect(await find(app, ben)).toHaveLength(1);
  const hour = 3_600_000;
  app.clock.now = () => new Date((Math.floor(Date.now() / hour) + 1) * hour + 1_000);
  expect(await find(app, ann)).toHaveLength(1);
});

it('offers of one find count, and those that nobody looks at until they have run out', async () => {
  await createActiveCampaign(app.ctx, { campaign: { frequencyCaps: ['2/life'] } });
  const ann = await register(app);
  expect(await find(app, ann, { boxes: 4 })).toHaveLength(2);
  expect(await find(app, ann)).toEqual([]);
  const later = Date.now() + 31 * 60_000;
  app.clock.now = () => new Date(later);
  expect(await find(app, ann, { boxes: 4 })).toHaveLength(2);
});

it('a find looks once for what other workers have counted, however many questions it has', async () => {
  for (const frequencyCaps of [['2/life'], ['3/life'], ['4/life']])
    await createActiveCampaign(app.ctx, { campaign: { frequencyCaps } });
  const [ann, ben] = [await register(app), await register(app)];
  expect(await find(app, ben, { boxes: 9 })).toHaveLength(9);
  const looks = jest.spyOn(app.ctx.frequencyCounts, 'takeUp').mock;
  const questions = jest.spyOn(app.ctx.frequencyCounts, 'isReached').mock;
  expect(await find(app, ann, { boxes: 9 })).toHaveLength(9);
  const visitors = questions.calls.map(([{ trackingId }]) => trackingId);
  // A find of before may be looked at, for statistics, meanwhile.
  const [first = 0, ...others] = questions.invocationCallOrder.filter(
    (_place, nth) => visitors[nth] === visitors.at(-1),
  );
  expect(others.length).toBeGreaterThan(8);
  const [last = 0] = others.slice(-1);
  const isBetween = (place: number) => place > first && place < last;
  // A find that has waited for money asks anew, and so looks once more.
  const between = looks.invocationCallOrder.filter(isBetween);
  expect(between.length * 4).toBeLessThan(others.length);
  expect(looks.invocationCallOrder.some((place) => place < first)).toBe(true);
});

it('winners that stay count where others are chosen anew, because a campaign cannot pay for all that it wins', async () => {
  const dear = { maxCpm: usd('50'), hourlyBudget: usd('0.05') };
  const { creatives } = await createActiveCampaign(app.ctx, { campaign: dear });
  const capped = { maxCpm: usd('10'), frequencyCaps: ['1/life'] };
  await createActiveCampaign(app.ctx, { campaign: capped });
  const bids = await find(app, await register(app), { boxes: 4 });
  expect(bids.map(({ creativeId }) => creativeId === creatives[0]!.id).sort()).toEqual([
    false,
    true,
  ]);
});

/** Gives the creative caps of its own, here and on other gateways. */
async function cap(creative: Creative, frequencyCaps: readonly string[], ...others: TestApp[]) {
  const { advertiserId, campaignId, id } = creative;
  await updateCreative(app.ctx, { advertiserId, campaignId, id, frequencyCaps });
  for (const { ctx } of others)
    await ctx.inventory.refresh({ campaignIds: [campaignId], creativeIds: [id] });
}

describe('a creative with caps of its own', () => {
  it('is seen as often as these say, beside others of its campaign and within its campaign’s caps', async () => {
    const { creatives } = await createActiveCampaign(app.ctx, {
      campaign: { frequencyCaps: ['4/life'] },
      sizes: ['300x250', '300x250'],
    });
    const [rare, usual] = [creatives[0]!, creatives[1]!];
    await cap(rare, ['1/hour', '2/life']);
    const ann = await register(app);
    const seen: string[] = [];
    for (let nth = 0; nth < 5; nth += 1)
      for (const bid of await find(app, ann)) {
        seen.push(bid.creativeId);
        await view(app, bid.viewUrl);
      }
    const timesSeen = ({ id }: Creative) => seen.filter((one) => one === id).length;
    expect([seen.length, timesSeen(rare), timesSeen(usual)]).toEqual([4, 1, 3]);
  });

  it('is not chosen for a place of a page once others have it as often as these say', async () => {
    const { creatives } = await createActiveCampaign(app.ctx);
    await cap(creatives[0]!, ['2/life']);
    const ann = await register(app);
    expect(await find(app, ann, { boxes: 4 })).toHaveLength(2);
    expect(await find(app, ann)).toEqual([]);
  });

  it('lets others take its turn, where the creatives of its campaign take turns', async () => {
    const { creatives } = await createActiveCampaign(app.ctx, {
      campaign: { creativeRotation: 'even' },
      sizes: ['300x250', '300x250'],
    });
    await cap(creatives[0]!, ['1/life']);
    const bids = await find(app, await register(app), { boxes: 12 });
    const ofCapped = bids.filter(({ creativeId }) => creativeId === creatives[0]!.id);
    expect([bids.length, ofCapped.length]).toEqual([12, 1]);
  });

  it('is shown to who is not known, unless its campaign is for visitors who are', async () => {
    const refusing = { 'sec-gpc': '1' };
    const { campaign, creatives } = await createActiveCampaign(app.ctx);
    await cap(creatives[0]!, ['1/life']);
    for (let nth = 0; nth < 2; nth += 1) expect(await find(app, refusing)).toHaveLength(1);
    const { advertiserId, id } = campaign;
    const changes = { showsToUnknownVisitors: false };
    await updateCampaign(app.ctx, { advertiserId, id, changes });
    expect(await find(app, refusing)).toEqual([]);
    expect(await find(app, await register(app))).toHaveLength(1);
  });

  it('is not seen again on another gateway within 2 seconds, nor on one that starts', async () => {
    const other = await startApp({ mongodbUri: uri });
    const { creatives } = await createActiveCampaign(app.ctx);
    await cap(creatives[0]!, ['1/day'], other);
    const ann = await register(app);
    const [bid] = await find(app, ann);
    const seenAt = performance.now();
    await view(app, bid!.viewUrl);
    await eventually(async () => {
      expect(await find(other, ann)).toEqual([]);
    });
    expect(performance.now() - seenAt).toBeLessThan(2_000);
    await app.ctx.frequencyExchange.flush();
    const late = await startApp({ mongodbUri: uri });
    expect(await find(late, ann)).toEqual([]);
    expect(await find(late, await register(late))).toHaveLength(1);
  });

  it('counts while it is off sale, as its views still come', async () => {
    const { creatives } = await createActiveCampaign(app.ctx, { sizes: ['300x250', '728x90'] });
    const [rare] = [creatives[0]!];
    await cap(rare, ['1/life']);
    const ann = await register(app);
    const [bid] = await find(app, ann);
    const { advertiserId, campaignId, id } = rare;
    const set = (status: 'active' | 'inactive') =>
      updateCreative(app.ctx, { advertiserId, campaignId, id, status });
    await set('inactive');
    await view(app, bid!.viewUrl);
    await set('active');
    const later = Date.now() + 31 * 60_000;
    app.clock.now = () => new Date(later);
    expect(await find(app, ann)).toEqual([]);
  });
});

describe('a visitor who is not known', () => {
  const refusing = { 'sec-gpc': '1' };

  it('sees a campaign with caps without one', async () => {
    await createActiveCampaign(app.ctx, { campaign: { frequencyCaps: ['1/life'] } });
    for (let nth = 0; nth < 3; nth += 1) expect(await find(app, refusing)).toHaveLength(1);
  });

  it.each([{ given: false }, { gpc: true }, { tcf: refusedTcf }])(
    'is also who refuses consent by %j, whatever the request says of him',
    async (consent) => {
      await createActiveCampaign(app.ctx, { campaign: { frequencyCaps: ['1/life'] } });
      const ann = await register(app);
      for (let nth = 0; nth < 2; nth += 1)
        expect(await find(app, ann, { consent })).toHaveLength(1);
      expect(app.ctx.frequencyCounts.size).toBe(0);
      expect(await find(app, ann, { consent: { given: true } })).toHaveLength(1);
      expect(await find(app, ann)).toEqual([]);
    },
  );

  it('is a new one with each new cookie', async () => {
    await createActiveCampaign(app.ctx, { campaign: { frequencyCaps: ['1/life'] } });
    const before = app.ctx.frequencyCounts.size;
    for (let nth = 0; nth < 3; nth += 1) {
      const [bid] = await find(app, await register(app));
      await view(app, bid!.viewUrl);
    }
    expect(app.ctx.frequencyCounts.size).toBe(before + 3);
  });

  it('does not see a campaign that is for visitors who are known', async () => {
    const campaign = { frequencyCaps: ['1/life'], showsToUnknownVisitors: false };
    await createActiveCampaign(app.ctx, { campaign });
    expect(await find(app, refusing)).toEqual([]);
    expect(await find(app, await register(app))).toHaveLength(1);
  });
});

it('caps hold on another gateway within 2 seconds, and on one that starts', async () => {
  const other = await startApp({ mongodbUri: uri });
  const { campaign } = await createActiveCampaign(app.ctx, {
    campaign: { frequencyCaps: ['1/day'] },
  });
  await other.ctx.inventory.refresh({ campaignIds: [campaign.id], creativeIds: [] });
  const ann = await register(app);
  const [bid] = await find(app, ann);
  await view(app, bid!.viewUrl);
  await app.ctx.frequencyExchange.flush();
  await eventually(() => {
    expect(other.ctx.frequencyCounts.size).toBe(1);
  });
  expect(await find(other, ann)).toEqual([]);
  const late = await startApp({ mongodbUri: uri });
  expect(await find(late, ann)).toEqual([]);
  expect(await find(late, await register(late))).toHaveLength(1);
});
