import { notFound } from '../../errors';
import type { AllParams } from '../../platform/lists/all';
import type { CreativeReport, ReportFinding } from './creative-report';
import type { CreativeReportContext } from './creative-report.context';
import type { SeenReports } from './creative-report.store';

/** Reports on creatives, in the order of their ids. @param isOpen null: open or not */
export function listAllCreativeReports(
  ctx: CreativeReportContext,
  isOpen: boolean | null,
  params: AllParams,
): Promise<readonly CreativeReport[]> {
  return ctx.creativeReports.listAll(isOpen, params);
}

/**
 * Closes reports of a creative that an operator has looked at. Nobody is told. Those that came meanwhile stay open, and
 * a later one opens its reason again.
 *
 * @returns all reports of the creative
 * @throws {AppError} `NOT_FOUND` for a creative without reports.
 */
export async function closeCreativeReports(
  ctx: CreativeReportContext,
  params: {
    readonly creativeId: string;
    readonly seen: readonly SeenReports[];
    readonly finding: ReportFinding;
  },
): Promise<readonly CreativeReport[]> {
  const { creativeId, seen, finding } = params;
  const closedAt = ctx.now();
  for (const { reason, count } of seen)
    await ctx.creativeReports.close({ creativeId, reason, count }, { finding, closedAt });
  const reports = await ctx.creativeReports.listByCreative(creativeId);
  if (reports.length === 0) throw notFound('creative', creativeId);
  return reports;
}
