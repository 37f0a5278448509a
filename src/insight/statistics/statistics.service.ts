import type { TimeBucket } from './calendar';
import { addCell, type Cell, emptyCell } from './cell';
import type { Noun } from './dimensions';
import { type Cells, keepTop, nameGroups, othersKey } from './name-groups.service';
import { readGroups } from './read-groups.service';
import type { StatisticsContext } from './statistics.context';
import { readStatisticsQuestion, type StatisticsParams } from './statistics-question';

/** What happened in a bucket to all that has one key. */
export interface StatisticsRow {
  readonly from: Date;
  readonly to: Date;
  /** null: figures are by time alone, or of the others together. */
  readonly key: string | null;
  /** Whether it sums up what is not among the first. */
  readonly isOthers: boolean;
  readonly cell: Cell;
}

export interface Statistics {
  readonly from: Date;
  readonly to: Date;
  /** By time, then by views, most first. By time alone every bucket has one, empty or not. */
  readonly rows: readonly StatisticsRow[];
  readonly totals: Cell;
  /** What keys are ids of; null: of nothing. */
  readonly noun: Noun | null;
  readonly behindMs: number;
  /** Whether cells say how often placements were asked for. */
  readonly hasRequests: boolean;
}

/**
 * Figures of an account, or of everybody. An account that asks for many at once waits for its turns.
 *
 * @throws {AppError} `VALIDATION_FAILED` as `readStatisticsQuestion`, and for what would be too much to read;
 * `TOO_MANY_REQUESTS` for an account that asks for too many at once.
 */
export function getStatistics(
  ctx: StatisticsContext,
  params: StatisticsParams,
): Promise<Statistics> {
  return ctx.statisticsTurns.take(params.accountId ?? '', () => readStatistics(ctx, params));
}

async function readStatistics(
  ctx: StatisticsContext,
  params: StatisticsParams,
): Promise<Statistics> {
  const question = readStatisticsQuestion(params);
  const { range, buckets, dimension } = question;
  const { groups, behindMs, hasRequests } = await readGroups(ctx, question);
  const named = await nameGroups(ctx, groups, question);
  const shown = params.top == null ? named : keepTop(named, params.top);
  const rows = toRows(shown, buckets, { isByTime: dimension === null });
  const totals = emptyCell();
  for (const { cell } of rows) addCell(totals, cell);
  return {
    from: new Date(range.from),
    to: new Date(range.to),
    ...{ rows, totals, behindMs, hasRequests },
    noun: dimension !== null && dimension.property === null ? dimension.noun : null,
  };
}

function toRows(
  groups: ReadonlyMap<string, Cells>,
  buckets: readonly TimeBucket[],
  { isByTime }: { readonly isByTime: boolean },
): readonly StatisticsRow[] {
  const byBucket = buckets.map((): { key: string; cell: Cell }[] => []);
  for (const [key, cells] of groups)
    for (const [bucket, cell] of cells) byBucket[bucket]!.push({ key, cell });
  return buckets.flatMap(({ from, to }, bucket) => {
    const times = { from: new Date(from), to: new Date(to) };
    if (isByTime) {
      const cell = byBucket[bucket]![0]?.cell ?? emptyCell();
      return [{ ...times, key: null, isOthers: false, cell }];
    }
    return byBucket[bucket]!.sort(inOrder).map(({ key, cell }) => {
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
