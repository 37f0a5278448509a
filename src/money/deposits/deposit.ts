import { hash } from 'node:crypto';
import type { Amount } from '../../amount';
import type { BlockProof } from '../../platform/ledger/replaced-block';
import { awaitedIdOf } from './awaited-transfer';

/** Coins that somebody has sent to the server's account on the ledger, in a closed block. */
export interface Deposit {
  /** 32 lower-case hex: see {@link depositIdsOf}. */
  readonly id: string;
  /** The server's account that got it. */
  readonly ledgerAddress: string;
  /** `NNNN:MMMMMMMM:PPPP`. */
  readonly transactionId: string;
  readonly sender: string;
  /** Unit: 10^-11 coins, above 0. */
  readonly amount: Amount;
  /** 64 lower-case hex digits; null for a transfer to many, which carries none. */
  readonly message: string | null;
  /** When the ledger's log has it. */
  readonly sentAt: Date;
  /** The account whose funds have it; null: nobody's yet. */
  readonly accountId: string | null;
  /** The other server that it is a receipt of, by its account on the ledger; null: it is none. */
  readonly peer: string | null;
  /** The receipt which it is, where that had come as another deposit first; null: a receipt that it is has its own id. */
  readonly receiptId: string | null;
  /** True where an operator has said that it is no receipt. */
  readonly isNoReceipt: boolean;
  /** When it came into these funds; for nobody's: when it was read. */
  readonly bookedAt: Date;
  /** How often it was taken back from an account that an operator had given it to. */
  readonly unassignments: number;
  /** Where and since when the ledger shows it; null: it does not, or did so before that was kept. */
  readonly proof: BlockProof | null;
  /** When it was taken back, as the block that had it was replaced; null: it was not, or has come back. */
  readonly reversedAt: Date | null;
  /** How often it was taken back so. */
  readonly reversals: number;
  /** The sender's message id of the transaction; null: the deposit was booked before that was kept. */
  readonly messageId: number | null;
  /** The deposit that the sender's transaction came again as, under another id of the ledger; null: it has not. */
  readonly successorId: string | null;
  /** When an operator has ended the waiting for it; null: nobody has, or it has come again. */
  readonly endedAt: Date | null;
  /** The transaction that the sender has sent by its number instead; null: none is known. */
  readonly endedById: string | null;
}

/** The members of a deposit that the log tells. */
export type Transfer = Pick<
  Deposit,
  'ledgerAddress' | 'transactionId' | 'sender' | 'amount' | 'message'
>;

/**
 * The ids that the deposit of a transfer may have. A transaction of the ledger is one deposit, whoever reads it, and
 * however often: the first id is of the transaction. The other one is for a transfer whose transaction's id the ledger
 * has used before, for another transfer in a block that was replaced.
 *
 * @see docs/ledger-protocol.md §17.4
 */
export function depositIdsOf(transfer: Transfer): readonly [first: string, other: string] {
  const { ledgerAddress, transactionId } = transfer;
  const first = hash('sha256', `${ledgerAddress} ${transactionId}`).slice(0, 32);
  return [first, awaitedIdOf(ledgerAddress, transfer)];
}

/** Says that two are one transfer: the same id of a transaction, with the same sender, amount and message. */
export const isSameTransfer = (one: Transfer, other: Transfer): boolean =>
  awaitedIdOf(one.ledgerAddress, one) === awaitedIdOf(other.ledgerAddress, other);
