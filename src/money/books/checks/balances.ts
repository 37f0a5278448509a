import { type Amount, formatAmount } from '../../../amount';
import type { Book } from '../book';
import type { JournalEntry } from '../journal-entry';
import type { BookCheck } from './book-check';

/** Longer than booking an entry may take, and than clocks of gateways differ. */
const settledAfterMs = 5 * 60 * 1000;

/**
 * What was booked a while ago stays as it is and is summed up at leisure; the rest, and the balances, are read as they
 * were at one moment.
 */
export const balances: BookCheck = {
  name: 'balances',
  proves: 'the balance of each book is the sum of its lines',
  async run({ books, inTransaction, now }) {
    const since = new Date(now().getTime() - settledAfterMs);
    const settled = new Map<Book, Amount>();
    await addLines(settled, books.streamBooked({ before: since }));
    return inTransaction(async (session) => {
      const sums = new Map(settled);
      await addLines(sums, books.streamBooked({ since }, session));
      let checked = 0;
      for await (const [book, balance] of books.streamBalances(session)) {
        const sum = sums.get(book);
        if (sum === undefined)
          return { checked, problem: `${book} has a balance, but no entry names it` };
        if (sum !== balance)
          return {
            checked,
            problem: `the balance of ${book} is ${formatAmount(balance)}, its lines sum to ${formatAmount(sum)}`,
          };
        sums.delete(book);
        checked += 1;
      }
      const [left] = [...sums.keys()].sort();
      return { checked, problem: left === undefined ? null : `${left} has lines, but no balance` };
    });
  },
};

async function addLines(
  sums: Map<Book, Amount>,
  entries: AsyncIterable<JournalEntry>,
): Promise<void> {
  for await (const { lines } of entries)
    for (const { book, amount } of lines) sums.set(book, (sums.get(book) ?? 0n) + amount);
}
