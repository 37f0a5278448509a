import { addCell, type Cell, emptyCell } from '../roll-ups/cell';
import type { Completeness } from '../roll-ups/completeness';
import type { Noun, Side } from './dimensions';
import { planReading } from './plan-reading.service';
import { readGroups } from './read-groups.service';
import type { StatisticsContext } from '../statistics.context';
import { parseTimeRange, parseStatisticsQuestion } from './statistics-question';
import { groupsOf, type NonEmpty } from '../../../non-empty';

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
export async function readAllFigures<One extends OwnedFigures>(
  ctx: StatisticsContext,
  kind: OwnedKind,
  wanted: readonly One[],
): Promise<ReadonlyMap<One, FoundFigures>> {
  const found = new Map<One, FoundFigures>();
  const readings = groupsOf(wanted, ({ accountId, to }) => `${accountId} ${to.getTime()}`);
  for (const ones of readings.values())
    for (const [one, figures] of await readFigures(ctx, kind, ones)) found.set(one, figures);
  return found;
}

/** @param ones of one account, up to one time */
async function readFigures<One extends OwnedFigures>(
  ctx: StatisticsContext,
  { side, by }: OwnedKind,
  ones: NonEmpty<One>,
): Promise<ReadonlyMap<One, FoundFigures>> {
  const ranges = new Map(ones.map((one) => [one, parseTimeRange(one)]));
  const starts = [...new Set([...ranges.values()].map(({ from }) => from))].sort((a, b) => a - b);
  const { accountId, to } = ones[0];
  const question = parseStatisticsQuestion({
    side,
    accountId,
    by,
    from: new Date(Math.min(...starts)),
    to,
    filter: { [by]: ones.map(({ id }) => id) },
  });
  const buckets = starts.map((from, at) => ({ from, to: starts[at + 1] ?? question.range.to }));
  const planned = await planReading(ctx, { ...question, buckets });
  const { groups, hasRequests, incompleteSince } = await readGroups(ctx, planned);
  const found = new Map<One, FoundFigures>();
  for (const [one, range] of ranges) {
    const cell = emptyCell();
    const first = starts.indexOf(range.from);
    for (const [bucket, part] of groups.byKey.get(one.id) ?? [])
      if (bucket >= first) addCell(cell, part);
    found.set(one, { cell, hasRequests, incompleteSince });
  }
  return found;
}
