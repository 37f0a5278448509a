import { type Connection, type Model, Schema } from 'mongoose';
import type { Amount } from '../../amount';
import { accountIdOf, type Book } from './book';
import type { StoredHolds } from './held-earnings';
import type { JournalEntry } from './journal-entry';

/** A journal entry as it is stored. */
export interface EntryDocument extends Omit<JournalEntry, 'id'> {
  readonly _id: string;
  /** The accounts whose pockets the lines are in. */
  readonly accountIds: readonly string[];
}

/** The balance of a book. */
export interface BalanceDocument {
  readonly _id: Book;
  /** Unit: 10^-11 coins; the sum of all lines of the book. */
  readonly balance: Amount;
  /** Sums of the lines of clock hours, by the hour’s number, in books of earnings. Final hours are forgotten. */
  readonly hours?: Readonly<Record<string, Amount>>;
  /** Hours of sites that the operator reviews, or has reviewed lately; absent: none. */
  readonly held?: StoredHolds;
}

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
  } satisfies Record<keyof EntryDocument, unknown>,
  { versionKey: false, collection: 'journalEntries' },
)
  .index({ accountIds: 1, at: -1, _id: -1 })
  .index({ at: 1, _id: 1 })
  .index({ reverses: 1 }, { sparse: true });

const balanceSchema = new Schema<BalanceDocument>(
  {
    ...{ _id: String, balance: BigInt },
    ...{ hours: Schema.Types.Mixed, held: Schema.Types.Mixed },
  } satisfies Record<keyof BalanceDocument, unknown>,
  { versionKey: false, collection: 'balances' },
);

export interface BookModels {
  readonly entries: Model<EntryDocument>;
  readonly balances: Model<BalanceDocument>;
}

export const createBookModels = (db: Connection): BookModels => ({
  entries: db.model<EntryDocument>('JournalEntry', entrySchema),
  balances: db.model<BalanceDocument>('Balance', balanceSchema),
});

export function toEntryDocument({ id, lines, ...rest }: JournalEntry): EntryDocument {
  const accountIds = new Set(
    lines.map(({ book }) => accountIdOf(book)).filter((one) => one !== null),
  );
  return { _id: id, ...rest, lines, accountIds: [...accountIds].sort() };
}

export function toEntry({ _id, accountIds, ...rest }: EntryDocument): JournalEntry {
  return { id: _id, ...rest };
}
