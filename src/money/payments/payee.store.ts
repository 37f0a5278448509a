import { type Connection, Schema } from 'mongoose';
import { inOneReply } from '../../platform/database/one-reply';
import type { DatabaseSession } from '../../platform/database/transaction';
import { nativeCollection } from '../../platform/database/native-collection';

/** What is noted of an account that earns. */
export interface Payee {
  readonly accountId: string;
  /** Since when there have been earnings that are not paid, about; null: nobody has looked since the last payment. */
  readonly unpaidSince: Date | null;
  /** An operator's reason for not paying; null: none. */
  readonly heldReason: string | null;
  /** An address that the ledger does not pay to; null: none. */
  readonly refusedAddress: string | null;
  /** What the ledger said. */
  readonly refusal: string | null;
}

interface PayeeDocument extends Omit<Payee, 'accountId'> {
  readonly _id: string;
}

export type PayeeStore = ReturnType<typeof createPayeeStore>;

/** As the index of those who wait has it. */
const isWaiting = { unpaidSince: { $gt: new Date(0) } };

const schema = new Schema<PayeeDocument>(
  {
    _id: String,
    unpaidSince: Date,
    heldReason: String,
    refusedAddress: String,
    refusal: String,
  },
  { versionKey: false, collection: 'payees' },
).index({ unpaidSince: 1, _id: 1 }, { partialFilterExpression: isWaiting });

export function createPayeeStore(db: Connection) {
  const model = db.model('Payee', schema);

  return {
    models: [model],

    /** One for every id, whether anything is noted or not. */
    async listByIds(ids: readonly string[]): Promise<ReadonlyMap<string, Payee>> {
      const found = await model
        .find({ _id: { $in: ids } }, null, inOneReply(ids.length))
        .lean<PayeeDocument[]>();
      const stored = new Map(found.map((one) => [one._id, one]));
      return new Map(ids.map((id) => [id, toPayee(id, stored.get(id))]));
    },

    /** Those who are noted to wait, the longest first. @param after the last one of the page before; null: from the first on */
    async listWaiting(after: Payee | null, limit: number): Promise<readonly Payee[]> {
      const { unpaidSince = null, accountId = '' } = after ?? {};
      const behind = [
        { unpaidSince: { $gt: unpaidSince } },
        { unpaidSince, _id: { $gt: accountId } },
      ];
      const found = await model
        .find({ ...isWaiting, ...(unpaidSince !== null && { $or: behind }) })
        .sort({ unpaidSince: 1, _id: 1 })
        .limit(limit)
        .read('primary')
        .lean<PayeeDocument[]>();
      return found.map((one) => toPayee(one._id, one));
    },

    /** Notes since when there is something to pay, where that is not noted. */
    async noteUnpaid(ids: readonly string[], since: Date): Promise<void> {
      if (ids.length === 0) return;
      await nativeCollection(model).bulkWrite(
        ids.map((id) => ({
          updateOne: {
            filter: { _id: id },
            update: [{ $set: { unpaidSince: { $ifNull: ['$unpaidSince', since] } } }],
            upsert: true,
          },
        })),
        { ordered: false },
      );
    },

    async change(
      accountId: string,
      changes: Partial<Omit<Payee, 'accountId'>>,
      session?: DatabaseSession,
    ): Promise<void> {
      const options = { upsert: true, ...(session && { session }) };
      await model.updateOne({ _id: accountId }, { $set: changes }, options);
    },

    /** Nothing is left to pay to some accounts. */
    async notePaid(accountIds: readonly string[], session: DatabaseSession): Promise<void> {
      const filter = { _id: { $in: accountIds }, unpaidSince: { $ne: null } };
      await model.updateMany(filter, { $set: { unpaidSince: null } }, { session });
    },
  };
}

function toPayee(accountId: string, stored: PayeeDocument | undefined): Payee {
  return {
    accountId,
    unpaidSince: stored?.unpaidSince ?? null,
    heldReason: stored?.heldReason ?? null,
    refusedAddress: stored?.refusedAddress ?? null,
    refusal: stored?.refusal ?? null,
  };
}
