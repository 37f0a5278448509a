import type { Amount } from '../../amount';

/** What one account gets by a transfer. */
export interface Wire {
  readonly address: string;
  /** Unit: 10^-11 coins. */
  readonly amount: Amount;
}
