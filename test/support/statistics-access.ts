import { expect } from '@jest/globals';
import {
  createStatisticsReport,
  getStatisticsReport,
} from '../../src/insight/statistics-reports/statistics-report.service';
import type { OperationRow, RouteRow } from './access-row';
import type { AccessWorld } from './access-world';
import { campaignIdOf } from './campaign-access';
import { eventually } from './eventually';
import { siteIdOf } from './publisher-access';

const range = { from: '2026-05-01T00:00:00Z', to: '2026-05-02T00:00:00Z' };
const chart = { params: { ...range, type: 'view', resolution: 'day' } };
const own = { other: 'own' } as const;
const lately = () => new Date(Date.now() - 60_000).toISOString();

async function reportIdOf({ app: { ctx }, owner }: AccessWorld): Promise<string> {
  const [from, to] = [new Date(range.from), new Date(range.to)];
  const question = { side: 'advertiser', accountId: owner.id, from, to } as const;
  const { id } = await createStatisticsReport(ctx, { accountId: owner.id, question });
  // The gateway's job prepares it: two that do so take it away from each other, until it has failed.
  await eventually(async () => {
    const { state } = await getStatisticsReport(ctx, { accountId: owner.id, id });
    expect(state).toBe('ready');
  }, 60_000);
  return id;
}

/** Figures of one's own campaigns and sites. */
export const statisticsOperationAccess: Readonly<Record<string, OperationRow>> = {
  'Query.statistics': {
    rule: 'statistics.read',
    arguments: () => `as: advertiser, from: "${range.from}", to: "${range.to}"`,
    other: 'own',
  },
  'Query.campaignTable': {
    rule: 'campaign.read',
    arguments: () => `from: "${range.from}", to: "${range.to}"`,
    other: 'own',
  },
  'Query.siteTable': {
    rule: 'site.read',
    arguments: () => `from: "${range.from}", to: "${range.to}"`,
    other: 'own',
  },
  'Query.creativeTable': {
    rule: 'campaign.read',
    arguments: () => `from: "${range.from}", to: "${range.to}"`,
    other: 'own',
  },
  'Query.forecast': {
    rule: 'campaign.read',
    arguments: () => 'input: { medium: "web", hourlyBudget: "1" }',
    other: 'own',
  },
  'Query.conversionFigures': {
    rule: 'statistics.read',
    arguments: async (world) =>
      `campaignId: "${await campaignIdOf(world)}", from: "${range.from}", to: "${range.to}"`,
    other: 'NOT_FOUND',
  },
  'Mutation.createStatisticsReport': {
    rule: 'statistics.read',
    arguments: () => `as: publisher, from: "${range.from}", to: "${range.to}"`,
    other: 'own',
  },
  'Query.statisticsReports': { rule: 'statistics.read', other: 'own' },
  'Query.statisticsReport': {
    rule: 'statistics.read',
    arguments: async (world) => `id: "${await reportIdOf(world)}"`,
    other: 'NOT_FOUND',
  },
  'Subscription.campaignFigures': {
    rule: 'statistics.read',
    arguments: async (world) => `campaignId: "${await campaignIdOf(world)}", from: "${lately()}"`,
    other: 'NOT_FOUND',
  },
  'Subscription.siteFigures': {
    rule: 'statistics.read',
    arguments: async (world) => `siteId: "${await siteIdOf(world)}", from: "${lately()}"`,
    other: 'NOT_FOUND',
  },
  'Subscription.campaignServing': {
    rule: 'campaign.read',
    arguments: async (world) => `campaignId: "${await campaignIdOf(world)}"`,
    other: 'NOT_FOUND',
  },
};

/** Charts and tables of one's own campaigns and sites. */
export const statisticsRouteAccess: Readonly<Record<string, RouteRow>> = {
  'GET /api/campaigns/stats/chart/:type/:resolution/:from/:to': { request: () => chart, ...own },
  'GET /api/campaigns/stats/table2/:from/:to': { request: () => ({ params: range }), ...own },
  'GET /api/sites/stats/chart/:type/:resolution/:from/:to': { request: () => chart, ...own },
  'GET /api/sites/stats/table2/:from/:to': { request: () => ({ params: range }), ...own },
  'GET /api/campaigns/stats/report/:from/:to': { request: () => ({ params: range }), ...own },
  'GET /api/sites/stats/report/:from/:to': { request: () => ({ params: range }), ...own },
  'GET /api/campaigns/stats/kw/:from/:to': { request: () => ({ params: range }), ...own },
  'GET /api/stats/report/campaigns/:from/:to': { request: () => ({ params: range }), ...own },
  'GET /api/stats/report/sites/:from/:to': { request: () => ({ params: range }), ...own },
  'GET /api/stats/report/list': own,
  'GET /api/stats/report/:id': {
    request: async (world) => ({ params: { id: await reportIdOf(world) } }),
    other: 'NOT_FOUND',
  },
};
