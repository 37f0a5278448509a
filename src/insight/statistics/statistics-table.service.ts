import { formatAmount } from '../../amount';
import { keysOf } from '../../record';
import type { Side } from './dimensions';
import { inParts } from './in-parts';
import { isSeen, type Measure, type MeasureName, measures } from './measures';
import type { StatisticsContext } from './statistics.context';
import { getStatistics } from './statistics.service';
import type { StatisticsParams } from './statistics-question';
import { assertOwned, type NamedRow, nameRows } from './statistics-page.service';

/** Figures for a spreadsheet: a name for each cell of a row. */
export interface StatisticsTable {
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<readonly (string | number | null)[]>;
}

const namedAtOnce = 1_000;

/**
 * Figures as a table: times, what they are by, and every measure that the side sees. Rows are of one moment, and get
 * their names as they are read.
 *
 * @throws {AppError} like `getStatistics`, and `NOT_FOUND` for campaigns and sites of somebody else in the filter.
 */
export async function tabulateStatistics(
  ctx: StatisticsContext,
  params: StatisticsParams,
): Promise<StatisticsTable> {
  const { side, by = null } = params;
  await assertOwned(ctx, params);
  const { rows, noun, hasRequests } = await getStatistics(ctx, params);
  const seen = keysOf<MeasureName>(measures).filter((name) =>
    isSeen(measures[name], { side, hasRequests }),
  );
  const keys = by === null ? [] : noun === null ? [by] : [by, 'name'];
  async function* toCells() {
    for (const part of inParts(rows, namedAtOnce))
      for (const row of await nameRows(ctx, part, { noun, side }))
        yield [...toKeyCells(row, keys.length), ...seen.map((name) => toCell(row, name, side))];
  }
  return { columns: ['from', 'to', ...keys, ...seen], rows: toCells() };
}

/** Of the others together the key is empty, and the name too. */
function toKeyCells({ from, to, key, name }: NamedRow, keys: number) {
  return [from.toISOString(), to.toISOString(), ...[key, name].slice(0, keys)];
}

function toCell({ cell }: NamedRow, name: MeasureName, side: Side): string | number | null {
  const { of }: Measure = measures[name];
  const value = of(cell, side);
  return typeof value === 'bigint' ? formatAmount(value) : value;
}
