import type { Amount } from '../../amount';
import type { ChainPosition } from '../../platform/ledger/ledger-client';

/** How far a payment is. What is `returned` stays so; what is `confirmed` is `sent` again where its block was replaced. */
export const paymentStates = ['prepared', 'sent', 'confirmed', 'returned'] as const;
export type PaymentState = (typeof paymentStates)[number];

/** The kind of money that is paid. */
export const paymentKinds = ['earnings', 'withdrawal'] as const;
export type PaymentKind = (typeof paymentKinds)[number];

/** Earnings of one account, or funds that it withdraws, on their way to one address. */
export interface Payment {
  /** The id of a withdrawal. So there is one payment of it, if any. */
  readonly id: string;
  readonly kind: PaymentKind;
  readonly accountId: string;
  /** On the ledger: `0001-00000001-8B4E`. */
  readonly address: string;
  /** Unit: 10^-11 coins; the network's fee comes on top and is the operator's. */
  readonly amount: Amount;
  readonly state: PaymentState;
  /** Since when it was earned, about; null: since ever, or not earned. */
  readonly earnedFrom: Date | null;
  /** Since when it has been due, about: its place in the order, should it be returned; null: not kept. */
  readonly dueSince: Date | null;
  /** The payment takes earnings of hours before this hour; null: of any hour, or it takes no earnings. */
  readonly earnedUntil: Date | null;
  /** Hours of sites that it leaves, as they were under review, by `heldKeyOf`; absent: none. */
  readonly heldHours?: readonly string[];
  readonly preparedAt: Date;
  readonly sentAt: Date | null;
  readonly confirmedAt: Date | null;
  readonly returnedAt: Date | null;
  /** `NNNN:MMMMMMMM:PPPP`; null before it is confirmed. */
  readonly transactionId: string | null;
  /** Why it was returned, or waits; null: nothing to say. */
  readonly reason: string | null;
}

/**
 * The purpose of a transaction of the account that pays: it makes payments, makes one transfer that says something, or
 * tells the whole network something.
 */
export const transactionKinds = ['transfer', 'message', 'broadcast'] as const;
export type TransactionKind = (typeof transactionKinds)[number];

/**
 * One transaction of the account that pays. Several may be signed for one position of the account's chain: the ledger can
 * take only one of them.
 */
export interface SignedTransaction {
  readonly id: string;
  readonly kind: TransactionKind;
  readonly state: PaymentState;
  /** True where the bytes are not sent any more. They may have been sent, and the ledger may still take them. */
  readonly isAbandoned: boolean;
  /** The account that pays. */
  readonly sender: string;
  /** The place in the account's chain that it is signed for. */
  readonly position: ChainPosition;
  /** Where the chain stands after it. */
  readonly next: ChainPosition;
  /** Hex, as `send_again` takes both. */
  readonly data: string;
  readonly signature: string;
  /** A time before its first byte left; null: none has. */
  readonly sentAt: Date | null;
  /** Signed time. */
  readonly time: Date;
  readonly fee: Amount;
  readonly preparedAt: Date;
  readonly transactionId: string | null;
  /** The last words of the ledger when it was sent; null: none. */
  readonly problem: string | null;
  /** Why nothing decides on it, though the chain is past it; null: it is not, or waits for a block to close. */
  readonly undecided: Undecided | null;
  /** Where and since when the ledger confirms it; null: it does not, or did so before that was kept. */
  readonly proof: BatchProof | null;
  /** How often a block that had it was replaced. */
  readonly replacements: number;
}

/** A transaction with what it is for: payments, an order, or neither, as a broadcast is. */
export interface PaymentBatch extends SignedTransaction {
  /** Coins that others get by it: of a broadcast 0. */
  readonly amount: Amount;
  readonly paymentIds: readonly string[];
  /** The order of a transfer that says something; null: it is of another kind. */
  readonly orderId: string | null;
  /** Since when payments go before it, as the ledger has refused it; null: they do not, or it makes payments itself. */
  readonly asideSince: Date | null;
}

export interface BatchProof {
  /** When the block of its transaction begins. */
  readonly block: Date;
  readonly confirmedAt: Date;
}

/** No id of the account's log proves what became of a batch. @see docs/ledger-protocol.md §17.4 */
export interface Undecided {
  readonly reason: string;
  readonly since: Date;
  /** When the ledger was asked last. */
  readonly lookedAt: Date;
}

export function isSamePosition(one: ChainPosition, other: ChainPosition): boolean {
  return one.messageId === other.messageId && one.hash === other.hash;
}
