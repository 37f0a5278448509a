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
