import { type Book, fundsOf } from '../books/book';
import type { JournalEntry } from '../books/journal-entry';
import type { Deposit } from './deposit';

/** Ids of entries that take deposits in begin with it. */
export const receivedPrefix = 'ledger-deposit:';

const receivedEntryId = (depositId: string): string => `${receivedPrefix}${depositId}`;
const becameReceiptEntryId = (depositId: string): string => `ledger-deposit-receipt:${depositId}`;
const noReceiptEntryId = (depositId: string): string => `ledger-deposit-no-receipt:${depositId}`;

type Given = Pick<Deposit, 'id' | 'unassignments'>;
type Reversed = Pick<Deposit, 'id' | 'reversals'>;

const reversedEntryId = ({ id, reversals }: Reversed): string =>
  `ledger-deposit-reversed:${id}:${reversals}`;

const restoredEntryId = ({ id, reversals }: Reversed): string =>
  `ledger-deposit-restored:${id}:${reversals}`;

/** The entry that gives a deposit to the account that an operator names; each assignment has an entry of its own. */
export const assignedEntryId = ({ id, unassignments }: Given): string =>
  unassignments === 0
    ? `ledger-deposit-assigned:${id}`
    : `ledger-deposit-assigned:${id}:${unassignments}`;

const unassignedEntryId = ({ id, unassignments }: Given): string =>
  `ledger-deposit-unassigned:${id}:${unassignments}`;

/** The ids of all entries that may have booked a deposit. */
export function entryIdsOf({ id, unassignments, reversals }: Given & Reversed): readonly string[] {
  const unassigned = Array.from({ length: unassignments }, (_, at) => ({ id, unassignments: at }));
  const reversed = Array.from({ length: reversals }, (_, at) => ({ id, reversals: at + 1 }));
  return [
    receivedEntryId(id),
    becameReceiptEntryId(id),
    noReceiptEntryId(id),
    ...reversed.flatMap((one) => [reversedEntryId(one), restoredEntryId(one)]),
    ...unassigned.flatMap((one) => [assignedEntryId(one), unassignedEntryId(one)]),
    assignedEntryId({ id, unassignments }),
  ];
}

/** Takes a deposit in: to the funds of the account that it names, else to the book where it waits. */
export function receivedEntry(deposit: Deposit): JournalEntry {
  const id = receivedEntryId(deposit.id);
  return entryOf(deposit, { id, to: bookOfDeposit(deposit), from: 'outside:deposits' });
}

/** Takes a deposit out again, from the book that has it: its block was replaced. @param deposit as it is from then on */
export function reversedEntry(deposit: Deposit, at: Date): JournalEntry {
  const id = reversedEntryId(deposit);
  const entry = entryOf(deposit, { id, to: 'outside:deposits', from: bookOfDeposit(deposit) });
  return { ...entry, kind: 'reversal', at, reverses: receivedEntryId(deposit.id) };
}

/** Takes a deposit in again, to the book that it was taken from: a block has it again. */
export function restoredEntry(deposit: Deposit): JournalEntry {
  const id = restoredEntryId(deposit);
  return entryOf(deposit, { id, to: bookOfDeposit(deposit), from: 'outside:deposits' });
}

/** The book that has a deposit; a receipt is divided from there. */
export function bookOfDeposit({ accountId, peer }: Pick<Deposit, 'accountId' | 'peer'>): Book {
  if (accountId !== null) return fundsOf(accountId);
  return peer === null ? 'clearing:deposits' : 'clearing:peers';
}

/** Makes a receipt of a deposit that names nobody: its sender has turned out to be another server. */
export function becameReceiptEntry(deposit: Deposit): JournalEntry {
  const id = becameReceiptEntryId(deposit.id);
  return entryOf(deposit, { id, to: 'clearing:peers', from: 'clearing:deposits' });
}

/** Makes a receipt a deposit that names nobody: an operator has said that it is no receipt. */
export function noReceiptEntry(deposit: Deposit): JournalEntry {
  const id = noReceiptEntryId(deposit.id);
  return entryOf(deposit, { id, to: 'clearing:deposits', from: 'clearing:peers' });
}

/** Gives a deposit to an account that it did not name. */
export function assignedEntry(deposit: Deposit & { readonly accountId: string }): JournalEntry {
  const to = fundsOf(deposit.accountId);
  return entryOf(deposit, { id: assignedEntryId(deposit), to, from: 'clearing:deposits' });
}

/** Takes a deposit back from an account that it was not meant for. @param deposit as it was until then */
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
