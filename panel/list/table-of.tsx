import type { ReactNode } from 'react';
import { CheckCell, CheckHead } from './check-boxes';
import type { Chosen } from './chosen';
import type { Named } from './do-with-each';
import type { Column } from './figure-columns';
import { SortHead } from './sort-head';
import type { TableSearch } from './table-search';

interface TableOfProps<One extends Named, Row extends One, Order extends string> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly chosen: Chosen<One>;
  /** Chooses these, or none of them where all were chosen. */
  readonly onChoose: (some: readonly One[]) => void;
  readonly search: Pick<TableSearch<Order, string>, 'order' | 'up'>;
  readonly onChange: (changes: { readonly order: Order; readonly up: true | undefined }) => void;
  readonly textHeads: readonly Column<Order>[];
  readonly figureHeads: readonly Column<Order>[];
  /** The cells of a row, behind the box to choose it by. */
  readonly children: (row: Row) => ReactNode;
}

/** Rows to choose from, in an order that the heads of columns change. */
export function TableOf<One extends Named, Row extends One, Order extends string>({
  label,
  rows,
  chosen,
  onChoose,
  search,
  onChange,
  textHeads,
  figureHeads,
  children,
}: TableOfProps<One, Row, Order>) {
  return (
    <div className="list-box">
      <table className="table list-table" aria-label={label}>
        <thead>
          <tr>
            <CheckHead<One> shown={rows} {...{ chosen, onChoose }} />
            {textHeads.map(([order, text]) => (
              <SortHead key={order} {...{ search, onChange, order }} label={text} />
            ))}
            {figureHeads.map(([order, text]) => (
              <SortHead key={order} {...{ search, onChange, order }} label={text} isNumber />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-chosen={chosen.has(row.id) || undefined}>
              <CheckCell
                name={row.name}
                isChosen={chosen.has(row.id)}
                onChoose={() => {
                  onChoose([row]);
                }}
              />
              {children(row)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
