import type { Connection, mongo } from 'mongoose';
import { type Amount, maxAmount } from '../../amount';
import { nativeCollection } from '../../platform/database/native-collection';
import { inOneReply } from '../../platform/database/one-reply';
import type { DatabaseSession } from '../../platform/database/transaction';
import { hourIdOf } from '../../hour';
import { type Book, keepsHours } from './book';
import { type BalanceDocument, createBookModels, toEntryDocument } from './book-document.store';
import { bookReads } from './book-reads.store';
import { createEarningsStore } from './earnings.store';
import { heldFieldOf, type StoredHolds } from './held-earnings';
import { assertBalanced, type JournalEntry, type JournalLine } from './journal-entry';

/** The journal, and beside it what it comes to. */
export type BookStore = ReturnType<typeof createBookStore>;

export function createBookStore(db: Connection) {
  const models = createBookModels(db);
  const { entries, balances } = models;

  return {
    models: [entries, balances],
    ...bookReads(models),
    ...createEarningsStore(nativeCollection<BalanceDocument>(balances)),

    /**
     * Books entries and adds their lines to the balances. An entry whose id is booked already does nothing.
     *
     * @param session of the transaction that all of it belongs to
     * @returns those that were not booked before.
     * @throws {Error} for an entry that does not sum to 0, two entries of one id, and what no balance can hold.
     */
    async post(
      posted: readonly JournalEntry[],
      session: DatabaseSession,
    ): Promise<readonly JournalEntry[]> {
      for (const entry of posted) assertBalanced(entry);
      const ids = new Set(posted.map(({ id }) => id));
      if (ids.size < posted.length) throw new Error('two journal entries have the same id');
      if (ids.size === 0) return [];
      const known = await entries
        .find({ _id: { $in: [...ids] } }, { _id: 1 }, inOneReply(ids.size, session))
        .lean<{ _id: string }[]>();
      for (const { _id } of known) ids.delete(_id);
      const booked = posted.filter(({ id }) => ids.has(id));
      if (booked.length === 0) return [];
      await nativeCollection(entries).insertMany(booked.map(toEntryDocument), { session });
      const held = await findHeld(nativeCollection<BalanceDocument>(balances), booked, session);
      await nativeCollection(balances).bulkWrite(
        [...changesOf(booked, held)].map(([book, change]) => ({
          updateOne: {
            filter: { _id: book },
            update: { $inc: change },
            upsert: true,
          },
        })),
        { session },
      );
      return booked;
    },
  };
}

/** Amounts to add to the fields of a book's balance. */
type BalanceChange = Record<string, Amount> & { balance: Amount };

/** Holds that lines change, by their books: what is booked of a held hour is held, too. Asks nothing of hours that run. */
async function findHeld(
  balances: mongo.Collection<BalanceDocument>,
  booked: readonly JournalEntry[],
  session: DatabaseSession,
): Promise<ReadonlyMap<Book, StoredHolds>> {
  const late = booked.flatMap(({ lines, at }) =>
    lines.filter((line) => heldFieldOf(line, at) !== null).map(({ book }) => book),
  );
  if (late.length === 0) return new Map();
  const found = await balances
    .find({ _id: { $in: [...new Set(late)] }, held: { $exists: true } }, { session })
    .toArray();
  return new Map(found.map(({ _id, held = {} }) => [_id, held]));
}

/** The gain of each book, always in the same order: two transactions that meet do so at the first book. */
function changesOf(
  booked: readonly JournalEntry[],
  holds: ReadonlyMap<Book, StoredHolds>,
): ReadonlyMap<Book, BalanceChange> {
  const changes = new Map<Book, BalanceChange>();
  for (const { line, at } of booked.flatMap(({ lines, at }) =>
    lines.map((line) => ({ line, at })),
  )) {
    const change: BalanceChange = changes.get(line.book) ?? { balance: 0n };
    change.balance += line.amount;
    const hour = hourFieldOf(line);
    if (hour !== null) change[hour] = (change[hour] ?? 0n) + line.amount;
    const key = heldFieldOf(line, at);
    if (key !== null && holds.get(line.book)?.[key] !== undefined) {
      const field = `held.${key}.amount`;
      change[field] = (change[field] ?? 0n) + line.amount;
    }
    changes.set(line.book, change);
  }
  for (const [book, { balance: change }] of changes)
    if (change > maxAmount || change < -maxAmount)
      throw new Error(
        `entries that are booked at once change ${book} by ${change} units: too many`,
      );
  return new Map([...changes].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function hourFieldOf({ book, hour }: JournalLine): string | null {
  return hour && keepsHours(book) ? `hours.${hourIdOf(hour)}` : null;
}
