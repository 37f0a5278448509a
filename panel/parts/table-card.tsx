import type { ReactNode } from 'react';
import { Loading } from './loading';
import { Problem } from './problem';

interface TableCardProps {
  /** Of the heading, which names the table. */
  readonly id: string;
  readonly title: string;
  /** The query for the lines. */
  readonly query: {
    readonly error: Error | null;
    readonly isPending: boolean;
    readonly refetch: () => unknown;
  };
  /** Undefined: they are not there. */
  readonly count: number | undefined;
  /** Why something that was to be done with a line has not worked. */
  readonly error?: Error | null;
  /** The text where there is no line; null: there is no card then. */
  readonly none: string | null;
  /** Between the title and the table. */
  readonly before?: ReactNode;
  /** The heads of the columns: cells. */
  readonly head: ReactNode;
  /** Below the table. */
  readonly foot?: ReactNode;
  /** The lines. */
  readonly children: ReactNode;
}

/** A table with its title, and what stands there before it, without it and instead of it. */
export function TableCard(props: TableCardProps) {
  const { id, title, query, count, error = null, none, before, head, foot, children } = props;
  if (none === null && !count && query.error === null) return null;
  return (
    <section className="card" data-flush aria-labelledby={id}>
      <h2 id={id} className="flush-title">
        {title}
      </h2>
      {before}
      <Problem error={query.error} onRetry={() => void query.refetch()} />
      <Problem error={error} />
      {count === undefined && query.isPending ? <Loading /> : null}
      {count === 0 && none !== null ? <p className="none">{none}</p> : null}
      {count ? (
        <table className="table" aria-labelledby={id}>
          <thead>
            <tr>{head}</tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      ) : null}
      {foot}
    </section>
  );
}
