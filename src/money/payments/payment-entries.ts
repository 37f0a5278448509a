import type { JournalEntry } from '../books/journal-entry';
import { type Book, earningsOf, fundsOf } from '../books/book';
import type { Payment, PaymentBatch } from './payment';

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
