import { type Book, fundsOf } from '../books/book';
import type { JournalEntry } from '../books/journal-entry';
import type { Deposit } from './deposit';

/** Ids of entries that take deposits in begin with it. */
export const receivedPrefix = 'ledger-deposit:';

const receivedEntryId = (depositId: string): string => `${receivedPrefix}${depositId}`;
type Given = Pick<Deposit, 'id' | 'unassignments'>;

/** The entry by which one was given to who has it now, or is to get it. */
export const assignedEntryId = ({ id, unassignments }: Given): string =>
  unassignments === 0
    ? `ledger-deposit-assigned:${id}`
    : `ledger-deposit-assigned:${id}:${unassignments}`;

const unassignedEntryId = ({ id, unassignments }: Given): string =>
  `ledger-deposit-unassigned:${id}:${unassignments}`;

/** The ids of all entries that may have booked it. */
export function entryIdsOf({ id, unassignments: last }: Given): readonly string[] {
  const times = Array.from({ length: last }, (_, unassignments) => ({ id, unassignments }));
  return [
    receivedEntryId(id),
    ...times.flatMap((time) => [assignedEntryId(time), unassignedEntryId(time)]),
    assignedEntryId({ id, unassignments: last }),
  ];
}

/** Takes a deposit in: to the funds of whom it names, or to where it waits for somebody. */
export function receivedEntry(deposit: Deposit): JournalEntry {
  const to: Book = deposit.accountId === null ? 'clearing:deposits' : fundsOf(deposit.accountId);
  return entryOf(deposit, { id: receivedEntryId(deposit.id), to, from: 'outside:deposits' });
}

/** Gives a deposit to somebody that it did not name. */
export function assignedEntry(deposit: Deposit & { readonly accountId: string }): JournalEntry {
  const to = fundsOf(deposit.accountId);
  return entryOf(deposit, { id: assignedEntryId(deposit), to, from: 'clearing:deposits' });
}

/** Takes it back from who was not meant. @param deposit as it was until then */
export function unassignedEntry(deposit: Deposit & { readonly accountId: string }): JournalEntry {
  const from = fundsOf(deposit.accountId);
  return entryOf(deposit, { id: unassignedEntryId(deposit), to: 'clearing:deposits', from });
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
