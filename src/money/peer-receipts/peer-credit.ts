import type { Amount } from '../../amount';
import { dayMs, hourMs } from '../../time';

/** The views that another server was trusted with, and how far it has paid for them. */
export interface PeerCredit {
  /** Accepted views of its creatives on our sites, since it is known. */
  readonly views: number;
  /** Coins that came from it, 10^-11, for whatever they are. */
  readonly received: Amount;
  /** When it first paid for a view; null: it never has. */
  readonly firstPaidAt: Date | null;
  /** The latest hour with a view that it has paid for; null: there is none. */
  readonly paidTo: Date | null;
}

/** Views that a server is trusted with before it has ever paid for one. @see docs/contract.md §10 */
const mostUnpaidViews = 5_000;
/** As many views of hours that are long over, and nothing paid since, stop a server. */
export const mostOverdueViews = 1_000;
/** An hour is to be paid for by so long after its end. */
export const overdueAfterMs = 72 * hourMs;
/** A campaign competes by what was paid for its views of so long; servers forget what is older. */
export const pricedFromMs = 7 * dayMs;

/** Says that a server's campaigns wait till it pays for the first time. */
export function isUsedUp({ views, firstPaidAt }: PeerCredit): boolean {
  return firstPaidAt === null && views >= mostUnpaidViews;
}
