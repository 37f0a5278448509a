import { beforeAll, describe, expect, it } from '@jest/globals';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { accessToken, logIn, send, sendGraphql, startApp, type TestApp } from '../../support/app';
import { anId } from '../../support/events';
import { eventually } from '../../support/eventually';
import { aCreative } from '../../support/creatives';
import { aRunningCampaign, aSite } from '../../support/verifier';
import { tellVerdicts } from '../../support/verdicts';
import { aNewConversion } from '../../support/conversions';

let app: TestApp;
let advertiserToken: string;
let publisherToken: string;
let strangerToken: string;
let operatorToken: string;
const [campaignId, otherId, creativeId, siteId] = [anId(), anId(), anId(), anId()];
const [conversionId, deletedId, unusedId] = [anId(), anId(), anId()];
const at = (time: string) => new Date(`2026-05-01T${time}:00Z`);
const range = '2026-05-01T10:00:00Z/2026-05-01T12:00:00Z';

const get = (path: string, token: string | null) =>
  send(`${app.url}/api/${path}`, {
    headers: token === null ? {} : { Authorization: `Bearer ${token}` },
  });
const idOf = async (email: string) => (await app.ctx.accounts.findLogin(email))!.account.id;

/** Recorded conversions with their verdicts, as the verification leaves them. */
async function addConversions(
  advertiserId: string,
  given: readonly (readonly [string | null, string, bigint | null, string?])[],
): Promise<void> {
  const db = app.ctx.campaigns.models[0]!.db;
  await db.collection<{ _id: string }>('recordedConversions').insertMany(
    given.map(([id, time, price, of = campaignId]) => ({
      ...{ _id: anId(), conversionId: id, campaignId: of, advertiserId, cases: [] },
      occurredAt: at(time),
      ...(price !== null && { verdict: { status: price > 0n ? 'accepted' : 'rejected', price } }),
    })),
  );
}

beforeAll(async () => {
  app = await startApp();
  const scopes = ['statistics.read', 'campaign.read'] as const;
  advertiserToken = await accessToken(app, { scopes, email: 'a@test.example' });
  publisherToken = await accessToken(app, { scopes, email: 'p@test.example' });
  strangerToken = await accessToken(app, { scopes, email: 's@test.example' });
  operatorToken = await logIn(app, 'operator');
  const [advertiserId, publisherId] = [await idOf('a@test.example'), await idOf('p@test.example')];
  for (const id of [campaignId, otherId])
    await app.ctx.campaigns.insert(aRunningCampaign({ id, advertiserId, name: 'Ünder =1' }), 9);
  await app.ctx.creatives.insert(
    [aCreative({ id: creativeId, campaignId, advertiserId })],
    anId(),
    at('00:00'),
  );
  await app.ctx.sites.insertOrFind({ ...aSite({ id: siteId, publisherId }), host: 'news.example' });
  const own = { advertiserId, publisherId, siteId, campaignId, creativeId };
  await tellVerdicts(app.ctx, [
    { ...own, occurredAt: at('10:05') },
    { ...own, occurredAt: at('11:20') },
  ]);
  const quarter = at('10:00').getTime() / (15 * 60_000);
  await app.ctx.requestCountStore.add([
    { publisherId, siteId, placementId: anId(), quarter, requests: 4, offers: 1 },
  ]);
  for (const [id, name] of [
    [conversionId, 'Order'],
    [deletedId, 'Gone'],
    [unusedId, 'Never'],
  ] as const)
    await app.ctx.conversions.insert(
      aNewConversion({ id, campaignId, advertiserId, name, value: 5n, isRepeatable: true }),
    );
  await app.ctx.conversions.delete(deletedId, at('09:00'));
  await addConversions(advertiserId, [
    [conversionId, '10:00', 300_000_000_000n],
    [conversionId, '11:59', 200_000_000_000n],
    [conversionId, '09:59', 900_000_000_000n],
    [conversionId, '12:00', 900_000_000_000n],
    [conversionId, '10:10', 0n],
    [conversionId, '10:10', null],
    [deletedId, '10:10', 700_000_000_000n],
    [null, '10:10', 800_000_000_000n],
  ]);
});

describe('charts of publishers', () => {
  it.each([
    ['viewMissed', [3, 0]],
    ['viewMissedRate', [0.75, null]],
    ['sumHour', [950_000_000, 950_000_000]],
    ['sum', [950_000_000, 950_000_000]],
  ])('draw %s', async (type, values) => {
    const { status, body } = await get(`sites/stats/chart/${type}/hour/${range}`, publisherToken);
    expect([status, body.map(([, value]: [string, number]) => value)]).toEqual([200, values]);
  });

  it.each(['viewMissed', 'viewMissedRate', 'sumHour'])('are no %s of advertisers', async (type) => {
    const { status, body } = await get(
      `campaigns/stats/chart/${type}/hour/${range}`,
      advertiserToken,
    );
    expect([status, Object.keys(body.errors)]).toEqual([422, ['type']]);
  });
});

describe('GET /api/campaigns/stats/kw', () => {
  const path = `campaigns/stats/kw/${range}`;
  const common = { campaignId, eventType: 'Purchase' };
  const rows = [
    { ...common, uuid: deletedId, name: 'Gone', cost: 700_000_000_000, occurrences: 1 },
    { ...common, uuid: conversionId, name: 'Order', cost: 500_000_000_000, occurrences: 2 },
  ];

  it('lists accepted conversions by what was defined, deleted or not', async () => {
    expect((await get(path, advertiserToken)).body).toEqual(rows);
    expect((await get(`${path}?campaign_id=${campaignId}`, advertiserToken)).body).toEqual(rows);
    expect((await get(`${path}?campaign_id=${otherId}`, advertiserToken)).body).toEqual([]);
    expect((await get(path, strangerToken)).body).toEqual([]);
  });

  it.each([
    ['nobody', () => [path, null], 401],
    ['who is no advertiser', () => [path, operatorToken], 403],
    ["somebody else's campaign", () => [`${path}?campaign_id=${campaignId}`, strangerToken], 404],
    ['no id', () => [`${path}?campaign_id=1`, advertiserToken], 404],
    ['a bad date', () => ['campaigns/stats/kw/yesterday/today', advertiserToken], 422],
    [
      'a reversed range',
      () => ['campaigns/stats/kw/2026-05-02T00:00:00Z/2026-05-01T00:00:00Z', advertiserToken],
      422,
    ],
  ] as const)('refuses %s', async (_case, ask, status) => {
    const [asked, token] = ask();
    expect((await get(asked!, token!)).status).toBe(status);
  });

  it('asks for the scope', async () => {
    const token = await accessToken(app, { scopes: ['campaign.read'], email: 'a@test.example' });
    expect((await get(path, token)).status).toBe(403);
  });
});

describe('GET /api/stats/report', () => {
  const download = (id: string, token: string) =>
    fetch(`${app.url}/api/stats/report/${id}`, { headers: { Authorization: `Bearer ${token}` } });
  const listOf = async (token: string) =>
    (await get('stats/report/list', token)).body as Record<
      string,
      { id: string; name: string; state: string }[]
    >;
  const isReady = (id: string, token: string) =>
    eventually(async () => {
      const { advertiser = [], publisher = [] } = await listOf(token);
      const found = [...advertiser, ...publisher].find((one) => one.id === id);
      expect(found?.state).toBe('ready');
    }, 120_000);

  it('makes a report of campaigns, lists it, and gives it to who has asked for it alone', async () => {
    const { status, body } = await get(`stats/report/campaigns/${range}`, advertiserToken);
    expect([status, body]).toEqual([200, { uuid: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
    await isReady(body.uuid, advertiserToken);
    const name = 'report_2026-05-01_2026-05-01_all_campaigns.csv';
    expect(await listOf(advertiserToken)).toEqual({
      advertiser: [{ id: body.uuid, name, state: 'ready' }],
      publisher: [],
    });
    const answer = await download(body.uuid, advertiserToken);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
    const atOnce = await fetch(`${app.url}/api/campaigns/stats/report/${range}`, {
      headers: { Authorization: `Bearer ${advertiserToken}` },
    });
    const text = await answer.text();
    expect(text).toBe(await atOnce.text());
    expect(text).toContain(`${campaignId},Ünder =1,2,2,`);
    expect(await listOf(strangerToken)).toEqual({ advertiser: [], publisher: [] });
    expect((await download(body.uuid, strangerToken)).status).toBe(404);
  });

  it('is of one campaign or site, and tells publishers what they earn', async () => {
    const [ofOne, ofSite] = [
      await get(`stats/report/campaigns/${range}?campaign_id=${campaignId}`, advertiserToken),
      await get(`stats/report/sites/${range}?site_id=${siteId}`, publisherToken),
    ];
    await isReady(ofOne.body.uuid, advertiserToken);
    await isReady(ofSite.body.uuid, publisherToken);
    const [first] = (await listOf(advertiserToken)).advertiser!;
    expect(first!.name).toBe('report_2026-05-01_2026-05-01__nder__1.csv');
    const text = await (await download(ofOne.body.uuid, advertiserToken)).text();
    expect(text).toContain(`,${creativeId},Banner,2,2,`);
    const sites = await (await download(ofSite.body.uuid, publisherToken)).text();
    expect(sites.split('\r\n')[0]).toContain('revenue');
    expect(sites.split('\r\n')[0]).not.toContain('cost');
  });

  it.each([
    ['nobody', () => [`campaigns/${range}`, null], 401],
    ['a list for nobody', () => ['list', null], 401],
    ['who is no advertiser', () => [`campaigns/${range}`, operatorToken], 403],
    ['who is no publisher', () => [`sites/${range}`, operatorToken], 403],
    [
      "somebody else's campaign",
      () => [`campaigns/${range}?campaign_id=${campaignId}`, strangerToken],
      404,
    ],
    ["somebody else's site", () => [`sites/${range}?site_id=${siteId}`, strangerToken], 404],
    ['a bad date', () => ['campaigns/yesterday/today', advertiserToken], 422],
    [
      'twenty years',
      () => ['campaigns/2006-01-01T00:00:00Z/2026-01-01T00:00:00Z', advertiserToken],
      422,
    ],
    ['an unknown report', () => [anId(), advertiserToken], 404],
    ['what is no id', () => ['latest', advertiserToken], 404],
  ] as const)('refuses %s', async (_case, ask, status) => {
    const [path, token] = ask();
    expect((await get(`stats/report/${path}`, token!)).status).toBe(status);
  });

  it('asks for the scope, and records nothing for HEAD', async () => {
    const token = await accessToken(app, { scopes: ['campaign.read'], email: 'a@test.example' });
    for (const path of [`campaigns/${range}`, 'list', anId()])
      expect((await get(`stats/report/${path}`, token)).status).toBe(403);
    const email = 'head@test.example';
    const own = await accessToken(app, { scopes: ['statistics.read'], email });
    const { status } = await fetch(`${app.url}/api/stats/report/campaigns/${range}`, {
      method: 'HEAD',
      headers: { Authorization: `Bearer ${own}` },
    });
    expect(status).toBe(405);
    expect(await app.ctx.statisticsReports.listOwned(await idOf(email), new Date())).toEqual([]);
  });

  it.each([
    ['HEAD', 'list'],
    ['GET', 'list/'],
    ['HEAD', 'list/'],
  ])('knows %s %s from the report of an id', async (method, path) => {
    const { status, headers } = await fetch(`${app.url}/api/stats/report/${path}`, {
      method,
      headers: { Authorization: `Bearer ${advertiserToken}` },
    });
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
  });

  it('has no figures of everybody', async () => {
    const { body } = await sendGraphql(
      app,
      operatorToken,
      `mutation { createStatisticsReport(as: operator, from: "2026-05-01T10:00:00Z", to: "2026-05-02T00:00:00Z") { id } }`,
    );
    expect(body.errors[0].extensions).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { as: ['must be advertiser or publisher'] },
    });
  });

  it('is not there for who has lost the role', async () => {
    const account = await createAccount(app.ctx, {
      ...{ email: 'two@test.example', password: 'correct horse', roles: ['advertiser'] },
    });
    const token = await accessToken(app, {
      scopes: ['statistics.read'],
      email: 'two@test.example',
    });
    const { body } = await get(`stats/report/campaigns/${range}`, token);
    await isReady(body.uuid, token);
    await app.ctx.accounts.update(account.id, { roles: ['publisher'] });
    await eventually(async () => {
      expect((await download(body.uuid, token)).status).toBe(403);
    }, 60_000);
  });
});
