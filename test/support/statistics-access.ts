import type { OperationRow, RouteRow } from './access-table';

const range = { from: '2026-05-01T00:00:00Z', to: '2026-05-02T00:00:00Z' };
const chart = { params: { ...range, type: 'view', resolution: 'day' } };
const own = { other: 'own' } as const;

/** Figures of one's own campaigns and sites. */
export const statisticsOperationAccess: Readonly<Record<string, OperationRow>> = {
  'Query.statistics': {
    rule: 'statistics.read',
    arguments: () => `as: advertiser, from: "${range.from}", to: "${range.to}"`,
    other: 'own',
  },
};

/** Charts and tables of one's own campaigns and sites. */
export const statisticsRouteAccess: Readonly<Record<string, RouteRow>> = {
  'GET /api/campaigns/stats/chart/:type/:resolution/:from/:to': { request: () => chart, ...own },
  'GET /api/campaigns/stats/table2/:from/:to': { request: () => ({ params: range }), ...own },
  'GET /api/sites/stats/chart/:type/:resolution/:from/:to': { request: () => chart, ...own },
  'GET /api/sites/stats/table2/:from/:to': { request: () => ({ params: range }), ...own },
};
