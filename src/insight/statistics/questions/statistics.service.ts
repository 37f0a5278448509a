import { addCell, type Cell, emptyCell } from '../roll-ups/cell';
import type { Noun, SeenDimension } from './dimensions';
import {
  keepKeys,
  type NamedGroups,
  nameGroups,
  othersKey,
  topKeysOf,
} from './name-groups.service';
import { type PlannedQuestion, planReading } from './plan-reading.service';
import { readGroups, type ReadGroups } from './read-groups.service';
import type { StatisticsContext } from '../statistics.context';
import {
  parseStatisticsQuestion,
  type StatisticsParams,
  type StatisticsQuestion,
} from './statistics-question';
import { assertPresent } from '../../../present';

/** Figures of one key in one bucket. */
export interface StatisticsRow {
  readonly from: Date;
  readonly to: Date;
  /** null: figures are by time alone, or of the others together. */
  readonly key: string | null;
  /** True for the row that sums up all keys that are not among the first. */
  readonly isOthers: boolean;
  readonly cell: Cell;
}

/** Rows of one moment. */
export interface StatisticsRows extends Omit<ReadGroups, 'groups' | 'question'> {
  /** By time, then by views, most first. By time alone every bucket has one, empty or not. */
  readonly rows: readonly StatisticsRow[];
}

export interface Statistics extends StatisticsRows {
  readonly from: Date;
  readonly to: Date;
  readonly totals: Cell;
  /** The kind of thing that keys are ids of; null: they are no ids. */
  readonly noun: Noun | null;
}

/**
 * Figures of an account, or of everybody. An account that asks for many at once waits for its turns.
 *
 * @throws {AppError} `VALIDATION_FAILED` as `parseStatisticsQuestion`, and for what would be too much to read;
 * `TOO_MANY_REQUESTS` for an account that asks for too many at once.
 */
export function getStatistics(
  ctx: StatisticsContext,
  params: StatisticsParams,
): Promise<Statistics> {
  return ctx.statisticsTurns.take(params.accountId ?? '', async () => {
    const question = parseStatisticsQuestion(params);
    const planned = await planReading(ctx, question);
    const { top = null } = params;
    const keep = (groups: NamedGroups) =>
      top === null ? groups : keepKeys(groups, topKeysOf(groups, top));
    const read = await readRows(ctx, planned, keep);
    const totals = emptyCell();
    for (const { cell } of read.rows) addCell(totals, cell);
    return {
      ...{ ...read, totals, noun: nounOf(question.dimension) },
      from: new Date(question.range.from),
      to: new Date(question.range.to),
    };
  });
}

/** The kind of thing that keys are ids of; null: they are no ids. */
export const nounOf = (dimension: SeenDimension | null): Noun | null =>
  dimension !== null && dimension.property === null ? dimension.noun : null;

/** Answers a question that is planned: reads, names, keeps the groups that have rows, and puts these in order. */
export async function readRows(
  ctx: StatisticsContext,
  planned: PlannedQuestion,
  keep: (groups: NamedGroups) => NamedGroups,
): Promise<StatisticsRows> {
  const read = await readGroups(ctx, planned);
  const named = keep(await nameGroups(ctx, read));
  const { groups: _groups, question, ...rest } = read;
  return { rows: toRows(named, question), ...rest };
}

function toRows(
  groups: NamedGroups,
  { buckets, dimension }: StatisticsQuestion,
): readonly StatisticsRow[] {
  const byBucket = buckets.map((bucket) => ({
    ...bucket,
    found: new Array<{ readonly key: string; readonly cell: Cell }>(),
  }));
  for (const [key, cells] of groups)
    for (const [bucket, cell] of cells)
      assertPresent(byBucket[bucket], 'cells are of the buckets of the question').found.push({
        key,
        cell,
      });
  return byBucket.flatMap(({ from, to, found }) => {
    const times = { from: new Date(from), to: new Date(to) };
    if (dimension === null) {
      const cell = found[0]?.cell ?? emptyCell();
      return [{ ...times, key: null, isOthers: false, cell }];
    }
    return found.sort(inOrder).map(({ key, cell }) => {
      const isOthers = key === othersKey;
      return { ...times, key: isOthers ? null : key, isOthers, cell };
    });
  });
}

function inOrder(one: { key: string; cell: Cell }, other: { key: string; cell: Cell }): number {
  const isLast = Number(one.key === othersKey) - Number(other.key === othersKey);
  if (isLast !== 0) return isLast;
  return other.cell.counts.views - one.cell.counts.views || (one.key < other.key ? -1 : 1);
}
