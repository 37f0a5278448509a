import type { Amount } from '../../amount';
import type { Unpaid } from '../payments/due/payout-rules';

/** How far a withdrawal is before there is a payment of it, and after it has been given up. */
export const withdrawalSteps = [
  'unconfirmed',
  'unapproved',
  'approved',
  'prepared',
  'cancelled',
  'rejected',
  'expired',
] as const;
export type WithdrawalStep = (typeof withdrawalSteps)[number];

/** Steps in which the money is neither funds nor on its way. */
export const openSteps: readonly WithdrawalStep[] = ['unconfirmed', 'unapproved', 'approved'];

/** Funds that are to leave an account for its payout address. */
export interface Withdrawal {
  /** Its payment has the same id. */
  readonly id: string;
  readonly accountId: string;
  /** The name that its owner gave it: to give it again asks for nothing more. */
  readonly reference: string;
  /** Unit: 10^-11 coins; the network's fee comes on top and is the operator's. */
  readonly amount: Amount;
  /** `ads:0001-00000001-8B4E`: the payout address when it was asked for. It goes nowhere else. */
  readonly address: string;
  readonly step: WithdrawalStep;
  readonly requestedAt: Date;
  /** SHA-256 of the token of the mail's link, hex, while it is unconfirmed; null: none was sent. */
  readonly tokenHash: string | null;
  /** When what is unconfirmed becomes funds again. */
  readonly expiresAt: Date;
  /** When it was confirmed or approved, the later one. */
  readonly approvedAt: Date | null;
  /** When it became funds again by its owner, the operator or itself. */
  readonly endedAt: Date | null;
  /** Why the operator has rejected it. */
  readonly reason: string | null;
}

/** A withdrawal as it would be now. */
export interface WithdrawalQuote {
  /** Unit: 10^-11 coins, as all of these. What may be withdrawn now. */
  readonly free: Amount;
  /** Less is not paid out. */
  readonly least: Amount;
  /** The network's fee for it: the operator pays that. */
  readonly networkFee: Amount;
  /** Where it would go: `ads:0001-00000001-8B4E`; null: there is no payout address. */
  readonly address: string | null;
  /** Why nothing would be paid out now; null: it would. */
  readonly heldReason: string | null;
  /** The same with what it names. */
  readonly unpaid: Unpaid | null;
}
