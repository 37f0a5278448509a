import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { AppError, notFound } from '../../errors';
import { createId, normaliseId } from '../../id';
import type { Account } from '../../identity/accounts/account';
import { dayMs } from '../../time';
import { isDuplicateKey } from '../../validation';
import { accountOfSide, assertOwned } from '../statistics/questions/statistics-page.service';
import {
  parseStatisticsQuestion,
  type StatisticsParams,
} from '../statistics/questions/statistics-question';
import { type ReportCell, reportPart, type StatisticsReport } from './statistics-report';
import type { StatisticsReportContext } from './statistics-report.context';
import type { KeptReport } from './statistics-report.store';
import { assertPresent } from '../../present';

const keptForMs = 7 * dayMs;
/** The most reports of an account: the oldest ones go when there are more. */
export const mostKept = 20;
/** The most reports of an account that are made at once. */
const mostPrepared = 3;

/**
 * Asks for figures that are prepared by a job and kept for 7 days. An account has its last 20.
 *
 * @throws {AppError} `VALIDATION_FAILED` and `NOT_FOUND` as `tabulateStatistics`; `TOO_MANY_REQUESTS` while three of the
 * account are prepared.
 */
export async function createStatisticsReport(
  ctx: StatisticsReportContext,
  { accountId, question }: { readonly accountId: string; readonly question: StatisticsParams },
): Promise<StatisticsReport> {
  parseStatisticsQuestion(question);
  await assertOwned(ctx, question);
  const createdAt = ctx.now();
  const report: StatisticsReport = {
    id: createId(ctx),
    accountId,
    name: await nameOf(ctx, question),
    question,
    state: 'preparing',
    failure: null,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + keptForMs),
  };
  await insert(ctx, report);
  const all = await ctx.statisticsReports.listOwned(accountId, createdAt);
  for (const { report: old } of all.slice(mostKept))
    if (old.state !== 'preparing') await ctx.statisticsReports.delete(old);
  return report;
}

async function insert(
  { statisticsReports }: StatisticsReportContext,
  report: StatisticsReport,
): Promise<void> {
  for (let slot = 1; slot <= mostPrepared; slot += 1)
    try {
      await statisticsReports.insert(report, slot);
      return;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  throw new AppError(
    'TOO_MANY_REQUESTS',
    `${mostPrepared} reports of the account are being prepared: wait for one of them`,
    { retryAfterSeconds: 10 },
  );
}

async function nameOf(
  { described }: StatisticsReportContext,
  { side, from, to, filter }: StatisticsParams,
): Promise<string> {
  const noun = side === 'publisher' ? 'site' : 'campaign';
  const [id, ...others] = filter?.[noun] ?? [];
  const isOne = id !== undefined && others.length === 0;
  const name = isOne ? (await described.list(noun, [id])).get(id)?.name : undefined;
  const [first, last] = [from, to].map((time) => time.toISOString().slice(0, 10));
  return `${first}_${last}_${name ?? `all_${noun}s`}`;
}

/** The reports of an account that have not expired, newest first. */
export async function listStatisticsReports(
  ctx: StatisticsReportContext,
  accountId: string,
): Promise<readonly StatisticsReport[]> {
  const kept = await ctx.statisticsReports.listOwned(accountId, ctx.now());
  return kept.slice(0, mostKept).map(({ report }) => report);
}

/** @throws {AppError} `NOT_FOUND` for another account's, and for one that has expired. */
export async function getStatisticsReport(
  ctx: StatisticsReportContext,
  own: { readonly accountId: string; readonly id: string },
): Promise<StatisticsReport> {
  return (await getKeptReport(ctx, own)).report;
}

async function getKeptReport(
  ctx: StatisticsReportContext,
  { accountId, id }: { readonly accountId: string; readonly id: string },
): Promise<KeptReport> {
  const found = await ctx.statisticsReports.findOwned(accountId, normaliseId(id), ctx.now());
  if (!found) throw notFound('report', id);
  return found;
}

/** A report that is ready. */
export interface OpenReport {
  readonly report: StatisticsReport;
  readonly columns: readonly string[];
  /** Some at a time. */
  readonly rows: AsyncIterable<Iterable<readonly ReportCell[]>>;
}

/**
 * @throws {AppError} as `getStatisticsReport`; `FORBIDDEN` for who has no longer the role; `CONFLICT` for one that is not
 * ready.
 */
export async function openStatisticsReport(
  ctx: StatisticsReportContext,
  { account, id }: { readonly account: Pick<Account, 'id' | 'roles'>; readonly id: string },
): Promise<OpenReport> {
  const kept = await getKeptReport(ctx, { accountId: account.id, id });
  const { report, columns } = kept;
  accountOfSide(account, report.question.side);
  if (report.state === 'preparing')
    throw new AppError('CONFLICT', 'the report is being prepared: ask again in some seconds', {
      retryAfterSeconds: 5,
    });
  if (report.state === 'failed') {
    const why = assertPresent(report.failure, 'a report that failed says why');
    throw new AppError('CONFLICT', `the report could not be prepared: ${why}`);
  }
  return { report, columns, rows: readRows(ctx, kept) };
}

const unzip = promisify(gunzip);

async function* readRows(
  { statisticsReports }: StatisticsReportContext,
  { report: { id: reportId }, attempt, partCount }: KeptReport,
): AsyncGenerator<readonly (readonly ReportCell[])[]> {
  for (let number = 0; number < partCount; number += 1) {
    const bytes = await statisticsReports.findPart({ reportId, attempt, number });
    if (!bytes) throw new Error(`part ${number} of the report ${reportId} is gone`);
    yield reportPart.decode((await unzip(bytes)).toString());
  }
}
