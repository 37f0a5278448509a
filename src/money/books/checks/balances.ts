import { type Amount, formatAmount } from '../../../amount';
import type { DatabaseSession } from '../../../platform/database/transaction';
import type { Book } from '../book';
import type { JournalEntry } from '../journal-entry';
import type { BookCheck, BookCheckContext } from './book-check';

/** Longer than booking an entry may take, and than clocks of gateways differ. */
const settledAfterMs = 5 * 60 * 1000;

type Sums = ReadonlyMap<Book, Amount>;

/**
 * What was booked a while ago stays as it is and is summed up at leisure; the rest, and the balances, are read as they
 * were at one moment.
 */
export const balances: BookCheck = {
  name: 'balances',
  proves: 'the balance of each book is the sum of its lines',
  start(ctx) {
    const since = new Date(ctx.now().getTime() - settledAfterMs);
    const settled = new Map<Book, Amount>();
    let checked = 0;
    return {
      read(entry) {
        if (entry.at < since) addLines(settled, entry);
        return null;
      },
      end: () =>
        ctx.inTransaction(async (session) => {
          const sums = new Map(settled);
          for await (const entry of ctx.books.streamBookedSince(since, session))
            addLines(sums, entry);
          checked = sums.size;
          return compare(ctx, sums, session);
        }),
      checked: () => checked,
    };
  },
};

function addLines(sums: Map<Book, Amount>, { lines }: JournalEntry): void {
  for (const { book, amount } of lines) sums.set(book, (sums.get(book) ?? 0n) + amount);
}

async function compare(
  { books }: BookCheckContext,
  sums: Sums,
  session: DatabaseSession,
): Promise<string | null> {
  const left = new Set(sums.keys());
  for await (const [book, balance] of books.streamBalances(session)) {
    const sum = sums.get(book);
    if (sum === undefined) return `${book} has a balance, but no entry names it`;
    if (sum !== balance)
      return `the balance of ${book} is ${formatAmount(balance)}, its lines sum to ${formatAmount(sum)}`;
    left.delete(book);
  }
  const [missing] = [...left].sort();
  return missing === undefined ? null : `${missing} has lines, but no balance`;
}
