import type { Amount } from '../../amount';

/** The share of one account in a transfer. */
export interface Wire {
  readonly address: string;
  /** Unit: 10^-11 coins. */
  readonly amount: Amount;
}
