import type { ReactNode } from 'react';
import { CheckCell, CheckHead } from './check-boxes';
import type { Chosen } from './chosen';
import type { Named } from './do-with-each';
import { SortHead } from './sort-head';
import type { TableSearch } from './table-search';

/** A column by an order, null: the list has no such order, and its head. */
export type HeadOf<Order extends string> = readonly [Order | null, string];

interface TableOfProps<One extends Named, Row extends One, Order extends string> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly chosen: Chosen<One>;
  /** Chooses these, or none of them where all were chosen. */
  readonly onChoose: (some: readonly One[]) => void;
  readonly search: Pick<TableSearch<Order, string>, 'order' | 'up'>;
  readonly onChange: (changes: { readonly order: Order; readonly up: true | undefined }) => void;
  readonly textHeads: readonly HeadOf<Order>[];
  readonly figureHeads: readonly HeadOf<Order>[];
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
              <Head key={text} {...{ search, onChange, order }} label={text} isNumber={false} />
            ))}
            {figureHeads.map(([order, text]) => (
              <Head key={text} {...{ search, onChange, order }} label={text} isNumber />
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

interface HeadProps<Order extends string>
  extends Pick<TableOfProps<Named, Named, Order>, 'search' | 'onChange'> {
  readonly order: Order | null;
  readonly label: string;
  readonly isNumber: boolean;
}

function Head<Order extends string>({ order, ...head }: HeadProps<Order>) {
  if (order !== null) return <SortHead {...head} order={order} />;
  return (
    <th scope="col" className={head.isNumber ? 'number' : undefined}>
      {head.label}
    </th>
  );
}
