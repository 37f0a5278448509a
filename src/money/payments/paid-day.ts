import type { Amount } from '../../amount';

/** Payments of the server on a day (UTC), by transactions that the ledger has in a closed block. */
export interface PaidDay {
  /** Its start. */
  readonly day: Date;
  /** Unit: 10^-11 coins, as of the fees. */
  readonly amount: Amount;
  /** The network's fees, which come on top. */
  readonly networkFees: Amount;
  readonly transactions: number;
}
