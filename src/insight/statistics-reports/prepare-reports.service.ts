import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { AppError } from '../../errors';
import { tabulateStatistics } from '../statistics/questions/statistics-table.service';
import { type ReportCell, reportPart } from './statistics-report';
import type { StatisticsReportContext } from './statistics-report.context';
import type { TakenReport } from './statistics-report.store';

/** After so many tries that something has cut off, a report has failed. */
const mostTries = 5;
const rowsOfPart = 1_000;
/** When to try again what is refused for now, where nothing says so. */
const tryAgainSeconds = 60;

/** Prepares the reports that wait, one after the other, who has waited longest first. */
export async function prepareReports(
  ctx: StatisticsReportContext,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const taken = await ctx.statisticsReports.takeNext(ctx.now());
    if (!taken) return;
    await prepare(ctx, taken, signal);
  }
}

/** @throws what may be gone at the next try. */
async function prepare(
  ctx: StatisticsReportContext,
  taken: TakenReport,
  signal: AbortSignal,
): Promise<void> {
  const fail = (failure: string) =>
    ctx.statisticsReports.finish(taken, { state: 'failed', failure });
  if (taken.attempt - taken.putOffs > mostTries) {
    await fail('it took too much: ask for a shorter time or for fewer rows');
    return;
  }
  try {
    await ctx.statisticsReports.clearParts(taken.report.id);
    const { columns, rows } = await tabulateStatistics(ctx, taken.report.question);
    const partCount = await storeRows(ctx, taken, rows, signal);
    await ctx.statisticsReports.finish(taken, { state: 'ready', columns, partCount });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (isPassing(error)) {
      const { retryAfterSeconds = tryAgainSeconds } = error;
      const notBefore = new Date(ctx.now().getTime() + retryAfterSeconds * 1000);
      await ctx.statisticsReports.putOff(taken, notBefore);
    } else await fail(error.message);
  }
}

const isPassing = ({ code }: AppError) =>
  code === 'TOO_MANY_REQUESTS' || code === 'SERVICE_UNAVAILABLE';

const zip = promisify(gzip);

/** @returns how many parts there are */
async function storeRows(
  { statisticsReports }: StatisticsReportContext,
  { report, attempt }: TakenReport,
  rows: AsyncIterable<Iterable<readonly ReportCell[]>>,
  signal: AbortSignal,
): Promise<number> {
  let number = 0;
  let part: (readonly ReportCell[])[] = [];
  const store = async () => {
    signal.throwIfAborted();
    const bytes = await zip(reportPart.encode(part));
    await statisticsReports.addPart({ reportId: report.id, attempt, number }, report, bytes);
    number += 1;
    part = [];
  };
  for await (const some of rows)
    for (const row of some) {
      part.push(row);
      if (part.length === rowsOfPart) await store();
    }
  if (part.length > 0) await store();
  return number;
}
