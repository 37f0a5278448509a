import type { Amount } from '../../amount';

/** The earnings of a site for its publisher by events of one clock hour. */
export interface EarnedPart {
  readonly siteId: string;
  readonly hour: Date;
  /** Unit: 10^-11 coins. */
  readonly amount: Amount;
}
