import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Campaign } from '../../../src/demand/campaigns/campaign.resource';
import { updateCampaign } from '../../../src/demand/campaigns/campaign.service';
import { visitorsReachedBy } from '../../../src/insight/reach/campaign-reach';
import { foldAllChanges } from '../../../src/insight/statistics/roll-ups/fold-changes.service';
import { verifyAllDue } from '../../../src/money/verification/judge/verify.service';
import { accessToken, send, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign } from '../../support/campaigns';
import { freshDatabase } from '../../support/database';
import { anEvent } from '../../support/events';
import { eventually } from '../../support/eventually';

let uri: string;
let app: TestApp;
let headers: Record<string, string>;
let advertiserId: string;

beforeEach(async () => {
  uri = await freshDatabase();
  app = await startApp({ mongodbUri: uri });
  const scopes = ['campaign.read', 'statistics.read'] as const;
  const token = await accessToken(app, { scopes, email: 'a@test.example' });
  headers = { Authorization: `Bearer ${token}` };
  advertiserId = (await app.ctx.accounts.findLogin('a@test.example'))?.account.id ?? '';
});

/** The headers of a new visitor. */
async function register({ url }: TestApp): Promise<Record<string, string>> {
  const { headers: answered } = await send(`${url}/supply/register?iid=${randomUUID()}`);
  return { cookie: answered.get('set-cookie')?.split(';')[0] ?? '' };
}

const unknown = { 'sec-gpc': '1' };

async function find({ url }: TestApp, visitor: Record<string, string>, boxes = 1) {
  const placements = Array.from({ length: boxes }, (_value, at) => ({
    ...{ id: String(at), width: 300, height: 250, name: `Box ${at}` },
  }));
  const context = { iid: randomUUID(), url: 'https://a.example', medium: 'web' };
  const json = { context, placements };
  const { body } = await send(`${url}/supply/find`, { json, headers: visitor });
  return body.data as readonly { readonly viewUrl: string; readonly clickUrl: string }[];
}

async function load({ url }: TestApp, eventUrl: string): Promise<void> {
  const { pathname, search } = new URL(eventUrl);
  const userAgent = { 'user-agent': anEvent({}).userAgent };
  const { status } = await send(`${url}${pathname}${search}`, { headers: userAgent });
  expect(status).toBeLessThan(400);
}

async function see(one: TestApp, visitor: Record<string, string>, times = 1): Promise<void> {
  for (let nth = 0; nth < times; nth += 1)
    for (const { viewUrl } of await find(one, visitor)) await load(one, viewUrl);
}

async function ask(query: string) {
  const { body } = await send(`${app.url}/graphql`, { json: { query }, headers });
  expect(body.errors).toBeUndefined();
  return body.data;
}

const day = 86_400_000;
const hour = 3_600_000;
const daysFromNow = (days: number) =>
  new Date(app.clock.now().getTime() + days * day).toISOString();

async function readReach({ id }: Campaign) {
  const fields = 'visitors unknownViews frequencies { views isOrMore visitors }';
  const { campaign } = await ask(`{ campaign(id: "${id}") { reach { ${fields} } } }`);
  const { visitors, unknownViews, frequencies } = campaign.reach as {
    visitors: number;
    unknownViews: number;
    frequencies: readonly { views: number; isOrMore: boolean; visitors: number }[];
  };
  const seen = frequencies.filter(({ visitors: some }) => some > 0);
  return { visitors, unknownViews, times: seen.map((one) => [one.views, one.visitors]) };
}

async function readRows() {
  const range = `from: "${daysFromNow(-1)}", to: "${daysFromNow(1)}"`;
  const { statistics } = await ask(
    `{ statistics(as: advertiser, ${range}, by: frequency) { nodes { key figures { views clicks reach } } totals { reach } } }`,
  );
  const nodes = statistics.nodes as readonly {
    key: string;
    figures: { views: number; clicks: number; reach: number };
  }[];
  const rows = nodes.map(({ key, figures: { views, clicks, reach } }) => [
    key,
    views,
    clicks,
    reach,
  ]);
  return { rows: rows.sort(), reach: statistics.totals.reach as number };
}

describe.each([
  ['without caps', {}],
  ['with caps', { frequencyCaps: ['9/life'] }],
])('of a campaign %s', (_case, terms) => {
  it('one visitor sees three times, another once, and nobody knows a third', async () => {
    const { campaign } = await createActiveCampaign(app.ctx, {
      campaign: { advertiserId, ...terms },
    });
    expect(await readReach(campaign)).toEqual({ visitors: 0, unknownViews: 0, times: [] });
    const ann = await register(app);
    await see(app, ann, 2);
    const [third] = await find(app, ann);
    await load(app, third!.viewUrl);
    await load(app, third!.viewUrl);
    await load(app, third!.clickUrl);
    await see(app, await register(app));
    await see(app, unknown, 2);
    const reach = {
      ...{ visitors: 2, unknownViews: 2 },
      times: [
        [1, 1],
        [3, 1],
      ],
    };
    const figures = {
      reach: 2,
      rows: [
        ['', 2, 0, 0],
        ['1', 2, 0, 2],
        ['2', 1, 0, 0],
        ['3', 1, 1, 0],
      ],
    };
    expect([await readReach(campaign), await readRows()]).toEqual([reach, figures]);
    const later = app.clock.now().getTime() + 15 * 60_000;
    app.clock.now = () => new Date(later);
    const from = new Date(Math.floor(Date.now() / hour) * hour);
    const rate = { rate: 10n ** 11n, setAt: from, source: 'operator' } as const;
    for (const ago of [0, 1])
      await app.ctx.rateStore.put({ from: new Date(from.getTime() - ago * hour), ...rate });
    await eventually(async () => {
      // The gateway's own jobs may be at work on some.
      await verifyAllDue(app.ctx);
      const pending = await app.ctx.events.models[0]?.countDocuments({
        verdict: { $exists: false },
      });
      expect(pending).toBe(0);
    });
    expect([await readReach(campaign), await readRows()]).toEqual([reach, figures]);
    await foldAllChanges(app.ctx);
    expect([await readReach(campaign), await readRows()]).toEqual([reach, figures]);
    const path = `/api/campaigns/stats/chart/reach/day/${daysFromNow(-1)}/${daysFromNow(1)}`;
    const { body } = await send(`${app.url}${path}`, { headers });
    const days = body as readonly [string, number][];
    expect(days.reduce((sum, [, visitors]) => sum + visitors, 0)).toBe(2);
  });

  it('views that come at once have an ordinal each', async () => {
    const { campaign } = await createActiveCampaign(app.ctx, {
      campaign: { advertiserId, ...terms },
    });
    const bids = await find(app, await register(app), 3);
    await Promise.all(bids.map(({ viewUrl }) => load(app, viewUrl)));
    expect(await readReach(campaign)).toEqual({ visitors: 1, unknownViews: 0, times: [[3, 1]] });
  });

  it('two gateways count on where the other one was, and so does one that starts', async () => {
    const { campaign } = await createActiveCampaign(app.ctx, {
      campaign: { advertiserId, ...terms },
    });
    const other = await startApp({ mongodbUri: uri });
    const ann = await register(app);
    await see(app, ann);
    await app.ctx.frequencyExchange.flush();
    await eventually(() => {
      expect(other.ctx.frequencyCounts.size).toBe(1);
    });
    await see(other, ann);
    await other.ctx.frequencyExchange.flush();
    await see(await startApp({ mongodbUri: uri }), ann);
    expect(await readReach(campaign)).toEqual({ visitors: 1, unknownViews: 0, times: [[3, 1]] });
  });
});

it('a campaign that is given caps goes on counting', async () => {
  const { campaign } = await createActiveCampaign(app.ctx, { campaign: { advertiserId } });
  const ann = await register(app);
  await see(app, ann, 2);
  const { id } = campaign;
  await updateCampaign(app.ctx, { advertiserId, id, changes: { frequencyCaps: ['9/life'] } });
  await app.ctx.inventory.refresh({ campaignIds: [id], creativeIds: [] });
  await see(app, ann);
  expect(app.ctx.inventory.findCapped(id)?.frequencyCaps).toEqual(['9/life']);
  expect(await readReach(campaign)).toMatchObject({ visitors: 1, times: [[3, 1]] });
});

it('is not seen by publishers', async () => {
  const range = `from: "${daysFromNow(-1)}", to: "${daysFromNow(1)}"`;
  const query = `{ statistics(as: publisher, ${range}, by: frequency) { nodes { key } } }`;
  const { body } = await send(`${app.url}/graphql`, { json: { query }, headers });
  expect(body.errors[0].extensions).toMatchObject({ code: 'VALIDATION_FAILED' });
});

describe('visitors by frequency', () => {
  const of = (views: Readonly<Record<string, number>>) =>
    visitorsReachedBy((frequency) => views[frequency] ?? 0).frequencies.map(
      ({ visitors }) => visitors,
    );

  it('are views less those of the next frequency, and all from the tenth on', () => {
    expect(of({ 1: 10, 2: 7, 3: 7, 10: 2, more: 40 })).toEqual([
      ...[3n, 0n, 7n, 0n, 0n, 0n, 0n, 0n, 0n, 2n],
    ]);
  });

  it('are none where a lost memory made more second views than first ones', () => {
    expect(of({ 1: 2, 2: 3 })).toEqual([0n, 3n, 0n, 0n, 0n, 0n, 0n, 0n, 0n, 0n]);
  });
});
