import { addCell, type Cell, emptyCell } from '../roll-ups/cell';
import type { Completeness } from '../roll-ups/completeness';
import type { Noun, Side } from './dimensions';
import { planReading } from './plan-reading.service';
import { readGroups } from './read-groups.service';
import type { StatisticsContext } from '../statistics.context';
import { parseTimeRange, parseStatisticsQuestion } from './statistics-question';

/** One thing, and the time that its figures are asked for. */
export interface OwnedFigures {
  readonly id: string;
  /** The account that it belongs to. */
  readonly accountId: string;
  readonly from: Date;
  readonly to: Date;
}

/** The kind of things that figures are asked for, and the side that asks. */
export interface OwnedKind {
  readonly side: Side;
  readonly by: Noun;
}

export interface FoundFigures extends Completeness {
  readonly cell: Cell;
}

/**
 * Figures of many things of one kind, for somebody who asks and may have to wait for a turn.
 *
 * @throws {AppError} as `getStatistics`
 */
export function listFigures(
  ctx: StatisticsContext,
  kind: OwnedKind,
  wanted: readonly OwnedFigures[],
): Promise<ReadonlyMap<OwnedFigures, FoundFigures>> {
  return ctx.statisticsTurns.take(wanted[0]?.accountId ?? '', () =>
    readAllFigures(ctx, kind, wanted),
  );
}

/**
 * The same at once: one reading for each account and end of the time, however many beginnings.
 *
 * @throws {AppError} `VALIDATION_FAILED` as `getStatistics`
 */
export async function readAllFigures(
  ctx: StatisticsContext,
  kind: OwnedKind,
  wanted: readonly OwnedFigures[],
): Promise<ReadonlyMap<OwnedFigures, FoundFigures>> {
  const found = new Map<OwnedFigures, FoundFigures>();
  const readings = Map.groupBy(wanted, ({ accountId, to }) => `${accountId} ${to.getTime()}`);
  for (const ones of readings.values())
    for (const [one, figures] of await readFigures(ctx, kind, ones)) found.set(one, figures);
  return found;
}

/** @param ones of one account, up to one time */
async function readFigures(
  ctx: StatisticsContext,
  { side, by }: OwnedKind,
  ones: readonly OwnedFigures[],
): Promise<ReadonlyMap<OwnedFigures, FoundFigures>> {
  const ranges = new Map(ones.map((one) => [one, parseTimeRange(one)]));
  const starts = [...new Set([...ranges.values()].map(({ from }) => from))].sort((a, b) => a - b);
  const { accountId, to } = ones[0]!;
  const question = parseStatisticsQuestion({
    side,
    accountId,
    by,
    from: new Date(starts[0]!),
    to,
    filter: { [by]: ones.map(({ id }) => id) },
  });
  const buckets = starts.map((from, at) => ({ from, to: starts[at + 1] ?? question.range.to }));
  const planned = await planReading(ctx, { ...question, buckets });
  const { groups, hasRequests, incompleteSince } = await readGroups(ctx, planned);
  const found = new Map<OwnedFigures, FoundFigures>();
  for (const one of ones) {
    const cell = emptyCell();
    const first = starts.indexOf(ranges.get(one)!.from);
    for (const [bucket, part] of groups.byKey.get(one.id) ?? [])
      if (bucket >= first) addCell(cell, part);
    found.set(one, { cell, hasRequests, incompleteSince });
  }
  return found;
}
