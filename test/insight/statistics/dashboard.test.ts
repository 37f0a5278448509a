import { beforeAll, describe, expect, it } from '@jest/globals';
import { foldAllChanges } from '../../../src/insight/statistics/roll-ups/fold-changes.service';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { accessToken, logIn, send, sendGraphql, startApp, type TestApp } from '../../support/app';
import { monitored, onCommand } from '../../support/commands';
import { freshDatabase } from '../../support/database';
import { anId } from '../../support/events';
import { aCreative } from '../../support/creatives';
import { aRunningCampaign, aSite } from '../../support/verifier';
import { rejectedAsBot, tellVerdicts } from '../../support/verdicts';

let app: TestApp;
let advertiserToken: string;
let publisherToken: string;
let operatorToken: string;
const [campaignId, otherId, creativeId, siteId] = [anId(), anId(), anId(), anId()];
const foreign = { campaignId: anId(), siteId: anId() };

const ask = (token: string, question: string) =>
  sendGraphql(app, token, `{ statistics(${question} } }`);
const day = 'from: "2026-05-01T00:00:00Z", to: "2026-05-02T00:00:00Z"';
const at = (time: string) => new Date(`2026-05-01T${time}:00Z`);

beforeAll(async () => {
  app = await startApp({ mongodbUri: monitored(await freshDatabase()) });
  const scopes = ['statistics.read', 'campaign.read'] as const;
  advertiserToken = await accessToken(app, { scopes, email: 'a@test.example' });
  publisherToken = await accessToken(app, { scopes, email: 'p@test.example' });
  operatorToken = await logIn(app, 'operator');
  const idOf = async (email: string) => (await app.ctx.accounts.findLogin(email))!.account.id;
  const advertiserId = await idOf('a@test.example');
  const publisherId = await idOf('p@test.example');
  for (const id of [campaignId, otherId])
    await app.ctx.campaigns.insert(aRunningCampaign({ id, advertiserId, name: `=cmd "${id}"` }), 9);
  const stranger = await createAccount(app.ctx, {
    ...{ email: 's@test.example', password: 'correct horse', roles: ['advertiser', 'publisher'] },
  });
  await app.ctx.campaigns.insert(
    aRunningCampaign({ id: foreign.campaignId, advertiserId: stranger.id }),
    9,
  );
  await app.ctx.sites.insertOrFind(aSite({ id: foreign.siteId, publisherId: stranger.id }));
  await app.ctx.creatives.insert(
    [aCreative({ id: creativeId, campaignId, advertiserId })],
    anId(),
    at('00:00'),
  );
  await app.ctx.sites.insertOrFind({ ...aSite({ id: siteId, publisherId }), host: 'news.example' });
  const own = { advertiserId, publisherId, siteId, campaignId, creativeId };
  await tellVerdicts(app.ctx, [
    { ...own, occurredAt: at('10:05'), trackingId: 'a'.repeat(32) },
    { ...own, occurredAt: at('10:20'), trackingId: 'a'.repeat(32) },
    { ...own, occurredAt: at('10:30'), trackingId: null, verdict: rejectedAsBot },
    { ...own, occurredAt: at('11:00'), kind: 'click' },
    { ...own, campaignId: otherId, occurredAt: at('23:50'), trackingId: 'a'.repeat(32) },
    {
      ...own,
      campaignId: foreign.campaignId,
      advertiserId: stranger.id,
      occurredAt: at('10:00'),
    },
  ]);
});

describe('statistics', () => {
  it('tells an advertiser what campaigns cost, and nothing of what publishers get', async () => {
    const { body } = await ask(
      advertiserToken,
      `as: advertiser, ${day}, by: campaign) {
        nodes { key name figures {
          views validViews uniqueViews clicks validClicks clickRate invalidViewRate
          cost costInCoins cpm cpc revenue revenueInCoins rpm rejected { kind reason count rate }
        } }
        totals { views cost } previous { views } totalCount behindSeconds`,
    );
    expect(body.errors).toBeUndefined();
    expect(body.data.statistics).toEqual({
      nodes: [
        {
          key: campaignId,
          name: `=cmd "${campaignId}"`,
          figures: {
            ...{ views: 3, validViews: 2, uniqueViews: 1, clicks: 1, validClicks: 1 },
            ...{ clickRate: 0.5, invalidViewRate: 1 / 3, cost: '0.03', costInCoins: '0.06' },
            ...{ cpm: '15', cpc: '0.03', revenue: null, revenueInCoins: null, rpm: null },
            rejected: [{ kind: 'impression', reason: 'bot', count: 1, rate: 1 / 3 }],
          },
        },
        expect.objectContaining({ key: otherId }),
      ],
      totals: { views: 4, cost: '0.04' },
      previous: { views: 0 },
      totalCount: 2,
      behindSeconds: 0,
    });
  });

  it('tells a publisher what sites earn, and nothing of what advertisers pay', async () => {
    const { body } = await ask(
      publisherToken,
      `as: publisher, ${day}, by: host) {
        nodes { key figures { views uniqueViews revenue revenueInCoins cost costInCoins cpm } }`,
    );
    expect(body.data.statistics.nodes).toEqual([
      {
        key: 'news.example',
        figures: {
          ...{ views: 5, uniqueViews: 2, revenue: '0.0475', revenueInCoins: '0.095' },
          ...{ cost: null, costInCoins: null, cpm: null },
        },
      },
    ]);
  });

  it.each([
    [
      'campaign of somebody else',
      () => `as: advertiser, filter: { campaign: ["${foreign.campaignId}"] }`,
      'NOT_FOUND',
    ],
    [
      'site of somebody else',
      () => `as: publisher, filter: { site: ["${foreign.siteId}"] }`,
      'NOT_FOUND',
    ],
    ['everybody, by an access token', () => 'as: operator', 'FORBIDDEN'],
    ['sites for an advertiser', () => 'as: advertiser, by: site', 'VALIDATION_FAILED'],
    ['campaigns for a publisher', () => 'as: publisher, by: campaign', 'VALIDATION_FAILED'],
    [
      'an unknown zone',
      () => 'as: advertiser, interval: day, timeZone: "Mars/Base"',
      'VALIDATION_FAILED',
    ],
    [
      'an offset as a zone',
      () => 'as: advertiser, interval: day, timeZone: "+02:00"',
      'VALIDATION_FAILED',
    ],
    [
      'devices by host',
      () => 'as: advertiser, by: device, filter: { host: ["a"] }',
      'VALIDATION_FAILED',
    ],
  ])('refuses %s', async (_case, question, code) => {
    const { body } = await ask(advertiserToken, `${question()}, ${day}) { totalCount`);
    expect(body.errors[0].extensions.code).toBe(code);
  });

  it.each([
    ['reversed', 'from: "2026-05-02T00:00:00Z", to: "2026-05-01T00:00:00Z"', 'to'],
    [
      'of ten years by the hour',
      'from: "2016-05-02T00:00:00Z", to: "2026-05-01T00:00:00Z", interval: hour',
      'interval',
    ],
    ['of twenty years', 'from: "2006-05-02T00:00:00Z", to: "2026-05-01T00:00:00Z"', 'from'],
  ])('says what is wrong with a time that is %s', async (_case, time, field) => {
    const { body } = await ask(advertiserToken, `as: advertiser, ${time}) { totalCount`);
    expect(Object.keys(body.errors[0].extensions.details)).toEqual([field]);
  });

  it('goes through its rows by pages, and sums the others up', async () => {
    const page = (more: string) =>
      ask(
        operatorToken,
        `as: operator, ${day}, by: campaign, top: 1${more}) {
          nodes { key isOthers figures { views } } pageInfo { hasNextPage endCursor } totals { views }`,
      );
    const { body } = await page(', first: 1');
    const { nodes, pageInfo, totals } = body.data.statistics;
    expect([nodes, pageInfo.hasNextPage, totals]).toEqual([
      [{ key: campaignId, isOthers: false, figures: { views: 3 } }],
      true,
      { views: 5 },
    ]);
    const next = await page(`, first: 1, after: "${pageInfo.endCursor}"`);
    expect(next.body.data.statistics).toMatchObject({
      nodes: [{ key: null, isOthers: true, figures: { views: 2 } }],
      pageInfo: { hasNextPage: false },
    });
    const { body: foreignCursor } = await ask(
      operatorToken,
      `as: operator, ${day}, after: "${pageInfo.endCursor}") { totalCount`,
    );
    expect(foreignCursor.errors[0].extensions.code).toBe('VALIDATION_FAILED');
  });

  it.each<[string, () => string, string]>([
    ['an advertiser', () => advertiserToken, 'advertiser'],
    ['a publisher', () => publisherToken, 'publisher'],
    ['the operator', () => operatorToken, 'operator'],
  ])('tells %s the hours of a day by the clocks of a zone', async (_who, token, side) => {
    const ofHours = async (more: string) => {
      const question = `as: ${side}, ${day}, timeZone: "Asia/Kathmandu"${more}`;
      const { body } = await ask(
        token(),
        `${question}) { nodes { key name figures { views clicks } } totals { views }`,
      );
      expect(body.errors).toBeUndefined();
      return body.data.statistics;
    };
    const { nodes, totals } = await ofHours(', by: hour');
    const before = side === 'advertiser' ? 0 : 1;
    // 10:05 and 10:00 of UTC, 10:20 to 11:00, and 23:50.
    expect(nodes).toEqual(
      [
        { key: '16', name: null, figures: { views: 2, clicks: 1 } },
        { key: '15', name: null, figures: { views: 1 + before, clicks: 0 } },
        { key: '05', name: null, figures: { views: 1, clicks: 0 } },
      ].sort(
        (one, other) => other.figures.views - one.figures.views || (one.key < other.key ? -1 : 1),
      ),
    );
    expect(totals).toEqual({ views: 4 + before });
    const { nodes: some } = await ofHours(', by: host, filter: { hour: ["05", "15"] }');
    expect(some).toMatchObject([{ figures: { views: 2 + before, clicks: 0 } }]);
  });

  it('tells the operator alone of fees, and of answers with errors', async () => {
    await send(`${app.url}/no-such-path`);
    await app.ctx.requestCounts.flush();
    const figures = 'totals { fees clientErrors serverErrors }';
    const { body: ofDay } = await ask(operatorToken, `as: operator, ${day}) { ${figures}`);
    // Five accepted events, each with fees of 0.001 coins at 0.50 USD.
    const { fees } = ofDay.data.statistics.totals;
    expect(fees).toBe('0.0025');
    const from = new Date(Date.now() - 3_600_000).toISOString();
    const now = `from: "${from}", to: "${new Date(Date.now() + 3_600_000).toISOString()}"`;
    const { body } = await ask(operatorToken, `as: operator, ${now}) { ${figures}`);
    expect(Number(body.data.statistics.totals.clientErrors)).toBeGreaterThan(0);
    const { body: own } = await ask(advertiserToken, `as: advertiser, ${now}) { ${figures}`);
    expect(own.data.statistics.totals).toEqual({
      ...{ fees: null, clientErrors: null, serverErrors: null },
    });
  });

  it('reads the figures of a page of campaigns at once', async () => {
    const { body } = await sendGraphql(
      app,
      advertiserToken,
      `{ campaigns { nodes { id figures(${day}) { views cost }
          later: figures(from: "2026-05-01T10:25:00Z", to: "2026-05-02T00:00:00Z") { views } } } }`,
    );
    expect(body.data.campaigns.nodes).toEqual([
      { id: campaignId, figures: { views: 3, cost: '0.03' }, later: { views: 2 } },
      { id: otherId, figures: { views: 1, cost: '0.01' }, later: { views: 1 } },
    ]);
  });

  it('asks the database once for the figures of a page of a hundred campaigns', async () => {
    const email = 'hundred@test.example';
    const scopes = ['statistics.read', 'campaign.read'] as const;
    const token = await accessToken(app, { scopes, email });
    const { id: advertiserId } = (await app.ctx.accounts.findLogin(email))!.account;
    for (let count = 0; count < 100; count += 1)
      await app.ctx.campaigns.insert(aRunningCampaign({ id: anId(), advertiserId }), 999);
    // Else a job may read what it adds to.
    await foldAllChanges(app.ctx);
    const commands: string[] = [];
    const stop = onCommand((command) => commands.push(command));
    const { body } = await sendGraphql(
      app,
      token,
      `{ campaigns(first: 100) { nodes { figures(${day}) { views }
          later: figures(from: "2026-05-01T12:00:00Z", to: "2026-05-02T00:00:00Z") { views } } } }`,
    );
    stop();
    expect(body.data.campaigns.nodes).toHaveLength(100);
    const reads = commands.filter((command) => command === 'find statisticsRollUps');
    expect(reads).toHaveLength(1);
  });
});

describe('GET /api/campaigns/stats', () => {
  const get = (path: string, token = advertiserToken) =>
    send(`${app.url}${path}`, { headers: { Authorization: `Bearer ${token}` } });
  const range = '2026-05-01T10:00:00+00:00/2026-05-01T12:00:00+00:00';

  it('draws a chart', async () => {
    const { body } = await get(`/api/campaigns/stats/chart/view/hour/${range}`);
    expect(body).toEqual([
      ['2026-05-01T10:00:00+00:00', 2],
      ['2026-05-01T11:00:00+00:00', 0],
    ]);
  });

  it('fills a table', async () => {
    const { body } = await get(`/api/campaigns/stats/table2/${range}?campaign_id=${campaignId}`);
    const figures = {
      ...{ clicks: 1, impressions: 2, ctr: 0.5 },
      ...{ averageCpc: 3_000_000_000, averageCpm: 1_500_000_000_000, cost: 3_000_000_000 },
    };
    expect(body).toEqual({
      total: figures,
      data: [
        { ...figures, campaignId, campaignName: null, bannerId: creativeId, bannerName: 'Banner' },
      ],
    });
  });

  it.each([
    ['a bad date', '/api/campaigns/stats/chart/view/hour/yesterday/today', 422],
    ['an unknown chart', `/api/campaigns/stats/chart/money/hour/${range}`, 422],
    ['an unknown resolution', `/api/campaigns/stats/chart/view/second/${range}`, 422],
    [
      'a foreign campaign',
      `/api/campaigns/stats/table2/${range}?campaign_id=${foreign.campaignId}`,
      404,
    ],
    ['a foreign site', `/api/sites/stats/table2/${range}?site_id=${foreign.siteId}`, 404],
  ])('refuses %s', async (_case, path, status) => {
    expect((await get(path)).status).toBe(status);
  });

  it('draws what sites earn', async () => {
    const { body } = await get(`/api/sites/stats/chart/sum/day/${range}`, publisherToken);
    expect(body).toEqual([['2026-05-01T10:00:00+00:00', 3_800_000_000]]);
  });
});

describe('GET /api/campaigns/stats/report', () => {
  const range = '2026-05-01T00:00:00Z/2026-05-02T00:00:00Z';
  const get = (path: string, token: string | null = advertiserToken) =>
    fetch(`${app.url}/api/${path}`, {
      headers: token === null ? {} : { Authorization: `Bearer ${token}` },
    });

  it('is a table of campaigns, or of the creatives of one, whatever they are called', async () => {
    const answer = await get(`campaigns/stats/report/${range}`);
    expect(answer.headers.get('content-type')).toContain('text/csv');
    const [head, ...rows] = (await answer.text()).trimEnd().split('\r\n');
    expect(head).toBe(
      'from,to,campaign,name,views,validViews,uniqueViews,clicks,validClicks,clickRate,invalidViewRate,invalidClickRate,conversions,conversionValue,cost,costInCoins,cpm,cpc,measuredViews,measuredClicks,measuredViewRate,reach',
    );
    const day = '2026-05-01T00:00:00+00:00,2026-05-02T00:00:00+00:00';
    expect(rows).toEqual([
      expect.stringContaining(`${day},${campaignId},"'=cmd ""${campaignId}""",3,2,1,1,1,0.5,`),
      expect.stringContaining(`${day},${otherId},"'=cmd ""${otherId}""",1,1,1,0,0,0,0,,0,0,0.01,`),
    ]);
    const ofOne = await get(`campaigns/stats/report/${range}?campaign_id=${campaignId}`);
    expect(await ofOne.text()).toContain(`${day},${creativeId},Banner,3,2,1`);
  });

  it('is by what is asked for, and tells publishers what they earn', async () => {
    const query = 'by=none&interval=hour&timeZone=Asia/Kathmandu';
    const answer = await get(`sites/stats/report/${range}?${query}`, publisherToken);
    const lines = (await answer.text()).trimEnd().split('\r\n');
    expect(lines).toHaveLength(26);
    expect(lines[0]).toMatch(
      /^from,to,views,.*,conversions,revenue,revenueInCoins,rpm,rpc,requests,fillRate,unfilledRequests,unfilledRate,measuredViews,measuredClicks,measuredViewRate$/,
    );
    expect(lines[1]).toMatch(/^2026-05-01T00:00:00\+00:00,2026-05-01T00:15:00\+00:00,0,/);
  });

  it('is what a table is, too, to who accepts CSV rather than JSON', async () => {
    const path = `${app.url}/api/campaigns/stats/table2/${range}?campaign_id=${campaignId}`;
    const ask = async (accept: string) => {
      const headers = { Authorization: `Bearer ${advertiserToken}`, Accept: accept };
      const answer = await fetch(path, { headers });
      expect(answer.headers.get('vary')).toBe('Origin, Accept');
      return [answer.headers.get('content-type')!.split(';')[0], await answer.text()] as const;
    };
    const report = await get(`campaigns/stats/report/${range}?campaign_id=${campaignId}`);
    expect(await ask('text/csv')).toEqual(['text/csv', await report.text()]);
    for (const accept of ['*/*', 'application/json', 'text/csv;q=0.5, application/json'])
      expect((await ask(accept))[0]).toBe('application/json');
  });

  it.each([
    ['nobody', () => [`campaigns/stats/report/${range}`, null], 401],
    ['another role', () => [`sites/stats/report/${range}`, operatorToken], 403],
    [
      'a campaign of somebody else',
      () => [`campaigns/stats/report/${range}?campaign_id=${foreign.campaignId}`, advertiserToken],
      404,
    ],
    ['a bad date', () => ['campaigns/stats/report/yesterday/today', advertiserToken], 422],
    ['a bad dimension', () => [`campaigns/stats/report/${range}?by=site`, advertiserToken], 422],
    ['an unknown one', () => [`campaigns/stats/report/${range}?by=mood`, advertiserToken], 422],
  ] as const)('refuses %s', async (_case, ask, status) => {
    const [path, token] = ask();
    expect((await get(path!, token)).status).toBe(status);
  });

  it('asks for the scope', async () => {
    const token = await accessToken(app, { scopes: ['campaign.read'], email: 'a@test.example' });
    const { status, headers } = await get(`campaigns/stats/report/${range}`, token);
    expect([status, headers.get('www-authenticate')]).toEqual([
      403,
      expect.stringContaining('scope="statistics.read"'),
    ]);
  });

  it('answers HEAD and preflights, and has no other method', async () => {
    const url = `${app.url}/api/campaigns/stats/report/${range}`;
    const statusOf = async (method: string) =>
      (await fetch(url, { method, headers: { Authorization: `Bearer ${advertiserToken}` } }))
        .status;
    expect(await Promise.all(['HEAD', 'OPTIONS', 'POST'].map(statusOf))).toEqual([200, 204, 405]);
  });
});
