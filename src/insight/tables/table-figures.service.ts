import type { Noun } from '../statistics/questions/dimensions';
import { type MeasureName, measures } from '../statistics/questions/measures';
import type { ReadFigures } from '../statistics/questions/read-figures';
import { getStatistics } from '../statistics/questions/statistics.service';
import { type Cell, emptyCell } from '../statistics/roll-ups/cell';
import type { StatisticsContext } from '../statistics/statistics.context';
import type { OrderKey } from './table-order';

/** The figures that a table is put in order by. */
export interface TableFiguresParams extends Pick<ReadFigures, 'side' | 'from' | 'to'> {
  readonly by: Noun;
  readonly accountId: string;
}

/** @throws {AppError} as `getStatistics` */
export async function readTableFigures(
  ctx: StatisticsContext,
  params: TableFiguresParams,
): Promise<ReadFigures> {
  const { rows, hasRequests, incompleteSince } = await getStatistics(ctx, params);
  const cells = new Map<string, Cell>();
  for (const { key, cell } of rows) if (key !== null) cells.set(key, cell);
  const { side, from, to } = params;
  const of = (id: string) => ({ cell: cells.get(id) ?? emptyCell(), hasRequests, incompleteSince });
  return { side, from, to, of };
}

/** A figure of a thing, to put the thing in order by. */
export const figureKey = ({ side, of }: ReadFigures, measure: MeasureName, id: string): OrderKey =>
  measures[measure].of(of(id).cell, side);
