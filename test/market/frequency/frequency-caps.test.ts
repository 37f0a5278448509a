import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { send, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { freshDatabase } from '../../support/database';
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

async function find({ url }: TestApp, headers: Record<string, string> = {}, boxes = 1) {
  const placements = Array.from({ length: boxes }, (_value, at) => ({
    ...{ id: String(at), width: 300, height: 250, name: `Box ${at}` },
  }));
  const context = { iid: randomUUID(), url: 'https://a.example', medium: 'web' };
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
  expect(await find(app, ann, 4)).toHaveLength(2);
  expect(await find(app, ann)).toEqual([]);
  const later = Date.now() + 31 * 60_000;
  app.clock.now = () => new Date(later);
  expect(await find(app, ann, 4)).toHaveLength(2);
});

it('winners that stay count where others are chosen anew, because a campaign cannot pay for all that it wins', async () => {
  const dear = { maxCpm: usd('50'), hourlyBudget: usd('0.05') };
  const { creatives } = await createActiveCampaign(app.ctx, { campaign: dear });
  const capped = { maxCpm: usd('10'), frequencyCaps: ['1/life'] };
  await createActiveCampaign(app.ctx, { campaign: capped });
  const bids = await find(app, await register(app), 4);
  expect(bids.map(({ creativeId }) => creativeId === creatives[0]!.id).sort()).toEqual([
    false,
    true,
  ]);
});

describe('a visitor who is not known', () => {
  const refusing = { 'sec-gpc': '1' };

  it('sees a campaign with caps without one', async () => {
    await createActiveCampaign(app.ctx, { campaign: { frequencyCaps: ['1/life'] } });
    for (let nth = 0; nth < 3; nth += 1) expect(await find(app, refusing)).toHaveLength(1);
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
