import { type Book, fundsOf } from '../books/book';
import type { JournalEntry } from '../books/journal-entry';
import type { Deposit } from './deposit';

/** Ids of entries that take deposits in begin with it. */
export const receivedPrefix = 'ledger-deposit:';

export const receivedEntryId = (depositId: string): string => `${receivedPrefix}${depositId}`;
export const assignedEntryId = (depositId: string): string =>
  `ledger-deposit-assigned:${depositId}`;

/** Takes a deposit in: to the funds of whom it names, or to where it waits for somebody. */
export function receivedEntry(deposit: Deposit): JournalEntry {
  const to: Book = deposit.accountId === null ? 'clearing:deposits' : fundsOf(deposit.accountId);
  return entryOf(deposit, { id: receivedEntryId(deposit.id), to, from: 'outside:deposits' });
}

/** Gives a deposit to somebody that it did not name. */
export function assignedEntry(deposit: Deposit & { readonly accountId: string }): JournalEntry {
  const to = fundsOf(deposit.accountId);
  return entryOf(deposit, { id: assignedEntryId(deposit.id), to, from: 'clearing:deposits' });
}

function entryOf(
  { amount, bookedAt, transactionId }: Deposit,
  { id, to, from }: { readonly id: string; readonly to: Book; readonly from: Book },
): JournalEntry {
  return {
    ...{ id, kind: 'deposit', at: bookedAt, memo: transactionId },
    lines: [
      { book: to, amount },
      { book: from, amount: -amount },
    ],
  };
}
