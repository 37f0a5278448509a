import { AppError } from '../../../errors';
import { keepKeys, type NamedGroups, nameGroups, topKeysOf } from './name-groups.service';
import { planPart, type PlannedQuestion, planReading } from './plan-reading.service';
import { readGroups } from './read-groups.service';
import type { StatisticsContext } from '../statistics.context';
import { readRows, type StatisticsRows } from './statistics.service';
import { parseStatisticsQuestion, type StatisticsParams } from './statistics-question';

/** Rows that a part is to have: what is in memory while somebody reads slowly. */
const wantedRows = 4_000;
/** Most cells that a part of several buckets may hold. */
const mostCells = 20_000;
/** How many times as many buckets a part may have as the one before it. */
const mostGrowth = 4;

/**
 * Figures in parts, by time: each is of the moment at which it is read, and only as many rows are in memory as a part has,
 * or one bucket.
 *
 * @throws {AppError} as `getStatistics` does.
 */
export async function* readParts(
  ctx: StatisticsContext,
  params: StatisticsParams,
): AsyncGenerator<StatisticsRows, undefined> {
  const inTurn = <Value>(work: () => Promise<Value>) =>
    ctx.statisticsTurns.take(params.accountId ?? '', work);
  const question = parseStatisticsQuestion(params);
  const { planned, keep } = await inTurn(async () => {
    const whole = await planReading(ctx, question);
    return { planned: whole, keep: await chooseKept(ctx, whole, params.top ?? null) };
  });
  const { buckets } = question;
  let at = 0;
  let count = 1;
  while (at < buckets.length) {
    const some = buckets.slice(at, at + count);
    const part = { ...planPart(planned, some), ...(some.length > 1 && { mostCells }) };
    const read = await inTurn(() => readRows(ctx, part, keep)).catch(orLess(part));
    if (read !== null) {
      at += count;
      yield read;
    }
    count = nextCount(count, read?.rows.length ?? Infinity);
  }
}

/** Where a part is too much to hold, fewer buckets are tried. */
function orLess({ question: { buckets } }: PlannedQuestion) {
  return (error: unknown): null => {
    const isTooMuch = error instanceof AppError && error.code === 'VALIDATION_FAILED';
    if (isTooMuch && buckets.length > 1) return null;
    throw error;
  };
}

function nextCount(count: number, rows: number): number {
  const fitting = Math.floor((count * wantedRows) / Math.max(rows, 1));
  return Math.max(1, Math.min(fitting, count * mostGrowth));
}

/** Which groups have rows of their own: with several buckets those with most views in all of them. */
async function chooseKept(
  ctx: StatisticsContext,
  planned: PlannedQuestion,
  top: number | null,
): Promise<(groups: NamedGroups) => NamedGroups> {
  if (top === null) return (groups) => groups;
  const whole = planPart(planned, [planned.question.range]);
  const kept = topKeysOf(await nameGroups(ctx, await readGroups(ctx, whole)), top);
  return (all) => keepKeys(all, kept);
}
