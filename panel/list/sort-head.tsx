import type { TableSearch } from './table-search';

interface SortHeadProps<Order extends string> {
  readonly search: Pick<TableSearch<Order, string>, 'order' | 'up'>;
  readonly onChange: (changes: { readonly order: Order; readonly up: true | undefined }) => void;
  readonly order: Order;
  readonly label: string;
  readonly isNumber?: boolean;
}

/** The head of a column: pressed, it puts the list in its order, and again in the other direction. */
export function SortHead<Order extends string>(props: SortHeadProps<Order>) {
  const { search, onChange, order, label, isNumber = false } = props;
  const isSorted = search.order === order;
  const isUp = search.up === true;
  // Names and states begin with the first, numbers with the greatest.
  const first = isNumber ? undefined : true;
  const sorted = isUp ? 'ascending' : 'descending';
  return (
    <th
      scope="col"
      className={isNumber ? 'number' : undefined}
      aria-sort={isSorted ? sorted : undefined}
    >
      <button
        type="button"
        className="sort-head"
        onClick={() => {
          onChange({ order, up: isSorted ? (isUp ? undefined : true) : first });
        }}
      >
        {label}
        <span aria-hidden="true">{isSorted ? (isUp ? '\u00a0↑' : '\u00a0↓') : ''}</span>
      </button>
    </th>
  );
}
