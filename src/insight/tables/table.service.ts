import { pageOfTable, type ReadTable, type TablePage } from '../../platform/lists/table';
import type { ReadFigures, WithReadFigures } from '../statistics/questions/read-figures';
import type { TableParams } from './table-params';
import { inOrder, type LineOrder, type TableLine } from './table-order';

/** A page of a table, with the figures that it is in order by. */
export type Table<Node> = ReadTable<Node & WithReadFigures>;

const size = { usual: 10, most: 100 } as const;

export const tablePageOf = ({ first, page }: Pick<TableParams, 'first' | 'page'>): TablePage => ({
  ...{ ...size, first, page },
});

export interface LinesToShow<Line, Node> extends LineOrder<Line> {
  readonly lines: readonly Line[];
  /** Reads things by their ids, in any order. */
  readonly listNodes: (ids: readonly string[]) => Promise<readonly Node[]>;
  /** The figures that the order was made by; null: by none. */
  readonly figures: ReadFigures | null;
}

/** Shows a page of lines in their order. */
export async function showLines<Line extends TableLine, Node extends { readonly id: string }>(
  { lines, listNodes, figures, ...order }: LinesToShow<Line, Node>,
  page: Pick<TableParams, 'first' | 'page'>,
): Promise<Table<Node>> {
  const { offset, limit, pageInfo } = pageOfTable(tablePageOf(page), lines.length);
  const ids = inOrder(lines, order)
    .slice(offset, offset + limit)
    .map(({ id }) => id);
  const byId = new Map((await listNodes(ids)).map((node) => [node.id, node]));
  // One may have been deleted meanwhile.
  const nodes = ids.flatMap((id) => byId.get(id) ?? []);
  return {
    nodes: nodes.map((node) => ({ ...node, readFigures: figures })),
    totalCount: lines.length,
    pageInfo,
  };
}
