/** The arguments of every table, parsed. */
export interface TableParams {
  /** Part of the texts that are searched, in capitals or not; empty: any text. */
  readonly search: string;
  readonly isDescending: boolean;
  /** The time of the figures that it is put in order by. */
  readonly from: Date;
  readonly to: Date;
  /** Rows of a page, from 1; default 10, at most 100: more is cut. */
  readonly first: number | null;
  /** From 1; default 1. */
  readonly page: number | null;
}
