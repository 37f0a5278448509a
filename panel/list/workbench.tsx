import { type ReactNode, useState } from 'react';
import { Loading } from '../parts/loading';
import { Pager } from '../parts/pager';
import { Problem } from '../parts/problem';
import { BulkBar, type Deed } from './bulk-bar';
import { type Chosen, useChosen } from './chosen';
import { ChooseRest } from './choose-rest';
import { DeletionBar } from './deletion-bar';
import type { Failure, Named } from './do-with-each';
import { Failures } from './failures';
import type { Column } from './figure-columns';
import type { TableChange, TableSearch } from './table-search';
import { Toolbar } from './toolbar';
import { useAreOfOthers } from './use-are-of-others';
import { type Deletion, useDeletion } from './use-deletion';

/** A page of a list. */
export interface TablePage<Row> {
  readonly totalCount: number;
  readonly pageInfo: { readonly lastPage: number };
  readonly nodes: readonly Row[];
}

/** The query for a page of a list. */
export interface TableQuery<Page> {
  /** Undefined: the page was not read yet, or cannot be read. */
  readonly data: Page | undefined;
  readonly error: Error | null;
  readonly isPending: boolean;
  /** True while the page is that of a former search. */
  readonly isPlaceholderData: boolean;
  readonly refetch: () => unknown;
}

/** The things of a list, and the deeds with them. */
export interface Bench<One extends Named, Order extends string, Status extends string> {
  /** The beginning of the keys of what deeds change. */
  readonly queryKey: readonly string[];
  readonly deeds: readonly Deed<One>[];
  readonly deletion: Omit<Deletion<One>, 'onFailures'> | null;
  /** The first one is the usual one. */
  readonly orders: readonly [Column<Order>, ...Column<Order>[]];
  readonly statuses: readonly Status[];
  readonly searchLabel?: string;
  readonly statusLabel?: string;
  /** The sentence where nothing is found. */
  readonly none: string;
  readonly countText: (count: number) => string;
}

interface WorkbenchProps<
  One extends Named,
  Row extends One,
  Order extends string,
  Status extends string,
> {
  readonly bench: Bench<One, Order, Status>;
  readonly query: TableQuery<TablePage<Row>>;
  readonly search: TableSearch<Order, Status>;
  readonly onChange: (changes: TableChange<Order, Status>) => void;
  /** The control of the time of the figures, where the list has one of its own. */
  readonly tools?: ReactNode;
  /** Reads the rows of all pages, in short. */
  readonly readAll: () => Promise<readonly One[]>;
  /** The table of some rows. */
  readonly children: (
    rows: readonly Row[],
    chosen: Chosen<One>,
    choose: (some: readonly One[]) => void,
  ) => ReactNode;
}

const neverDeleted = {
  work: () => Promise.resolve(),
  onLeaving: () => undefined,
  news: () => '',
  queryKey: [],
} as const;

/** A list to work with: found and put in order, chosen from, and acted on. */
export function Workbench<
  One extends Named,
  Row extends One,
  Order extends string,
  Status extends string,
>({
  bench,
  query,
  search,
  onChange,
  tools,
  readAll,
  children,
}: WorkbenchProps<One, Row, Order, Status>) {
  const { deletion, orders, statuses, searchLabel, statusLabel } = bench;
  const { data: list, isPlaceholderData: isFormer } = query;
  const rows = list?.nodes ?? [];
  const { chosen, toggle, add, drop, clear } = useChosen<One>();
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const deleting = useDeletion<One>({ ...(deletion ?? neverDeleted), onFailures: setFailures });
  const shown = rows.filter(({ id }) => !deleting.hidden.has(id));
  // A chosen row may have changed since, as by the switch in it.
  const listed = new Map(rows.map((row) => [row.id, row]));
  const some = [...chosen.values()].map((one) => listed.get(one.id) ?? one);
  const count = (list?.totalCount ?? 0) - (rows.length - shown.length);
  const areOfOthers = useAreOfOthers(search, isFormer || list === undefined);
  // Nobody chooses rows that the filters do not leave: they would stay chosen, and be acted on unseen.
  const choose = areOfOthers ? () => undefined : toggle;
  return (
    <section className="card" data-flush>
      <Toolbar
        {...{ search, onChange, orders, statuses }}
        {...{ ...(searchLabel && { searchLabel }), ...(statusLabel && { statusLabel }) }}
      >
        {tools}
      </Toolbar>
      <DeletionBar
        count={deleting.waiting.length}
        onUndo={deleting.undo}
        onCommit={() => void deleting.commit()}
      />
      <BulkBar
        {...{ chosen: some, deeds: bench.deeds, queryKey: bench.queryKey }}
        onFailures={setFailures}
        {...(deletion && {
          onDelete: () => {
            deleting.add(some);
            clear();
          },
        })}
        onActed={drop}
        onClear={clear}
      />
      <ChooseRest
        {...{ shown, chosen, isFormer, readAll, totalCount: count }}
        onChoose={(all) => {
          add(all.filter(({ id }) => !deleting.hidden.has(id)));
        }}
      />
      <Failures
        failures={failures}
        onClose={() => {
          setFailures([]);
        }}
      />
      <Problem error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending ? <Loading /> : null}
      {list === undefined ? null : (
        <div className="list-rows" aria-busy={areOfOthers}>
          {shown.length === 0 ? (
            <p className="none">{bench.none}</p>
          ) : (
            children(shown, chosen, choose)
          )}
          <p className="list-count soft small">{bench.countText(count)}</p>
          <Pager
            last={list.pageInfo.lastPage}
            page={search.page ?? 1}
            onGo={(page) => {
              onChange({ page });
            }}
          />
        </div>
      )}
    </section>
  );
}
