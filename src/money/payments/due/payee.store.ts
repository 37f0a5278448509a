import { type Connection, Schema } from 'mongoose';
import { inOneReply } from '../../../platform/database/one-reply';
import type { DatabaseSession } from '../../../platform/database/transaction';
import { nativeCollection } from '../../../platform/database/native-collection';

/** All that is noted about an account that earns. */
export interface Payee {
  readonly accountId: string;
  /** Since when there have been earnings that are not paid, about; null: nobody has looked since the last payment. */
  readonly unpaidSince: Date | null;
  /** Since when they have been due where not all could be paid, about; null: they are not, or nobody has looked. */
  readonly dueSince: Date | null;
  /** An operator's reason for not paying; null: none. */
  readonly heldReason: string | null;
  /** An address that the ledger does not pay to; null: none. */
  readonly refusedAddress: string | null;
  /** The reason that the ledger gave. */
  readonly refusal: string | null;
}

interface PayeeDocument extends Omit<Payee, 'accountId'> {
  readonly _id: string;
  /** Grows as its money is moved: holding it and moving its money meet here. Absent: none was moved. */
  readonly moves?: number;
}

/** As the index of those who wait has it. */
const isWaiting = { dueSince: { $gt: new Date(0) } };

const schema = new Schema<PayeeDocument>(
  {
    _id: String,
    unpaidSince: Date,
    dueSince: Date,
    heldReason: String,
    refusedAddress: String,
    refusal: String,
    moves: Number,
  } satisfies Record<keyof PayeeDocument, unknown>,
  { versionKey: false, collection: 'payees' },
).index({ dueSince: 1, _id: 1 }, { partialFilterExpression: isWaiting });

export function createPayeeStore(db: Connection) {
  const model = db.model('Payee', schema);

  async function note(
    member: 'unpaidSince' | 'dueSince',
    ids: readonly string[],
    since: Date,
  ): Promise<void> {
    if (ids.length === 0) return;
    await nativeCollection(model).bulkWrite(
      ids.map((id) => ({
        updateOne: {
          filter: { _id: id },
          update: [{ $set: { [member]: { $ifNull: [`$${member}`, since] } } }],
          upsert: true,
        },
      })),
      { ordered: false },
    );
  }

  return {
    models: [model],

    /** One for every id, whether anything is noted or not. @param session default: none */
    async listByIds(
      ids: readonly string[],
      session?: DatabaseSession,
    ): Promise<ReadonlyMap<string, Payee>> {
      const found = await model
        .find({ _id: { $in: ids } }, null, inOneReply(ids.length, session))
        .lean<PayeeDocument[]>();
      const stored = new Map(found.map((one) => [one._id, one]));
      return new Map(ids.map((id) => [id, toPayee(id, stored.get(id))]));
    },

    /** A payee as it stays until the transaction has ended, which moves its money: whoever holds it meanwhile waits for that. */
    async lock(accountId: string, session: DatabaseSession): Promise<Payee> {
      const options = { upsert: true, session, returnDocument: 'after' } as const;
      const found = await model
        .findOneAndUpdate({ _id: accountId }, { $inc: { moves: 1 } }, options)
        .lean<PayeeDocument>();
      return toPayee(accountId, found);
    },

    /** Payees who are noted to be due, the longest first. @param after the last one of the page before; null: none */
    async listWaiting(after: Payee | null, limit: number): Promise<readonly Payee[]> {
      const { dueSince = null, accountId = '' } = after ?? {};
      const behind = [{ dueSince: { $gt: dueSince } }, { dueSince, _id: { $gt: accountId } }];
      const found = await model
        .find({ ...isWaiting, ...(dueSince !== null && { $or: behind }) })
        .sort({ dueSince: 1, _id: 1 })
        .limit(limit)
        .read('primary')
        .lean<PayeeDocument[]>();
      return found.map((one) => toPayee(one._id, one));
    },

    /** Notes since when there are earnings, where that is not noted. */
    noteUnpaid: (ids: readonly string[], since: Date) => note('unpaidSince', ids, since),

    /** Notes since when they have been due, where that is not noted. */
    noteDue: (ids: readonly string[], since: Date) => note('dueSince', ids, since),

    /** They wait for their turn no longer: something else keeps them from being paid. */
    async noteNotDue(ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return;
      await model.updateMany({ _id: { $in: ids } }, { $set: { dueSince: null } });
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
      if (accountIds.length === 0) return;
      const changes = { unpaidSince: null, dueSince: null };
      await model.updateMany({ _id: { $in: accountIds } }, { $set: changes }, { session });
    },
  };
}

function toPayee(accountId: string, stored: PayeeDocument | undefined): Payee {
  return {
    accountId,
    unpaidSince: stored?.unpaidSince ?? null,
    dueSince: stored?.dueSince ?? null,
    heldReason: stored?.heldReason ?? null,
    refusedAddress: stored?.refusedAddress ?? null,
    refusal: stored?.refusal ?? null,
  };
}
