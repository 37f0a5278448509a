import { type Connection, Schema } from 'mongoose';
import { nativeCollection } from '../../platform/database/native-collection';
import { type Amount, maxAmount } from '../../amount';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { EarnedPart } from './earned-part';
import { accountIdOf, type Book, earningsOf } from './book';
import { assertBalanced, type JournalEntry } from './journal-entry';
import type { StatementLine } from './statement';
import {
  type StatementQuery,
  toStatementLine,
  toStatementStages,
  type UnwoundEntry,
} from './statement-stages';

interface EntryDocument extends Omit<JournalEntry, 'id'> {
  readonly _id: string;
  /** Whose pockets the lines are of. */
  readonly accountIds: readonly string[];
}

interface BalanceDocument {
  readonly _id: Book;
  /** Unit: 10^-11 coins; the sum of all lines of the book. */
  readonly balance: Amount;
}

const mostParts = 1000;

/** The journal, and beside it what it comes to. */
export type BookStore = ReturnType<typeof createBookStore>;

const entrySchema = new Schema<EntryDocument>(
  {
    _id: String,
    kind: String,
    at: Date,
    lines: [
      {
        _id: false,
        book: String,
        amount: BigInt,
        siteId: String,
        campaignId: String,
        hour: Date,
      },
    ],
    accountIds: [String],
    memo: String,
    reverses: String,
  },
  { versionKey: false, collection: 'journalEntries' },
)
  .index({ accountIds: 1, at: -1, _id: -1 })
  .index({ at: 1, _id: 1 })
  .index({ reverses: 1 }, { sparse: true });

const balanceSchema = new Schema<BalanceDocument>(
  { _id: String, balance: BigInt },
  { versionKey: false, collection: 'balances' },
);

export function createBookStore(db: Connection) {
  const entries = db.model('JournalEntry', entrySchema);
  const balances = db.model('Balance', balanceSchema);

  return {
    models: [entries, balances],

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
        .find({ _id: { $in: [...ids] } }, { _id: 1 }, { session })
        .lean<{ _id: string }[]>();
      for (const { _id } of known) ids.delete(_id);
      const booked = posted.filter(({ id }) => ids.has(id));
      if (booked.length === 0) return [];
      await nativeCollection(entries).insertMany(booked.map(toDocument), { session });
      await nativeCollection(balances).bulkWrite(
        [...changesOf(booked)].map(([book, change]) => ({
          updateOne: {
            filter: { _id: book },
            update: { $inc: { balance: change } },
            upsert: true,
          },
        })),
        { session },
      );
      return booked;
    },

    /** @param session of the transaction that it is read in; default: none */
    async findEntry(id: string, session?: DatabaseSession): Promise<JournalEntry | null> {
      const found = await entries.findById(id, null, session && { session }).lean<EntryDocument>();
      return found && toEntry(found);
    },

    /** Those of some ids that are booked. @param session as for `findEntry` */
    async listByIds(
      ids: readonly string[],
      session?: DatabaseSession,
    ): Promise<readonly JournalEntry[]> {
      const found = await entries
        .find({ _id: { $in: ids } }, null, session && { session })
        .lean<EntryDocument[]>();
      return found.map(toEntry);
    },

    /** How many entries have ids that begin with a text. */
    countWithPrefix: (prefix: string): Promise<number> =>
      entries.countDocuments({ _id: { $gte: prefix, $lt: `${prefix}\uffff` } }),

    /** What an account's sites have earned, as booked in a range of time; at most 1000 parts, the earliest hours. */
    listEarned(
      accountId: string,
      { after, until }: { readonly after: Date | null; readonly until: Date },
    ): Promise<readonly EarnedPart[]> {
      const book = earningsOf(accountId);
      return entries.aggregate<EarnedPart>([
        { $match: { accountIds: accountId, at: { ...(after && { $gt: after }), $lte: until } } },
        { $unwind: '$lines' },
        { $match: { 'lines.book': book, 'lines.siteId': { $type: 'string' } } },
        {
          $group: {
            _id: { siteId: '$lines.siteId', hour: '$lines.hour' },
            amount: { $sum: '$lines.amount' },
          },
        },
        { $sort: { '_id.hour': 1, '_id.siteId': 1 } },
        { $limit: mostParts },
        { $project: { _id: 0, siteId: '$_id.siteId', hour: '$_id.hour', amount: 1 } },
      ]);
    },

    /** Accounts with unpaid earnings, in the order of their ids. @param page.afterId null: from the first one on */
    async listEarnings({
      afterId,
      limit,
    }: {
      readonly afterId: string | null;
      readonly limit: number;
    }): Promise<readonly { readonly accountId: string; readonly balance: Amount }[]> {
      const found = await balances
        // Ids are hexadecimal: `g` comes behind all of them.
        .find({
          _id: { $gt: earningsOf(afterId ?? ''), $lt: earningsOf('g') },
          balance: { $gt: 0n },
        })
        .sort({ _id: 1 })
        .limit(limit)
        .read('primary')
        .lean<BalanceDocument[]>();
      return found.map(({ _id, balance }) => ({ accountId: accountIdOf(_id)!, balance }));
    },

    /**
     * What is in some books, in 10^-11 coins; 0 for those that nothing was booked in.
     *
     * @param session as for `findEntry`
     */
    async balancesOf<Name extends Book>(
      books: readonly Name[],
      session?: DatabaseSession,
    ): Promise<ReadonlyMap<Name, Amount>> {
      const found = await balances
        .find({ _id: { $in: books } }, null, session && { session })
        .read('primary')
        .lean<BalanceDocument[]>();
      const byBook = new Map<Book, Amount>(found.map(({ _id, balance }) => [_id, balance]));
      return new Map(books.map((book) => [book, byBook.get(book) ?? 0n]));
    },

    /** Lines of the pockets of an account, newest first. @param query.after null: from the newest one on */
    async listStatement(query: StatementQuery): Promise<readonly StatementLine[]> {
      const found = await entries.aggregate<UnwoundEntry>(toStatementStages(query));
      return found.map(toStatementLine);
    },

    /** Entries that take something back of one. @param session as for `findEntry` */
    async listReversals(id: string, session?: DatabaseSession): Promise<readonly JournalEntry[]> {
      const found = await entries
        .find({ reverses: id }, null, session && { session })
        .lean<EntryDocument[]>();
      return found.map(toEntry);
    },

    /** Every entry, by id. */
    streamById(): AsyncIterable<JournalEntry> {
      return streamEntries(
        nativeCollection<EntryDocument>(entries).find({}, { ...inBatches, sort: { _id: 1 } }),
      );
    },

    /** Entries that were booked at a time or later. @param session as for `findEntry` */
    streamBookedSince(since: Date, session: DatabaseSession): AsyncIterable<JournalEntry> {
      const filter = { at: { $gte: since } };
      return streamEntries(
        nativeCollection<EntryDocument>(entries).find(filter, { ...inBatches, session }),
      );
    },

    /** Every balance, by book. @param session as for `findEntry` */
    async *streamBalances(session: DatabaseSession): AsyncGenerator<readonly [Book, Amount]> {
      const options = { ...inBatches, sort: { _id: 1 }, session } as const;
      for await (const { _id, balance } of nativeCollection<BalanceDocument>(balances).find(
        {},
        options,
      ))
        yield [_id, balance];
    },
  };
}

const inBatches = { batchSize: 2_000 } as const;

async function* streamEntries(cursor: AsyncIterable<EntryDocument>): AsyncGenerator<JournalEntry> {
  for await (const document of cursor) yield toEntry(document);
}

/** What each book gains, always in the same order: two transactions that meet do so at the first one. */
function changesOf(booked: readonly JournalEntry[]): ReadonlyMap<Book, Amount> {
  const changes = new Map<Book, Amount>();
  for (const { lines } of booked)
    for (const { book, amount } of lines) changes.set(book, (changes.get(book) ?? 0n) + amount);
  for (const [book, change] of changes)
    if (change > maxAmount || change < -maxAmount)
      throw new Error(
        `entries that are booked at once change ${book} by ${change} units: too many`,
      );
  return new Map([...changes].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function toDocument({ id, lines, ...rest }: JournalEntry): EntryDocument {
  const accountIds = new Set(
    lines.map(({ book }) => accountIdOf(book)).filter((one) => one !== null),
  );
  return { _id: id, ...rest, lines, accountIds: [...accountIds].sort() };
}

function toEntry({ _id, accountIds, ...rest }: EntryDocument): JournalEntry {
  return { id: _id, ...rest };
}
