import { invalid } from '../../errors';

/** The place of a page in a table. */
export interface TablePageInfo {
  readonly page: number;
  readonly lastPage: number;
}

/** A request for a page of a table. */
export interface TablePage {
  /** Rows of a page, above 0; more than `most` is cut. null: `usual`. */
  readonly first: number | null;
  /** From 1; null: 1. */
  readonly page: number | null;
  readonly usual: number;
  readonly most: number;
}

/** The part of a table of so many rows that a page shows. */
export interface TablePart {
  readonly offset: number;
  readonly limit: number;
  readonly pageInfo: TablePageInfo;
}

export function pageOfTable({ first, page, usual, most }: TablePage, rows: number): TablePart {
  const limit = Math.min(first ?? usual, most);
  const shown = page ?? 1;
  const lastPage = Math.max(1, Math.ceil(rows / limit));
  return { offset: (shown - 1) * limit, limit, pageInfo: { page: shown, lastPage } };
}

/** A page of a table, as it is now. */
export interface ReadTable<Node> {
  readonly nodes: readonly Node[];
  /** Rows of all pages. */
  readonly totalCount: number;
  readonly pageInfo: TablePageInfo;
}

/** The rows of a table that a store is to read, and their order. */
export interface TableRange<Order extends string> extends Pick<TablePart, 'offset' | 'limit'> {
  readonly order: Order;
  readonly isDescending: boolean;
}

/** Reads a page of a table that the database puts in order. */
export async function readTable<Node>(
  page: TablePage,
  store: {
    readonly count: () => Promise<number>;
    readonly list: (part: Pick<TablePart, 'offset' | 'limit'>) => Promise<readonly Node[]>;
  },
): Promise<ReadTable<Node>> {
  const totalCount = await store.count();
  const { offset, limit, pageInfo } = pageOfTable(page, totalCount);
  return { nodes: await store.list({ offset, limit }), totalCount, pageInfo };
}

/** @throws {AppError} `VALIDATION_FAILED` for a text that is longer than what is searched */
export function assertShortSearch(search: string, longest: number): void {
  if (search.length > longest)
    throw invalid({ search: [`must have at most ${longest} characters`] });
}
