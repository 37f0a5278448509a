import type { Amount } from '../../../amount';
import type { RejectionReason } from '../verdict';

/** One reason to pay nothing. Pure. */
export interface VerdictRule {
  readonly reason: RejectionReason;
  /** For advertisers and publishers. */
  readonly description: string;
}

/** The money that an event or a conversion would take, and the money that is there. */
export interface SpendingFacts {
  /** USD that it would cost now: 0 while its confirmation is not there. */
  readonly price: Amount;
  /** USD. Of its clock hour, as it was set when it happened. */
  readonly budget: Amount;
  /** USD of its clock hour that are spent. */
  readonly spent: Amount;
  /** USD that the budgets of its day and in all leave; null: there are none. */
  readonly leftOfPeriods: Amount | null;
  /** Unit: 10^-11 coins. */
  readonly charge: Amount;
  /** Funds and credit, 10^-11 coins; null: without limit. */
  readonly means: Amount | null;
}
