import { requireViewer } from '../../identity/access/access-rule';
import { openStatisticsReport } from '../../insight/statistics-reports/statistics-report.service';
import type { CsvRoute } from './csv-routes';
import type { Route } from './route';
import {
  type ChartSide,
  chartSides,
  nameInQuery,
  readFilter,
  readTimes,
  readWhole,
  takesOf,
} from './statistics';

/** A report is asked for by GET, as earlier dashboards do. */
function creationOf(side: ChartSide): Route {
  const { as, segment, whole, part } = side;
  return {
    method: 'get',
    path: `/api/stats/report/${segment}/:from/:to`,
    crossOrigin: 'listed',
    refusesHead: true,
    operation: `mutation AskFor${side.title}Report(
      $from: DateTime!, $to: DateTime!, $filter: StatisticsFilter, $by: StatisticsDimension!
    ) {
      report: createStatisticsReport(as: ${as}, from: $from, to: $to, filter: $filter, by: $by) {
        uuid: id
      }
    }`,
    variables: (request) => ({
      ...readTimes(request),
      filter: readFilter(side, request),
      by: readWhole(side, request) === null ? whole : part,
    }),
    takes: takesOf(side),
    nameOf: (path) => nameInQuery(side, path),
    body: ({ report }: { readonly report: { readonly uuid: string } }) => report,
  };
}

interface ReportsData {
  readonly reports: readonly {
    readonly id: string;
    readonly side: ChartSide['as'];
    readonly name: string;
    readonly state: string;
  }[];
}

/** `/api/stats/report`: reports that are prepared and fetched later. @see docs/http-api.md "Statistics" */
export const statsRoutes: readonly Route[] = [
  ...chartSides.map(creationOf),
  {
    method: 'get',
    path: '/api/stats/report/list',
    crossOrigin: 'listed',
    operation: 'query Reports { reports: statisticsReports { id side: as name state } }',
    variables: () => ({}),
    body: ({ reports }: ReportsData) => ({
      advertiser: toList(reports, 'advertiser'),
      publisher: toList(reports, 'publisher'),
    }),
  },
];

const toList = (reports: ReportsData['reports'], of: ChartSide['as']) =>
  reports
    .filter(({ side }) => side === of)
    .map(({ id, name, state }) => ({ id, name: toFileName(name), state }));

const toFileName = (name: string) =>
  `report_${name.toLowerCase().replaceAll(/[^a-z0-9_-]/g, '_')}.csv`;

/** `/api/stats/report/<id>`. @see docs/http-api.md "Statistics" */
export const statsTables: readonly CsvRoute[] = [
  {
    method: 'get',
    path: '/api/stats/report/:id',
    summary: 'A report that was asked for and is ready.',
    query: {},
    access: ['statistics.read'],
    async read(ctx, { params: { id = '' } }) {
      const { account } = requireViewer(ctx);
      const { report, columns, rows } = await openStatisticsReport(ctx, { account, id });
      return { fileName: toFileName(report.name), columns, rows };
    },
  },
];
