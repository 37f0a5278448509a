import { hash } from 'node:crypto';
import type { Amount } from '../../../amount';
import type { LedgerWord } from '../../../platform/ledger/ledger-client';
import type { Wire } from '../../../platform/ledger/wire';

/**
 * A transaction in the log of the server's account, as it was read: one, however many lines the log has of it. Lines that
 * tell different things of one id are two: the network may have used an id that was never given for another one.
 */
export interface KeptTransaction {
  readonly id: string;
  /** The server's account. */
  readonly ledgerAddress: string;
  /** From that account, or to it. */
  readonly direction: 'sent' | 'received';
  /** `NNNN:MMMMMMMM:PPPP`. */
  readonly transactionId: string;
  /** When the log had it first. */
  readonly time: Date;
  /**
   * `closed` is asked for again while a replaced block is looked for, then kept: the node may forget it. Every other
   * word is always asked for again.
   */
  readonly word: LedgerWord['state'];
  /** Number in the account's chain; null: it was received. */
  readonly messageId: number | null;
  readonly sender: string;
  /** All that was sent, or what came here. Unit: 10^-11 coins. */
  readonly amount: Amount;
  /** The payees, each once; empty for a transaction that was received or is no transfer. */
  readonly wires: readonly Wire[];
  /** 64 lower-case hex digits; null: it was sent, or carries none. */
  readonly message: string | null;
  /** Hex, upper-case; null: it was received, or no closed block was seen. */
  readonly signature: string | null;
  /** When the closed block begins that has it, or had it until it was replaced; null: none was seen. */
  readonly block: Date | null;
}

/** The part of the log that was read without a gap. */
export interface LogReading {
  /** Of the first line. What the log had before, and in this second, is not known whole. */
  readonly begin: Date;
  /** Of the last transaction that is kept; null: none is. */
  readonly readTo: Date | null;
}

/** Of what was sent: it has one number of the chain. */
export function sentIdOf({
  ledgerAddress,
  transactionId,
  messageId,
}: Pick<KeptTransaction, 'ledgerAddress' | 'transactionId' | 'messageId'>): string {
  return hash('sha256', `${ledgerAddress} sent ${transactionId} ${messageId}`).slice(0, 32);
}
