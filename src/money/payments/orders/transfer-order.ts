import type { Amount } from '../../../amount';
import type { Book } from '../../books/book';

/**
 * How far a transfer is that was ordered. One that is `returned` is not sent again by itself; what is `confirmed` is
 * `prepared` again where its block was replaced.
 */
export const transferOrderStates = ['waiting', 'prepared', 'confirmed', 'returned'] as const;
export type TransferOrderState = (typeof transferOrderStates)[number];

/** A single transfer that says something, which the settler makes for others: nobody else uses the account that pays. */
export interface TransferOrder {
  readonly id: string;
  /** On the ledger: `0001-00000001-8B4E`. */
  readonly recipient: string;
  /** Unit: 10^-11 coins; the network's fee comes on top. */
  readonly amount: Amount;
  /** 64 lower-case hex digits. */
  readonly message: string;
  /** The book that it is paid from. */
  readonly book: Book;
  readonly state: TransferOrderState;
  readonly orderedAt: Date;
  readonly endedAt: Date | null;
  /** `NNNN:MMMMMMMM:PPPP`; null before it is confirmed. */
  readonly transactionId: string | null;
  /** Why it waits, or was returned; null: nothing to say. */
  readonly reason: string | null;
}
