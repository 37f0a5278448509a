import type { Amount } from '../../amount';
import { dayMs, hourMs } from '../../time';

/** The views that another server was shown on credit, and how far it has paid for them. */
export interface PeerCredit {
  /** Accepted views of the server's creatives on our sites, from the beginning. */
  readonly views: number;
  /** 10^-11 coins that the server has paid, for whatever reason. */
  readonly received: Amount;
  /** When the server first paid for a view; null: never. */
  readonly firstPaidAt: Date | null;
  /** The latest hour with a view that the server has paid for; null: there is none. */
  readonly paidTo: Date | null;
}

/** Views that a server gets on credit before it has paid for any. @see docs/contract.md §10 */
const mostUnpaidViews = 5_000;
/** A server with this many views of overdue hours, and no payment since, is stopped. */
export const mostOverdueViews = 1_000;
/** An hour is overdue this long after its end. */
export const overdueAfterMs = 72 * hourMs;
/** A campaign competes by the prices that were paid for its views of this time; servers forget older hours. */
export const pricedFromMs = 7 * dayMs;

/** Says that the credit is used up: the server's campaigns wait for its first payment. */
export function isUsedUp({ views, firstPaidAt }: PeerCredit): boolean {
  return firstPaidAt === null && views >= mostUnpaidViews;
}
