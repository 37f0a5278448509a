import type { OperationRow, RouteRow } from './access-table';
import { campaignIdOf } from './campaign-access';
import { siteIdOf } from './publisher-access';

const range = { from: '2026-05-01T00:00:00Z', to: '2026-05-02T00:00:00Z' };
const chart = { params: { ...range, type: 'view', resolution: 'day' } };
const own = { other: 'own' } as const;
const lately = () => new Date(Date.now() - 60_000).toISOString();

/** Figures of one's own campaigns and sites. */
export const statisticsOperationAccess: Readonly<Record<string, OperationRow>> = {
  'Query.statistics': {
    rule: 'statistics.read',
    arguments: () => `as: advertiser, from: "${range.from}", to: "${range.to}"`,
    other: 'own',
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
};
