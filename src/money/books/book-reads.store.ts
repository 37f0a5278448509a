import type { Amount } from '../../amount';
import { nativeCollection } from '../../platform/database/native-collection';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { Book } from './book';
import {
  type BalanceDocument,
  type BookModels,
  type EntryDocument,
  toEntry,
} from './book-document.store';
import type { EarnedPart } from './earned-part';
import { type EarnedQuery, type LeftQuery, toEarnedStages, toLeftStages } from './earned-stages';
import type { JournalEntry } from './journal-entry';
import type { StatementLine } from './statement';
import {
  type StatementQuery,
  toStatementLine,
  toStatementStages,
  type UnwoundEntry,
} from './statement-stages';

const inBatches = { batchSize: 2_000 } as const;

/** The part of the store of books that only reads. */
export function bookReads({ entries, balances }: BookModels) {
  return {
    /** @param session of the transaction that it is read in; default: none */
    async findEntry(id: string, session?: DatabaseSession): Promise<JournalEntry | null> {
      const found = await entries.findById(id, null, session && { session }).lean<EntryDocument>();
      return found && toEntry(found);
    },

    /** Lists those of the ids that are booked. @param session as for `findEntry` */
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

    /** The parts that an account's sites have earned, as one payment takes them; at most 1000, the earliest hours. */
    listEarned: (query: EarnedQuery): Promise<readonly EarnedPart[]> =>
      entries.aggregate<EarnedPart>(toEarnedStages(query)),

    /** Sums up, in 10^-11 coins, the rest of hours that a payment was of: booked since, or under review then. @param session as for `findEntry` */
    async sumLeft(query: LeftQuery, session?: DatabaseSession): Promise<Amount> {
      const found = entries.aggregate<{ readonly amount: Amount }>(toLeftStages(query));
      const [left] = await (session ? found.session(session) : found);
      return BigInt(left?.amount ?? 0);
    },

    /**
     * All that a site has earned by a clock hour, whoever has it by now: 10^-11 coins. It reads what was booked since the hour
     * began.
     */
    async sumOfSiteHour(
      { siteId, hour }: { readonly siteId: string; readonly hour: Date },
      session: DatabaseSession,
    ): Promise<Amount> {
      const isOfHour = { 'lines.siteId': siteId, 'lines.hour': hour };
      const [found] = await entries
        .aggregate<{
          readonly amount: Amount;
        }>([
          { $match: { at: { $gte: hour }, ...isOfHour } },
          { $unwind: '$lines' },
          { $match: { ...isOfHour, 'lines.book': { $gte: 'earnings:', $lt: 'earnings;' } } },
          { $group: { _id: null, amount: { $sum: '$lines.amount' } } },
        ])
        .session(session);
      return BigInt(found?.amount ?? 0);
    },

    /** The balance of a book, 10^-11 coins; 0 for one without entries. @param session as for `findEntry` */
    async balanceOf(book: Book, session?: DatabaseSession): Promise<Amount> {
      const found = await balances
        .findOne({ _id: book }, null, session && { session })
        .read('primary')
        .lean<BalanceDocument>();
      return found?.balance ?? 0n;
    },

    /**
     * The balances of some books, 10^-11 coins; 0 for books without entries.
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

    /** Entries that were booked at `from` or later, and before `to`, as they were booked. */
    streamBookedBetween(from: Date, to: Date): AsyncIterable<JournalEntry> {
      const filter = { at: { $gte: from, $lt: to } };
      const options = { ...inBatches, sort: { at: 1, _id: 1 } } as const;
      return streamEntries(nativeCollection<EntryDocument>(entries).find(filter, options));
    },

    /** When the first entry was booked that is not before a time; null: there is none. */
    async findBookedAt(from: Date): Promise<Date | null> {
      const found = await entries
        .findOne({ at: { $gte: from } }, { at: 1 })
        .sort({ at: 1, _id: 1 })
        .read('primary')
        .lean<Pick<EntryDocument, 'at'>>();
      return found?.at ?? null;
    },

    /** Entries with lines of an account's pockets that were booked at a time or later, the newest first. */
    async listOfAccount(
      accountId: string,
      { since, limit }: { readonly since: Date; readonly limit: number },
      session: DatabaseSession,
    ): Promise<readonly JournalEntry[]> {
      const found = await entries
        .find({ accountIds: accountId, at: { $gte: since } }, null, { session })
        .sort({ at: -1, _id: -1 })
        .limit(limit)
        .lean<EntryDocument[]>();
      return found.map(toEntry);
    },

    /** Every balance, by book, and what it keeps of hours. @param session as for `findEntry` */
    async *streamBalances(
      session: DatabaseSession,
    ): AsyncGenerator<readonly [Book, Amount, Readonly<Record<string, Amount>>]> {
      const options = { ...inBatches, sort: { _id: 1 }, session } as const;
      const found = nativeCollection<BalanceDocument>(balances).find({}, options);
      for await (const { _id, balance, hours = {} } of found) yield [_id, balance, hours];
    },
  };
}

async function* streamEntries(cursor: AsyncIterable<EntryDocument>): AsyncGenerator<JournalEntry> {
  for await (const document of cursor) yield toEntry(document);
}
