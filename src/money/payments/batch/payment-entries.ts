import type { JournalEntry, JournalLine } from '../../books/journal-entry';
import { type Book, earningsOf, fundsOf } from '../../books/book';
import type { TransferOrder } from '../orders/transfer-order';
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

/** Takes an ordered transfer out of its book. */
export function orderPreparedEntry({ id, book, amount }: TransferOrder, at: Date): JournalEntry {
  return {
    id: `order:${id}`,
    kind: 'payment',
    at,
    lines: [
      { book, amount: -amount },
      { book: 'clearing:payments', amount },
    ],
    memo: null,
  };
}

/** Gives it back, as it can never be applied any more. */
export function orderReturnedEntry({ id, book, amount }: TransferOrder, at: Date): JournalEntry {
  return {
    id: `order-returned:${id}`,
    kind: 'payment',
    at,
    lines: [
      { book: 'clearing:payments', amount: -amount },
      { book, amount },
    ],
    memo: null,
  };
}

type Confirmed = Pick<PaymentBatch, 'id' | 'kind' | 'amount' | 'fee' | 'replacements'>;

/** Fees of payments are in no book. Those of the rest are the operator's cost. */
function confirmedLines({ kind, amount, fee }: Confirmed): readonly JournalLine[] {
  const paid = [
    { book: 'clearing:payments', amount: -amount },
    { book: 'outside:payments', amount },
  ] as const;
  const cost = [
    { book: 'fees:network', amount: -fee },
    { book: 'outside:network', amount: fee },
  ] as const;
  return [...(amount === 0n ? [] : paid), ...(kind === 'transfer' ? [] : cost)];
}

const confirmedEntryId = ({ id, replacements }: Confirmed): string =>
  replacements === 0 ? `payments-confirmed:${id}` : `payments-confirmed:${id}:${replacements}`;

/** Lets what a transaction pays leave the books: the ledger has it in a closed block. */
export function confirmedEntry(
  batch: Confirmed,
  { at, transactionId }: { readonly at: Date; readonly transactionId: string },
): JournalEntry {
  return {
    id: confirmedEntryId(batch),
    kind: 'payment',
    at,
    lines: confirmedLines(batch),
    memo: transactionId,
  };
}

/** Puts them on their way again: the block that had them was replaced. @param batch as it was until then */
export function reopenedEntry(
  batch: Confirmed,
  { at, transactionId }: { readonly at: Date; readonly transactionId: string | null },
): JournalEntry {
  const { id, replacements } = batch;
  return {
    id: `payments-reopened:${id}:${replacements + 1}`,
    kind: 'reversal',
    reverses: confirmedEntryId(batch),
    at,
    lines: confirmedLines(batch).map(({ book, amount }) => ({ book, amount: -amount })),
    memo: transactionId,
  };
}
