import type { Route } from './route';
import { chartSides, readTimes, readWhole, takesOf, toNumber } from './statistics';

interface ConversionsData {
  readonly rows: readonly { readonly cost: string }[];
}

const [ofCampaigns] = chartSides;

/** `/api/campaigns/stats/kw`: conversions by what was defined. @see docs/http-api.md "Statistics" */
export const conversionStatisticsRoute: Route = {
  method: 'get',
  path: '/api/campaigns/stats/kw/:from/:to',
  crossOrigin: 'listed',
  operation: `query ConversionTable($from: DateTime!, $to: DateTime!, $campaignId: ID) {
    rows: conversionFigures(from: $from, to: $to, campaignId: $campaignId) {
      campaignId uuid: conversionId name eventType cost occurrences
    }
  }`,
  variables: (request) => ({
    ...readTimes(request),
    campaignId: readWhole(ofCampaigns, request),
  }),
  takes: takesOf(ofCampaigns),
  nameOf: (path) => (path === 'campaignId' ? 'campaign_id' : path),
  body: ({ rows }: ConversionsData) => rows.map((row) => ({ ...row, cost: toNumber(row.cost) })),
};
