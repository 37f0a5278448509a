import { type Amount, formatAmount } from '../../../amount';
import type { DatabaseSession } from '../../../platform/database/transaction';
import type { Book } from '../book';
import { hourIdOf, hourOfId } from '../../../hour';
import { type JournalEntry, type JournalLine, settledAfterMs } from '../journal-entry';
import type { BookCheck, BookCheckContext } from './book-check';

/** Kept sums are checked for the last two hours: those of others may be forgotten. */
const hoursBack = 1;

interface Sums {
  readonly ofBooks: Map<Book, Amount>;
  /** By book and number of the hour, with a blank between. */
  readonly ofHours: Map<string, Amount>;
  readonly firstHour: number;
}

/**
 * Older entries stay as they are and are summed up at leisure; the rest, and the balances, are read as they were at one
 * moment.
 */
export const balances: BookCheck = {
  name: 'balances',
  proves:
    'the balance of each book is the sum of its lines, and what it keeps of the last hours theirs',
  start(ctx) {
    const since = new Date(ctx.now().getTime() - settledAfterMs);
    const firstHour = hourIdOf(ctx.now()) - hoursBack;
    const settled: Sums = { ofBooks: new Map(), ofHours: new Map(), firstHour };
    let checked = 0;
    return {
      read(entry) {
        if (entry.at < since) addLines(settled, entry);
        return null;
      },
      end: () =>
        ctx.inTransaction(async (session) => {
          const sums: Sums = {
            ...{ ofBooks: new Map(settled.ofBooks), ofHours: new Map(settled.ofHours) },
            firstHour,
          };
          for await (const entry of ctx.books.streamBookedSince(since, session))
            addLines(sums, entry);
          checked = sums.ofBooks.size;
          return compare(ctx, sums, session);
        }),
      checked: () => checked,
    };
  },
};

function addLines(sums: Sums, { lines }: JournalEntry): void {
  for (const line of lines) {
    addTo(sums.ofBooks, line.book, line.amount);
    addHour(sums, line);
  }
}

function addHour({ ofHours, firstHour }: Sums, { book, amount, hour }: JournalLine): void {
  const id = hour ? hourIdOf(hour) : null;
  if (id !== null && id >= firstHour) addTo(ofHours, `${book} ${id}`, amount);
}

function addTo<Key>(sums: Map<Key, Amount>, key: Key, amount: Amount): void {
  sums.set(key, (sums.get(key) ?? 0n) + amount);
}

async function compare(
  { books }: BookCheckContext,
  sums: Sums,
  session: DatabaseSession,
): Promise<string | null> {
  const left = new Set(sums.ofBooks.keys());
  for await (const [book, balance, hours] of books.streamBalances(session)) {
    const sum = sums.ofBooks.get(book);
    if (sum === undefined) return `${book} has a balance, but no entry names it`;
    if (sum !== balance)
      return `the balance of ${book} is ${formatAmount(balance)}, its lines sum to ${formatAmount(sum)}`;
    for (const [hour, kept] of Object.entries(hours)) {
      const ofHour = sums.ofHours.get(`${book} ${hour}`) ?? 0n;
      if (Number(hour) >= sums.firstHour && kept !== ofHour)
        return `${book} keeps ${formatAmount(kept)} of the hour ${hourOfId(Number(hour)).toISOString()}, its lines sum to ${formatAmount(ofHour)}`;
    }
    left.delete(book);
  }
  const [missing] = [...left].sort();
  return missing === undefined ? null : `${missing} has lines, but no balance`;
}
