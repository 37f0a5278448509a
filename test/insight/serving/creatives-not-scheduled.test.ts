import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Campaign } from '../../../src/demand/campaigns/campaign.resource';
import type { Creative, CreativeTimes } from '../../../src/demand/creatives/creative.resource';
import { updateCreative } from '../../../src/demand/creatives/creative.service';
import { setRate } from '../../../src/money/rates/rate.service';
import { accessToken, send, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { runCommand } from '../../support/command-line';
import { freshDatabase } from '../../support/database';
import { openEventStream } from '../../support/event-stream';

const start = new Date();
const inMinutes = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const always: CreativeTimes = { startsAt: null, endsAt: null };
const ended: CreativeTimes = { startsAt: null, endsAt: inMinutes(-10) };
const now: CreativeTimes = { startsAt: inMinutes(-10), endsAt: inMinutes(10) };
const toCome: CreativeTimes = { startsAt: inMinutes(10), endsAt: null };

let app: TestApp;
let mongodbUri: string;
let token: string;
let advertiserId: string;
let campaign: Campaign;
let creatives: readonly Creative[];
beforeAll(async () => {
  mongodbUri = await freshDatabase();
  app = await startApp({ mongodbUri });
  const scopes = ['campaign.read', 'statistics.read'] as const;
  token = await accessToken(app, { scopes, email: 'a@test.example' });
  advertiserId = (await app.ctx.accounts.findLogin('a@test.example'))!.account.id;
  await setRate(app.ctx, { rate: usd('1') });
});
beforeEach(async () => {
  app.clock.now = () => start;
  ({ campaign, creatives } = await createActiveCampaign(app.ctx, {
    campaign: { advertiserId },
    sizes: ['300x250', '728x90'],
  }));
});

async function give(...times: readonly CreativeTimes[]): Promise<void> {
  for (const [nth, own] of times.entries())
    await updateCreative(app.ctx, {
      ...{ advertiserId, campaignId: campaign.id, id: creatives[nth]!.id },
      ...own,
    });
  const ids = creatives.map(({ id }) => id);
  await app.ctx.inventory.refresh({ campaignIds: [], creativeIds: ids });
}

const headers = () => ({ Authorization: `Bearer ${token}` });

async function serving() {
  const query = `{ campaign(id: "${campaign.id}") { serving { state hindrances } } }`;
  const { body } = await send(`${app.url}/graphql`, { json: { query }, headers: headers() });
  expect(body.errors).toBeUndefined();
  return body.data.campaign.serving;
}

const isAway = {
  state: 'creatives_not_scheduled',
  hindrances: ['creatives_not_scheduled'],
};
const runs = { state: 'running', hindrances: [] };

describe('a campaign whose active creatives have times of their own', () => {
  it.each([
    ['is away where all have ended', [ended, ended], isAway],
    ['is away where all are to come', [toCome, toCome], isAway],
    ['is away between one and the other', [ended, toCome], isAway],
    ['runs where one has no times', [ended, always], runs],
    ['runs within those of one', [toCome, now], runs],
  ] as const)('%s', async (_what, times, expected) => {
    await give(...times);
    expect(await serving()).toEqual(expected);
  });

  it('runs from the first of them on, and no longer than the last', async () => {
    await give({ startsAt: inMinutes(10), endsAt: inMinutes(20) }, ended);
    const states = [];
    for (const minutes of [0, 10, 20, 21]) {
      app.clock.now = () => inMinutes(minutes);
      states.push((await serving()).state);
    }
    const away = 'creatives_not_scheduled';
    expect(states).toEqual([away, 'running', 'running', away]);
  });

  it('is not kept away by a stopped creative, whose times nobody asks for', async () => {
    await give(always, ended);
    const { id, status } = creatives[0]!;
    await app.ctx.creatives.update(id, { status }, { status: 'inactive' });
    await app.ctx.inventory.refresh({ campaignIds: [], creativeIds: [id] });
    expect(await serving()).toEqual(isAway);
  });

  it('says so in REST and on the command line', async () => {
    await give(ended, toCome);
    const rest = await send(`${app.url}/api/v2/campaigns/${campaign.id}`, { headers: headers() });
    expect(rest.body.data.serving).toMatchObject({ state: 'creatives_not_scheduled' });
    const { json } = await runCommand(mongodbUri, ['campaign', 'show', campaign.id]);
    expect(json.serving).toMatchObject({ state: 'creatives_not_scheduled' });
  });

  it('tells who follows it of their times at once', async () => {
    const query = `subscription { campaignServing(campaignId: "${campaign.id}") { state hindrances } }`;
    const stream = await openEventStream(app.url, { query, token });
    const next = async () => (await stream.next())!.data.data.campaignServing;
    expect(await next()).toEqual(runs);
    await give(ended, ended);
    expect(await next()).toEqual(isAway);
    await give(always);
    expect(await next()).toEqual(runs);
    stream.close();
  });
});
