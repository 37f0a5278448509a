import type { Amount } from '../../../amount';

/** Earnings, or funds that are withdrawn, which are to be paid. */
export interface DuePayee {
  readonly accountId: string;
  readonly address: string;
  /** Unit: 10^-11 coins; what the account has earned by final hours and not been paid, or what is withdrawn. */
  readonly amount: Amount;
  /** Since when it is due, about: the withdrawal is approved, or earnings have been enough or old enough. */
  readonly waitingSince: Date;
  /** Since when there have been earnings, about; null: a withdrawal. */
  readonly earnedFrom: Date | null;
  /** True where it is stored since when the payee waits. */
  readonly isNoted: boolean;
  /** null: earnings. */
  readonly withdrawalId: string | null;
}

/** Payees in the order in which they are paid, as they are read at once. */
export interface DuePage {
  readonly due: readonly DuePayee[];
  /** The settler's to be noted before any of them is paid; null: nothing. */
  readonly notes: DueNotes | null;
}

/** Facts about payees that a look at them has brought, by their accounts: most need none of these. */
export interface DueNotes {
  readonly at: Date;
  /** Their earnings wait from now on. */
  readonly newlyUnpaid: readonly string[];
  /** They are due from now on, and there may not be enough for them. */
  readonly newlyDue: readonly string[];
  /** Something else keeps them from being paid. */
  readonly notDue: readonly string[];
  /** The books keep many hours of these accounts: those before a final hour are forgotten. */
  readonly forget: { readonly accountIds: readonly string[]; readonly before: Date };
}
