import { parseAmount } from '../../amount';
import { AppError } from '../../errors';
import { isUuid, toId } from '../../id';
import { timeSchema } from '../../input-members';
import { questionSchemas } from '../../insight/statistics/questions/question.schema';
import type { RestRequest, Route } from './route';

/** A figure as GraphQL shows it: counts and rates are numbers, money is decimal text. */
type Figure = number | string | null;
type FiguresData = Readonly<Record<string, Figure>>;

interface RowData {
  readonly from: string;
  readonly key: string | null;
  readonly name: string | null;
  readonly figures: FiguresData;
}

interface StatisticsData {
  readonly statistics: {
    readonly nodes: readonly RowData[];
    readonly totalCount: number;
    readonly totals: FiguresData;
  };
}

/** The differences between the two sides of these paths. */
export interface ChartSide {
  readonly as: 'advertiser' | 'publisher';
  readonly segment: string;
  /** In names of operations, so that each is unique. */
  readonly title: string;
  /** The query narrows by the whole, tables have rows for its parts. */
  readonly whole: 'campaign' | 'site';
  readonly part: 'creative' | 'placement';
  /** The name of the part on the wire. */
  readonly partName: string;
  /** The names that charts have for measures. */
  readonly charts: ReadonlyMap<string, string>;
  /** The names that tables have for measures. */
  readonly columns: Readonly<Record<string, string>>;
}

const counts = [
  ['view', 'validViews'],
  ['viewAll', 'views'],
  ['viewInvalidRate', 'invalidViewRate'],
  ['viewUnique', 'uniqueViews'],
  ['click', 'validClicks'],
  ['clickAll', 'clicks'],
  ['clickInvalidRate', 'invalidClickRate'],
  ['ctr', 'clickRate'],
] as const;
const countColumns = { clicks: 'validClicks', impressions: 'validViews', ctr: 'clickRate' };

export const chartSides = [
  {
    as: 'advertiser',
    segment: 'campaigns',
    title: 'Campaign',
    whole: 'campaign',
    part: 'creative',
    partName: 'banner',
    charts: new Map([
      ...counts,
      ['reach', 'reach'],
      ['cpc', 'cpc'],
      ['cpm', 'cpm'],
      ['sum', 'cost'],
      ['sumPayment', 'cost'],
    ]),
    columns: { ...countColumns, averageCpc: 'cpc', averageCpm: 'cpm', cost: 'cost' },
  },
  {
    as: 'publisher',
    segment: 'sites',
    title: 'Site',
    whole: 'site',
    part: 'placement',
    partName: 'zone',
    charts: new Map([
      ...counts,
      ['viewMissed', 'unfilledRequests'],
      ['viewMissedRate', 'unfilledRate'],
      ['rpc', 'rpc'],
      ['rpm', 'rpm'],
      ['sum', 'revenue'],
      ['sumHour', 'revenue'],
    ]),
    columns: { ...countColumns, averageRpc: 'rpc', averageRpm: 'rpm', revenue: 'revenue' },
  },
] as const satisfies readonly ChartSide[];

const mostRows = 1_000;

const figuresOf = (names: Iterable<string>) => `figures { ${[...new Set(names)].join(' ')} }`;
const argumentsOf = ({ as }: ChartSide) =>
  `as: ${as}, from: $from, to: $to, filter: $filter, first: ${mostRows}`;
const variableTypes = '$from: DateTime!, $to: DateTime!, $filter: StatisticsFilter';

function chartOf(side: ChartSide): Route {
  return {
    method: 'get',
    path: `/api/${side.segment}/stats/chart/:type/:resolution/:from/:to`,
    crossOrigin: 'listed',
    operation: `query ${side.title}Chart(${variableTypes}, $interval: StatisticsInterval!) {
      statistics(${argumentsOf(side)}, interval: $interval) {
        nodes { from ${figuresOf(side.charts.values())} } totalCount
      }
    }`,
    variables: (request) => ({
      ...readTimes(request),
      filter: readFilter(side, request),
      // An unknown type takes the place of the resolution: the schema refuses it.
      interval: isType(side, request) ? request.params.resolution : request.params.type,
    }),
    takes: {
      ...takesOf(side),
      type: { type: 'string', enum: [...side.charts.keys()] },
      resolution: questionSchemas.interval,
    },
    nameOf: (path, request) =>
      path === 'interval'
        ? isType(side, request)
          ? 'resolution'
          : 'type'
        : nameInQuery(side, path),
    body({ statistics: { nodes, totalCount } }: StatisticsData, { params }) {
      assertWhole(totalCount);
      const measure = side.charts.get(params.type ?? '') ?? 'clickRate';
      return nodes.map(({ from, figures }, at) => [
        // The first label is the beginning as it was asked for.
        at === 0 ? params.from : from,
        toNumber(figures[measure] ?? null),
      ]);
    },
  };
}

export const tablePathOf = ({ segment }: ChartSide) => `/api/${segment}/stats/table2/:from/:to`;

function tableOf(side: ChartSide): Route {
  const { whole, part, partName, columns } = side;
  const figures = Object.values(columns);
  return {
    method: 'get',
    path: tablePathOf(side),
    crossOrigin: 'listed',
    alsoAs: 'text/csv',
    headers: () => ({ Vary: 'Origin, Accept' }),
    operation: `query ${side.title}Table(${variableTypes}, $by: StatisticsDimension!) {
      statistics(${argumentsOf(side)}, by: $by) {
        nodes { key name ${figuresOf(figures)} } totalCount
        totals { ${figures.join(' ')} }
      }
    }`,
    variables: (request) => ({
      ...readTimes(request),
      filter: readFilter(side, request),
      by: readWhole(side, request) === null ? whole : part,
    }),
    takes: takesOf(side),
    nameOf: (path) => nameInQuery(side, path),
    body({ statistics: { nodes, totals, totalCount } }: StatisticsData, request) {
      assertWhole(totalCount);
      const id = readWhole(side, request);
      return {
        total: toColumns(columns, totals),
        data: nodes.map(({ key, name, figures: of }) => ({
          ...toColumns(columns, of),
          [`${whole}Id`]: id ?? key,
          // A caller who asks for one campaign or site knows its name.
          [`${whole}Name`]: id === null ? name : null,
          // Empty in a table of wholes.
          [`${partName}Id`]: id === null ? '' : (key ?? ''),
          [`${partName}Name`]: id === null ? '' : (name ?? ''),
        })),
      };
    },
  };
}

const isType = ({ charts }: ChartSide, { params }: RestRequest) => charts.has(params.type ?? '');

export const readTimes = ({ params: { from, to } }: RestRequest) => ({ from, to });

/** The campaign or site that is asked for; null: all. Whether there is one, the operation says. */
export function readWhole({ whole }: ChartSide, { query }: RestRequest): string | null {
  const text = query[`${whole}_id`];
  if (text === undefined) return null;
  const id = [text].flat().join();
  return isUuid(id) ? toId(id) : id;
}

export function readFilter(
  side: ChartSide,
  request: RestRequest,
): Readonly<Record<string, readonly string[]>> {
  const id = readWhole(side, request);
  const medium = request.query['filter[medium]'];
  return {
    ...(id !== null && { [side.whole]: [id] }),
    ...(medium !== undefined && { medium: [medium].flat() }),
  };
}

/** The name that the query has for a member of the filter. */
export function nameInQuery({ whole }: ChartSide, path: string): string {
  return path === `filter.${whole}` ? `${whole}_id` : path;
}

/** Members of requests for statistics. */
export const takesOf = ({ whole }: ChartSide): NonNullable<Route['takes']> => ({
  from: timeSchema,
  to: timeSchema,
  [`${whole}_id`]: { type: 'string', maxLength: 255 },
  'filter[medium]': { type: 'string', maxLength: 255 },
});

function assertWhole(count: number): void {
  if (count > mostRows)
    throw new AppError(
      'BAD_REQUEST',
      `this gives ${count} rows, at most ${mostRows}: take a coarser resolution or a shorter time`,
    );
}

const toColumns = (columns: Readonly<Record<string, string>>, figures: FiguresData) =>
  Object.fromEntries(
    Object.entries(columns).map(([name, measure]) => [name, toNumber(figures[measure] ?? null)]),
  );

/** Money is whole 10^-11 USD. */
export function toNumber(figure: Figure): number | null {
  return typeof figure === 'string' ? Number(parseAmount(figure)) : figure;
}

/** `/api/campaigns/stats` and `/api/sites/stats`: what earlier dashboards read. @see docs/http-api.md "Statistics" */
export const statisticsRoutes: readonly Route[] = chartSides.flatMap((side) => [
  chartOf(side),
  tableOf(side),
]);
