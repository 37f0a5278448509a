import { hash } from 'node:crypto';
import type { ClosedTransaction } from '../../platform/ledger/closed-transaction';
import type { ReceivedEntry } from '../../platform/ledger/log-page';

/** A transfer in the log of the server's account. It is no deposit before a closed block has it that is deep enough. */
export interface AwaitedTransfer extends ReceivedEntry {
  /** 32 lower-case hex: see {@link awaitedIdOf}. */
  readonly id: string;
  /** The server's account. */
  readonly ledgerAddress: string;
  /** When the closed block begins that has it, but is not deep enough yet; null: none was seen. */
  readonly block: Date | null;
}

/**
 * Names a line of the log: the same line has the same id, however often it stands there. Two lines that tell different
 * things of one transaction have two: the network may have used an id that never came to be for somebody else.
 *
 * @see docs/ledger-protocol.md §17.4
 */
export function awaitedIdOf(
  ledgerAddress: string,
  {
    transactionId,
    sender,
    amount,
    message,
  }: Pick<ReceivedEntry, 'transactionId' | 'sender' | 'amount' | 'message'>,
): string {
  const line = [ledgerAddress, transactionId, sender, amount, message].join(' ');
  return hash('sha256', line).slice(0, 32);
}

/** Says that a closed block has the very transfer that the log tells of. */
export function isShownBy(
  {
    sender,
    amount,
    message,
    ledgerAddress,
  }: Pick<AwaitedTransfer, 'sender' | 'amount' | 'message' | 'ledgerAddress'>,
  closed: ClosedTransaction,
): boolean {
  return (
    closed.sender === sender &&
    closed.message === message &&
    closed.wires.some((wire) => wire.address === ledgerAddress && wire.amount === amount)
  );
}
