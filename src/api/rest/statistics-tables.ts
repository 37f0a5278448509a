import type { RequestContext } from '../context';
import { invalid } from '../../errors';
import type { CsvTable } from '../../http/csv';
import { requireViewer } from '../../identity/access/access-rule';
import { questionSchemas } from '../../insight/statistics/questions/question.schema';
import { parseQuestion } from '../../insight/statistics/questions/question-texts';
import { accountOfSide } from '../../insight/statistics/questions/statistics-page.service';
import { tabulateStatistics } from '../../insight/statistics/questions/statistics-table.service';
import { parseTime } from '../../time';
import type { CsvRoute } from './csv-routes';
import type { RestRequest } from './route';
import {
  type ChartSide,
  chartSides,
  readFilter,
  readWhole,
  tablePathOf,
  takesOf,
} from './statistics';

/** Figures of a time for a spreadsheet: by default those of each campaign or site, or of each part of one. */
async function readTable(
  side: ChartSide,
  ctx: RequestContext,
  request: RestRequest,
): Promise<CsvTable> {
  const { as, segment, whole, part } = side;
  const text = (name: string) => {
    const given = request.query[name];
    return given === undefined ? null : [given].flat().join();
  };
  const [interval, timeZone, top] = ['interval', 'timeZone', 'top'].map(text);
  const by = text('by') ?? (readWhole(side, request) === null ? whole : part);
  const table = await tabulateStatistics(ctx, {
    ...{ side: as, accountId: accountOfSide(requireViewer(ctx).account, as) },
    ...{ from: readTime(request, 'from'), to: readTime(request, 'to') },
    ...parseQuestion({
      by: by === 'none' ? null : by,
      ...{ interval: interval ?? null, timeZone: timeZone ?? null, top: top ?? null },
    }),
    filter: readFilter(side, request),
  });
  return { fileName: `${segment}.csv`, ...table };
}

function readTime({ params }: RestRequest, name: 'from' | 'to'): Date {
  const time = parseTime(params[name] ?? '');
  if (time === null) throw invalid({ [name]: ['must be a time such as 2026-05-01T00:00:00Z'] });
  return time;
}

/** `/api/campaigns/stats/report` and `/api/sites/stats/report`. @see docs/http-api.md "Statistics" */
export const statisticsTables: readonly CsvRoute[] = chartSides.map((side) => ({
  method: 'get',
  path: `/api/${side.segment}/stats/report/:from/:to`,
  alsoAt: tablePathOf(side),
  summary: `Figures of each ${side.whole}, or of each ${side.part} of one.`,
  query: {
    [`${side.whole}_id`]: `Only those of this ${side.whole}.`,
    'filter[medium]': 'Only those of this medium.',
    by: 'A row for each of these: a `StatisticsDimension`, or `none`.',
    interval: 'A row for each of these parts of a calendar: a `StatisticsInterval`.',
    timeZone:
      'Days and hours are those of this time zone: a name of the IANA database; default UTC.',
    top: 'Only so many, those with most views, and the others as one row.',
  },
  takes: { ...takesOf(side), ...questionSchemas },
  access: ['statistics.read'],
  read: (ctx, request) => readTable(side, ctx, request),
}));
