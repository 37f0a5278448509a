import type { Amount } from '../../../amount';
import type { TablePageInfo } from '../../../platform/lists/table';
import type { PocketName } from '../statement';
import type { BookedSum } from './booked-day';

/** A pocket of an account over some days. */
export interface PocketChange {
  readonly pocket: PocketName;
  /** Unit: 10^-11 coins, as all of these. When the first day began. */
  readonly opening: Amount;
  readonly incoming: Amount;
  /** Not below 0. */
  readonly outgoing: Amount;
  /** When the last day ended; now where the day is not over. */
  readonly closing: Amount;
}

/** A sum of a day. */
export interface StatementRow extends BookedSum {
  /** Start of the day (UTC). */
  readonly day: Date;
}

/** The statement of an account over some days (UTC). */
export interface AccountStatement {
  readonly pockets: readonly PocketChange[];
  /** The newest day first, and of a day the largest amounts. */
  readonly rows: readonly StatementRow[];
}

/** A page of its rows. */
export interface AccountStatementPage extends AccountStatement {
  /** Rows of all pages. */
  readonly totalCount: number;
  readonly pageInfo: TablePageInfo;
}
