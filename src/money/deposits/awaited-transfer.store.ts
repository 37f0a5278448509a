import { type Connection, Schema } from 'mongoose';
import type { DatabaseSession } from '../../platform/database/transaction';
import { nativeCollection } from '../../platform/database/native-collection';
import type { AwaitedTransfer } from './awaited-transfer';

interface AwaitedDocument extends Omit<AwaitedTransfer, 'id' | 'block'> {
  readonly _id: string;
  /** Absent: null. */
  readonly block?: Date | null;
  /** The ledger is not asked for the transfer before this time. */
  readonly lookAt: Date;
}

interface DueParams {
  readonly now: Date;
  readonly longestWaitMs: number;
  readonly limit: number;
}

const schema = new Schema<AwaitedDocument>(
  {
    _id: String,
    ledgerAddress: String,
    transactionId: String,
    sender: String,
    amount: BigInt,
    message: String,
    time: Date,
    block: Date,
    lookAt: Date,
  } satisfies Record<keyof AwaitedDocument, unknown>,
  { versionKey: false, collection: 'awaitedTransfers' },
).index({ ledgerAddress: 1, time: 1, _id: 1 });

/** Of transfers that the ledger was not asked for yet. */
const neverLooked = new Date(0);

export function createAwaitedTransferStore(db: Connection) {
  const model = db.model('AwaitedTransfer', schema);
  return {
    models: [model],

    /** Stores the transfers that are not stored yet. */
    async put(transfers: readonly AwaitedTransfer[]): Promise<void> {
      if (transfers.length === 0) return;
      await nativeCollection<AwaitedDocument>(model).bulkWrite(
        transfers.map(({ id, ...rest }) => ({
          updateOne: {
            filter: { _id: id },
            update: { $setOnInsert: { ...rest, lookAt: neverLooked } },
            upsert: true,
          },
        })),
        { ordered: false, writeConcern: { w: 'majority', journal: true } },
      );
    },

    /** Transfers to an account that are due, in the order of the log: the first of two claims holds. */
    async listDue(
      ledgerAddress: string,
      { now, longestWaitMs, limit }: DueParams,
    ): Promise<readonly AwaitedTransfer[]> {
      // No transfer waits for longer: a later time comes from a gateway whose clock is ahead of ours.
      const latest = new Date(now.getTime() + longestWaitMs);
      const found = await model
        .find({ ledgerAddress, $or: [{ lookAt: { $lte: now } }, { lookAt: { $gt: latest } }] })
        .sort({ time: 1, _id: 1 })
        .limit(limit)
        .read('primary')
        .lean<AwaitedDocument[]>();
      return found.map(toTransfer);
    },

    /** The last transfers to an account, the newest first. */
    async listNewest(ledgerAddress: string, limit: number): Promise<readonly AwaitedTransfer[]> {
      const found = await model
        .find({ ledgerAddress })
        .sort({ time: -1, _id: -1 })
        .limit(limit)
        .lean<AwaitedDocument[]>();
      return found.map(toTransfer);
    },

    /** Senders of transfers to an account that the ledger was not asked for yet. */
    async listSendersOfNew(ledgerAddress: string): Promise<readonly string[]> {
      return model.distinct('sender', { ledgerAddress, lookAt: neverLooked }).read('primary');
    },

    /** The ids among these whose transfers are stored. */
    async listKnown(
      ids: readonly string[],
      session?: DatabaseSession,
    ): Promise<ReadonlySet<string>> {
      if (ids.length === 0) return new Set();
      const found = await model
        .find({ _id: { $in: ids } }, { _id: 1 }, session && { session })
        .lean<Pick<AwaitedDocument, '_id'>[]>();
      return new Set(found.map(({ _id }) => _id));
    },

    /** Notes when the ledger is asked again for a transfer, and the block that has it by now. */
    async postpone(
      id: string,
      { lookAt, block }: { readonly lookAt: Date; readonly block: Date | null },
    ): Promise<void> {
      await model.updateOne({ _id: id }, { $set: { lookAt, block } });
    },

    async remove(id: string, session?: DatabaseSession): Promise<void> {
      await model.deleteOne({ _id: id }, session && { session });
    },
  };
}

function toTransfer({ _id, lookAt, ...rest }: AwaitedDocument): AwaitedTransfer {
  return { ...rest, id: _id, message: rest.message ?? null, block: rest.block ?? null };
}
