import type { JournalEntry } from '../books/journal-entry';
import { earningsOf } from '../books/book';
import type { Payment, PaymentBatch } from './payment';

/** Takes a payment out of earnings: what is on its way is cleared by what the ledger says. */
export function preparedEntry({ id, accountId, amount }: Payment, at: Date): JournalEntry {
  return {
    id: `payment:${id}`,
    kind: 'payment',
    at,
    lines: [
      { book: earningsOf(accountId), amount: -amount },
      { book: 'clearing:payments', amount },
    ],
    memo: null,
  };
}

/** Makes a payment earnings again that can never be applied any more. */
export function returnedEntry({ id, accountId, amount }: Payment, at: Date): JournalEntry {
  return {
    id: `payment-returned:${id}`,
    kind: 'payment',
    at,
    lines: [
      { book: 'clearing:payments', amount: -amount },
      { book: earningsOf(accountId), amount },
    ],
    memo: null,
  };
}

/** Lets a transaction's payments leave the books: the ledger has them in a closed block. */
export function confirmedEntry(
  { id, amount }: Pick<PaymentBatch, 'id' | 'amount'>,
  { at, transactionId }: { readonly at: Date; readonly transactionId: string },
): JournalEntry {
  return {
    id: `payments-confirmed:${id}`,
    kind: 'payment',
    at,
    lines: [
      { book: 'clearing:payments', amount: -amount },
      { book: 'outside:payments', amount },
    ],
    memo: transactionId,
  };
}
