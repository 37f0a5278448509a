import { type Connection, Schema } from 'mongoose';
import type { DatabaseSession } from '../../platform/database/transaction';
import { inOneReply } from '../../platform/database/one-reply';
import { upsertRacing } from '../../platform/database/upsert';
import type { AllParams } from '../../platform/lists/all';
import { readSlice, readAll } from '../../platform/lists/list.store';
import type { Slice, SliceOfItems } from '../../platform/lists/page';
import { type Deposit, depositIdsOf, isSameTransfer, type Transfer } from './deposit';
import { type DepositDocument, toDeposit } from './deposit-document';
import { isNobodys, nobodysDeposits } from './nobodys-deposits.store';
import { isReversed, reversedDeposits } from './reversed-deposits.store';

/** How far the log of one account has been read. */
interface ReadingDocument {
  /** The server's account. */
  readonly _id: string;
  readonly readTo: Date;
  /** When young deposits were last looked at again; absent: never. */
  readonly lookedAgainAt?: Date;
}

/** The filter of an operator. */
export interface DepositFilter {
  /** Only those in its funds; null: anybody's. */
  readonly accountId: string | null;
  /** Only those in nobody's. */
  readonly isUnassigned: boolean;
}

const schema = new Schema<DepositDocument>(
  {
    _id: String,
    ledgerAddress: String,
    transactionId: String,
    sender: String,
    amount: BigInt,
    message: String,
    sentAt: Date,
    accountId: String,
    createdAt: Date,
    deletedAt: Date,
    unassignments: Number,
    proof: { type: { _id: false, block: Date, shownAt: Date }, default: undefined },
    reversedAt: Date,
    reversals: Number,
    messageId: Number,
    successorId: String,
    endedAt: Date,
    endedById: String,
    peer: String,
    receiptId: String,
    isNoReceipt: Boolean,
  } satisfies Record<keyof DepositDocument, unknown>,
  { versionKey: false, collection: 'deposits' },
)
  .index({ accountId: 1, createdAt: 1, _id: 1 })
  .index({ accountId: 1, _id: 1 })
  .index({ ledgerAddress: 1, sentAt: 1, _id: 1 })
  .index({ 'proof.shownAt': -1 }, { sparse: true })
  .index({ reversedAt: 1, accountId: 1 }, { partialFilterExpression: isReversed });

const readingSchema = new Schema<ReadingDocument>(
  { _id: String, readTo: Date, lookedAgainAt: Date } satisfies Record<
    keyof ReadingDocument,
    unknown
  >,
  { versionKey: false, collection: 'depositReadings' },
);

export type DepositStore = ReturnType<typeof createDepositStore>;

export function createDepositStore(db: Connection) {
  const model = db.model<DepositDocument>('Deposit', schema);
  const readings = db.model('DepositReading', readingSchema);
  return {
    models: [model, readings],
    ...nobodysDeposits(model),
    ...reversedDeposits(model),

    /** Until when everything in the log of an account is stored here; null: nobody has read it. */
    async findReadTo(ledgerAddress: string): Promise<Date | null> {
      const found = await readings.findById(ledgerAddress).read('primary').lean<ReadingDocument>();
      return found?.readTo ?? null;
    },

    /** Notes how far the log is read. The time never goes back. */
    async noteReadTo(ledgerAddress: string, readTo: Date): Promise<void> {
      await upsertRacing(() =>
        readings.updateOne({ _id: ledgerAddress }, { $max: { readTo } }, { upsert: true }),
      );
    },

    /** The log is read again from there on. */
    async rewind(ledgerAddress: string, readTo: Date): Promise<void> {
      await readings.updateOne({ _id: ledgerAddress }, { $min: { readTo } });
    },

    /** When young deposits to an account were last looked at again; null: never. */
    async findLookedAgainAt(ledgerAddress: string): Promise<Date | null> {
      const found = await readings.findById(ledgerAddress).read('primary').lean<ReadingDocument>();
      return found?.lookedAgainAt ?? null;
    },

    async noteLookedAgain(ledgerAddress: string, lookedAgainAt: Date): Promise<void> {
      await readings.updateOne({ _id: ledgerAddress }, { $set: { lookedAgainAt } });
    },

    /** Deposits to an account that the ledger has shown since a time, the newest first. */
    async listShownSince(
      ledgerAddress: string,
      { since, limit }: { readonly since: Date; readonly limit: number },
    ): Promise<readonly Deposit[]> {
      const found = await model
        .find({ 'proof.shownAt': { $gte: since }, ledgerAddress })
        .sort({ 'proof.shownAt': -1 })
        .limit(limit)
        .lean<DepositDocument[]>();
      return found.map(toDeposit);
    },

    /** Stores one, unless it is there. @returns whether it was not. @throws {Error} when another transfer has its id. */
    async insert({ id, bookedAt, ...rest }: Deposit, session: DatabaseSession): Promise<boolean> {
      const stored = await model.findById(id, null, { session }).lean<DepositDocument>();
      if (stored) {
        if (isSameTransfer(toDeposit(stored), rest)) return false;
        throw new Error(`deposit ${id} is of another transfer`);
      }
      const document = { ...rest, _id: id, createdAt: bookedAt, deletedAt: null };
      await model.insertMany([document], { session });
      return true;
    },

    async findById(id: string, session?: DatabaseSession): Promise<Deposit | null> {
      const found = await model.findById(id, null, session && { session }).lean<DepositDocument>();
      return found && toDeposit(found);
    },

    /** Lists the deposits with the ids of some transfers that were not taken back; they may be of other transfers. */
    async listOf(transfers: readonly Transfer[]): Promise<readonly Deposit[]> {
      const ids = transfers.flatMap(depositIdsOf);
      if (ids.length === 0) return [];
      const found = await model
        .find({ _id: { $in: ids }, reversedAt: null }, null, inOneReply(ids.length))
        .read('primary')
        .lean<DepositDocument[]>();
      return found.map(toDeposit);
    },

    async listByIds(
      ids: readonly string[],
      session?: DatabaseSession,
    ): Promise<readonly Deposit[]> {
      const found = await model
        .find({ _id: { $in: ids } }, null, inOneReply(ids.length, session))
        .lean<DepositDocument[]>();
      return found.map(toDeposit);
    },

    /** Those of an account of ours on the ledger, as they were sent. @param after the last one before; null: none */
    async listSentTo(
      ledgerAddress: string,
      after: Deposit | null,
      limit: number,
    ): Promise<readonly Deposit[]> {
      const behind = after && {
        sentAt: { $gte: after.sentAt },
        $or: [{ sentAt: { $gt: after.sentAt } }, { _id: { $gt: after.id } }],
      };
      const found = await model
        .find({ ledgerAddress, ...behind })
        .sort({ sentAt: 1, _id: 1 })
        .limit(limit)
        .lean<DepositDocument[]>();
      return found.map(toDeposit);
    },

    listOwned(accountId: string, slice: Slice): Promise<SliceOfItems<Deposit>> {
      return readSlice(model, { key: { accountId }, slice, toItem: toDeposit });
    },

    async listAll(
      { accountId, isUnassigned }: DepositFilter,
      page: AllParams,
    ): Promise<readonly Deposit[]> {
      const more = isUnassigned ? { ...isNobodys, reversedAt: null } : {};
      const filter = { accountId: isUnassigned ? null : accountId };
      return (await readAll<DepositDocument>(model, { filter, more }, page)).map(toDeposit);
    },

    count: (): Promise<number> => model.countDocuments({}),
  };
}
