import { formatAmount } from '../../../amount';
import { AppError } from '../../../errors';
import { keysOf } from '../../../record';
import { formatTime } from '../../../time';
import type { Cell } from '../roll-ups/cell';
import type { Side } from './dimensions';
import { isSeen, type Measure, type MeasureName, measures } from './measures';
import type { StatisticsContext } from '../statistics.context';
import { nounOf, type StatisticsRow, type StatisticsRows } from './statistics.service';
import { assertOwned, listNamesOf } from './statistics-page.service';
import { readParts } from './statistics-parts.service';
import { parseStatisticsQuestion, type StatisticsParams } from './statistics-question';

type TableCell = string | number | null;
type TableRow = readonly TableCell[];

/** Figures for a spreadsheet: a name for each cell of a row. */
export interface StatisticsTable {
  readonly columns: readonly string[];
  /** Rows in their order, one part after another. */
  readonly rows: AsyncIterable<Iterable<TableRow>>;
}

/**
 * Figures as a table. Its columns are the times, the dimension with its name, and every measure that the side sees. Rows are
 * read in parts while they are taken: a row shows the moment at which its part was read.
 *
 * @throws {AppError} like `getStatistics`, and `NOT_FOUND` for campaigns and sites of somebody else in the filter; the rows
 * also `SERVICE_UNAVAILABLE` where too much waits for its verdict to be counted.
 */
export async function tabulateStatistics(
  ctx: StatisticsContext,
  params: StatisticsParams,
): Promise<StatisticsTable> {
  const { side, by = null } = params;
  await assertOwned(ctx, params);
  const parts = readParts(ctx, params);
  const first = await parts.next();
  const { hasRequests = false, hasErrors = false } = first.value ?? {};
  const seen = keysOf<MeasureName>(measures).filter((name) =>
    isSeen(measures[name], { side, hasRequests, hasErrors }),
  );
  const noun = nounOf(parseStatisticsQuestion(params).dimension);
  const keys = by === null ? [] : noun === null ? [by] : [by, 'name'];
  const nameOf = createNames(ctx, { noun, side });
  async function* toRows() {
    for await (const { rows, incompleteSince } of readAhead(first, parts)) {
      if (incompleteSince !== null) throw tooManyWait();
      yield toCells(rows, await nameOf(rows));
    }
  }
  function* toCells(
    rows: readonly StatisticsRow[],
    names: ReadonlyMap<string, string | null>,
  ): Generator<TableRow> {
    const timesOf = createTimes();
    for (const row of rows) {
      const cells: TableCell[] = [...timesOf(row)];
      if (keys.length > 0) cells.push(row.key);
      if (keys.length > 1) cells.push(names.get(row.key ?? '') ?? null);
      for (const name of seen) cells.push(toTableCell(row.cell, name, side));
      yield cells;
    }
  }
  return { columns: ['from', 'to', ...keys, ...seen], rows: toRows() };
}

const tooManyWait = () =>
  new AppError('SERVICE_UNAVAILABLE', 'verdicts are being caught up with', {
    retryAfterSeconds: 60,
  });

/** Reads the next part while the caller takes one. */
async function* readAhead(
  first: IteratorResult<StatisticsRows, undefined>,
  parts: AsyncGenerator<StatisticsRows, undefined>,
): AsyncGenerator<StatisticsRows, undefined> {
  try {
    for (let read = first; read.done !== true; ) {
      const next = parts.next();
      // It is awaited below, unless the caller takes no more.
      next.catch(() => {});
      yield read.value;
      read = await next;
    }
  } finally {
    void parts.return(undefined);
  }
}

/** Names that were read are kept, up to so many. */
const mostNames = 10_000;

function createNames(ctx: StatisticsContext, options: Parameters<typeof listNamesOf>[2]) {
  const names = new Map<string, string | null>();
  return async (rows: readonly StatisticsRow[]): Promise<ReadonlyMap<string, string | null>> => {
    if (names.size > mostNames) names.clear();
    const unknown = new Set(rows.flatMap(({ key }) => key ?? []).filter((key) => !names.has(key)));
    const found = await listNamesOf(ctx, [...unknown], options);
    for (const key of unknown) names.set(key, found.get(key) ?? null);
    return names;
  };
}

/** The texts of a row's times. Rows of one bucket follow one another, and share their texts. */
function createTimes() {
  let last: Pick<StatisticsRow, 'from' | 'to'> | null = null;
  let texts: readonly string[] = [];
  return ({ from, to }: StatisticsRow): readonly string[] => {
    if (last?.from !== from) texts = [formatTime(from), formatTime(to)];
    last = { from, to };
    return texts;
  };
}

function toTableCell(cell: Cell, name: MeasureName, side: Side): TableCell {
  const { of }: Measure = measures[name];
  const value = of(cell, side);
  return typeof value === 'bigint' ? formatAmount(value) : value;
}
