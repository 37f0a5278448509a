import type { MeasureName } from '../statistics/questions/measures';
import type { StatisticsContext } from '../statistics/statistics.context';
import { readTableFigures, figureKey, type TableFiguresParams } from './table-figures.service';
import { type OrderKey, type TableLine } from './table-order';
import { assertSearchable, havingPart, mostSearched } from './table-search';
import { showLines, type Table } from './table.service';
import type { TableParams } from './table-params';

/** The things of one kind that an account has: how they are listed, searched and put in order. */
export interface OwnedThings<Line extends TableLine, Node, Order extends string>
  extends Pick<TableFiguresParams, 'side' | 'by' | 'accountId'> {
  /** Names them in errors. */
  readonly plural: string;
  readonly order: Order;
  /** Orders by figures. */
  readonly measures: Readonly<Partial<Record<Order, MeasureName>>>;
  /** The text that is searched. */
  readonly textOf: (line: Line) => string;
  /** The value of a line in an order that is by no figure. */
  readonly keyOf: (line: Line) => OrderKey;
  /** Up to so many lines, in no order. */
  readonly listLines: (most: number) => Promise<readonly Line[]>;
  readonly listNodes: (ids: readonly string[]) => Promise<readonly Node[]>;
}

/**
 * Lists an account's things in the order of a column.
 *
 * @throws {AppError} `VALIDATION_FAILED` where there are more things than are put in order, and as `getStatistics` where
 * the order is by figures.
 */
export async function listOwnedTable<
  Line extends TableLine,
  Node extends { readonly id: string },
  Order extends string,
>(
  ctx: StatisticsContext,
  { side, by, accountId, order, ...things }: OwnedThings<Line, Node, Order>,
  { search, ...params }: TableParams,
): Promise<Table<Node>> {
  const all = await things.listLines(mostSearched + 1);
  const isFound = havingPart(search);
  assertSearchable(all.length, things.plural);
  const lines = all.filter((line) => isFound(things.textOf(line)));
  const { from, to, isDescending } = params;
  const measure = things.measures[order];
  if (measure === undefined) {
    const { keyOf, listNodes } = things;
    return showLines({ lines, isDescending, keyOf, listNodes, figures: null }, params);
  }
  const figures = await readTableFigures(ctx, { side, by, accountId, from, to });
  const keyOf = ({ id }: Line) => figureKey(figures, measure, id);
  const { listNodes } = things;
  return showLines({ lines, isDescending, keyOf, listNodes, figures }, params);
}
