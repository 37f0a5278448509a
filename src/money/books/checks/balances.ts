import { type Amount, formatAmount } from '../../../amount';
import type { DatabaseSession } from '../../../platform/database/transaction';
import { payableUntil } from '../../payments/due/final-hours.service';
import { type Book, keepsHours } from '../book';
import { hourIdOf, hourOf, hourOfId } from '../../../hour';
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
  const id = hour && keepsHours(book) ? hourIdOf(hour) : null;
  if (id !== null && id >= firstHour) addTo(ofHours, keyOf(book, id), amount);
}

function addTo<Key>(sums: Map<Key, Amount>, key: Key, amount: Amount): void {
  sums.set(key, (sums.get(key) ?? 0n) + amount);
}

async function compare(
  ctx: BookCheckContext,
  sums: Sums,
  session: DatabaseSession,
): Promise<string | null> {
  const left = new Set(sums.ofBooks.keys());
  const unkept = new Map(sums.ofHours);
  const wrongHours = new WrongHours(sums.firstHour);
  for await (const [book, balance, hours] of ctx.books.streamBalances(session)) {
    const sum = sums.ofBooks.get(book);
    if (sum === undefined) return `${book} has a balance, but no entry names it`;
    if (sum !== balance)
      return `the balance of ${book} is ${formatAmount(balance)}, its lines sum to ${formatAmount(sum)}`;
    for (const [hour, kept] of Object.entries(hours)) {
      const key = keyOf(book, Number(hour));
      unkept.delete(key);
      wrongHours.compare({ key, kept, sum: sums.ofHours.get(key) ?? 0n });
    }
    left.delete(book);
  }
  const [missing] = [...left].sort();
  if (missing !== undefined) return `${missing} has lines, but no balance`;
  for (const [key, sum] of unkept) wrongHours.compare({ key, kept: null, sum });
  // Asked for after the balances were read: later hours are kept by all of them.
  return wrongHours.first(await firstKeptHour(ctx));
}

const keyOf = (book: Book, hour: number): string => `${book} ${hour}`;

/** The first hour that no balance has forgotten yet. */
async function firstKeptHour(ctx: BookCheckContext): Promise<number> {
  const until = payableUntil(ctx, await ctx.settlements.get());
  return hourIdOf(until ?? hourOf(ctx.now()));
}

/** Hours of which a balance keeps another sum than its lines have: one balance for each hour. */
class WrongHours {
  readonly #problems = new Map<number, string>();

  constructor(private readonly firstHour: number) {}

  /** @param of.kept null: nothing is kept of the hour */
  compare(of: { readonly key: string; readonly kept: Amount | null; readonly sum: Amount }): void {
    const { key, kept, sum } = of;
    const [book, id] = key.split(' ');
    const hour = Number(id);
    if ((kept ?? 0n) === sum || hour < this.firstHour || this.#problems.has(hour)) return;
    const told = kept === null ? 'nothing' : formatAmount(kept);
    this.#problems.set(
      hour,
      `${book} keeps ${told} of the hour ${hourOfId(hour).toISOString()}, its lines sum to ${formatAmount(sum)}`,
    );
  }

  /** @param from hours before it may be forgotten */
  first(from: number): string | null {
    const [problem] = [...this.#problems].flatMap(([hour, told]) => (hour >= from ? [told] : []));
    return problem ?? null;
  }
}
