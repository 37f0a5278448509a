import type { JournalEntry } from '../../books/journal-entry';
import { type Book, earningsOf, fundsOf } from '../../books/book';
import type { Payment, PaymentBatch } from '../payment';

/** The book that a payment is made from. */
function sourceOf({ kind, accountId }: Pick<Payment, 'kind' | 'accountId'>): Book {
  return kind === 'earnings' ? earningsOf(accountId) : 'clearing:withdrawals';
}

/** Takes a payment out of its book: what is on its way is cleared by what the ledger says. */
export function preparedEntry(payment: Payment, at: Date): JournalEntry {
  const { id, amount } = payment;
  return {
    id: `payment:${id}`,
    kind: 'payment',
    at,
    lines: [
      { book: sourceOf(payment), amount: -amount },
      { book: 'clearing:payments', amount },
    ],
    memo: null,
  };
}

/** Makes a payment earnings or funds again that can never be applied any more. */
export function returnedEntry({ id, kind, accountId, amount }: Payment, at: Date): JournalEntry {
  return {
    id: `payment-returned:${id}`,
    kind: 'payment',
    at,
    lines: [
      { book: 'clearing:payments', amount: -amount },
      { book: kind === 'earnings' ? earningsOf(accountId) : fundsOf(accountId), amount },
    ],
    memo: null,
  };
}

type Confirmed = Pick<PaymentBatch, 'id' | 'amount' | 'replacements'>;

const confirmedEntryId = ({ id, replacements }: Confirmed): string =>
  replacements === 0 ? `payments-confirmed:${id}` : `payments-confirmed:${id}:${replacements}`;

/** Lets a transaction's payments leave the books: the ledger has them in a closed block. */
export function confirmedEntry(
  batch: Confirmed,
  { at, transactionId }: { readonly at: Date; readonly transactionId: string },
): JournalEntry {
  const { amount } = batch;
  return {
    id: confirmedEntryId(batch),
    kind: 'payment',
    at,
    lines: [
      { book: 'clearing:payments', amount: -amount },
      { book: 'outside:payments', amount },
    ],
    memo: transactionId,
  };
}

/** Puts them on their way again: the block that had them was replaced. @param batch as it was until then */
export function reopenedEntry(
  batch: Confirmed,
  { at, transactionId }: { readonly at: Date; readonly transactionId: string | null },
): JournalEntry {
  const { id, amount, replacements } = batch;
  return {
    id: `payments-reopened:${id}:${replacements + 1}`,
    kind: 'reversal',
    reverses: confirmedEntryId(batch),
    at,
    lines: [
      { book: 'clearing:payments', amount },
      { book: 'outside:payments', amount: -amount },
    ],
    memo: transactionId,
  };
}
