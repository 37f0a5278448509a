import type { Amount } from '../../amount';

/** An account that a transfer to several accounts pays, with its part. */
export interface Wire {
  readonly address: string;
  /** Unit: 10^-11 coins. */
  readonly amount: Amount;
}
