import { beforeAll, describe, expect, it } from '@jest/globals';
import { csvRoutes } from '../../../src/api/rest/index';
import { demoId } from '../../../src/insight/demo-page/demo-site';
import { createStatisticsReport } from '../../../src/insight/statistics-reports/statistics-report.service';
import { bookDeposit } from '../../../src/money/pockets/pocket.service';
import { createDemoData } from '../../../src/start/demo-data';
import { demoCampaigns } from '../../../src/start/demo/campaigns';
import { recordDemoFigures } from '../../panel/demo-figures';
import { returnPayment } from '../../panel/operator-data';
import { accessToken, startApp, type TestApp } from '../../support/app';
import { eventually } from '../../support/eventually';
import { createActiveCampaign } from '../../support/campaigns';

const campaignId = demoId(`campaign ${demoCampaigns[0]!.slug}`);
const [siteId, placementId] = [demoId('site'), demoId('placement Rectangle')];
const [advertiserId, publisherId] = [demoId('advertiser'), demoId('publisher')];

let app: TestApp;
/** Of the owners of what is in the tables; and of somebody with figures of his own, who may read all kinds of tables. */
let owners: Readonly<Record<'advertiser' | 'publisher', string>>;
let stranger: string;
let reportId: string;
/** Texts that stand in the owners' tables alone. */
const secrets: string[] = [];

beforeAll(async () => {
  app = await startApp();
  await createDemoData(app.ctx);
  await recordDemoFigures(app.ctx);
  const reference = 'wire of the publisher';
  await bookDeposit(app.ctx, { accountId: publisherId, amount: 123_456_789n, reference });
  const payment = await returnPayment(app.ctx, publisherId);
  const creatives = await app.ctx.creatives.listActiveByCampaigns([campaignId]);
  secrets.push(campaignId, siteId, placementId, payment, ...creatives.map(({ id }) => id));
  secrets.push(reference, '0.00123456789', 'Aurora Trails', 'The Daily Gazette');
  const question = { side: 'advertiser', accountId: advertiserId, ...lastMonth() } as const;
  ({ id: reportId } = await createStatisticsReport(app.ctx, { accountId: advertiserId, question }));
  secrets.push(reportId);
  await eventually(async () => {
    const [newest] = await app.ctx.statisticsReports.listOwned(advertiserId, app.ctx.now());
    expect(newest!.report.state).toBe('ready');
  }, 30_000);
  const token = (email: string) =>
    accessToken(app, { scopes: ['statistics.read', 'payment.read'], email });
  const tokenOf = async (id: string) => token((await app.ctx.accounts.findById(id))!.email!);
  owners = { advertiser: await tokenOf(advertiserId), publisher: await tokenOf(publisherId) };
  stranger = await token('stranger@test.example');
  const { account } = (await app.ctx.accounts.findLogin('stranger@test.example'))!;
  await createActiveCampaign(app.ctx, { campaign: { advertiserId: account.id } });
});

function lastMonth() {
  const to = app.ctx.now();
  return { from: new Date(to.getTime() - 30 * 24 * 60 * 60 * 1000), to };
}

const times = () => {
  const { from, to } = lastMonth();
  return { from: from.toISOString(), to: to.toISOString() };
};

/** The last month, where a table is of a span. */
const spanOf = (names: readonly string[]) =>
  names.includes('from') ? new URLSearchParams(times()).toString() : '';

const ask = async (path: string, query: string, token: string) => {
  const params: Readonly<Record<string, string>> = { ...times(), id: reportId };
  const place = path.replaceAll(/:(\w+)/g, (_all, name: string) => params[name] ?? '');
  const headers = { Authorization: `Bearer ${token}`, Accept: 'text/csv' };
  const answer = await fetch(`${app.url}${place}?${query}`, { headers });
  return { status: answer.status, text: await answer.text() };
};

/** Each place of a table, and each query that may name something of somebody else. */
const tables = csvRoutes.flatMap(({ path, alsoAt, query }) =>
  [path, ...(alsoAt === undefined ? [] : [alsoAt])].map((place) => ({
    path: place,
    names: Object.keys(query),
  })),
);
const ids = [campaignId, siteId, placementId, advertiserId, publisherId];
const dimensions = ['campaign', 'creative', 'site', 'placement', 'host', 'none'];

describe('a table', () => {
  it.each(tables)('has nothing of somebody else, whatever is asked for: $path', async (table) => {
    const queries = [
      '',
      spanOf(table.names),
      ...table.names.flatMap((name) => ids.map((id) => `${name}=${id}`)),
      ...table.names.flatMap((name) => [`${name}=`, `${name}=*`, `${name}[]=${campaignId}`]),
      ...dimensions.map((by) => `by=${by}`),
      ...dimensions.map((by) => `by=${by}&campaign_id=${campaignId}&site_id=${siteId}`),
      `accountId=${advertiserId}&account_id=${publisherId}&publisher=${publisherId}`,
    ];
    for (const query of queries) {
      const { status, text } = await ask(table.path, query, stranger);
      expect([query, [200, 404, 422]]).toEqual([query, expect.arrayContaining([status])]);
      if (status === 200)
        expect([query, secrets.filter((secret) => text.includes(secret))]).toEqual([query, []]);
    }
  });

  it.each(tables)('has the owner’s: $path', async ({ path, names }) => {
    const all = await Promise.all(
      Object.values(owners).map((token) => ask(path, spanOf(names), token)),
    );
    const found = all.filter(({ text }) => secrets.some((secret) => text.includes(secret)));
    expect(found).not.toEqual([]);
  });
});
