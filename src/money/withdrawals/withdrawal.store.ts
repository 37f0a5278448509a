import { type Connection, Schema } from 'mongoose';
import type { Amount } from '../../amount';
import { nativeCollection } from '../../platform/database/native-collection';
import { inOneReply } from '../../platform/database/one-reply';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { AllParams } from '../../platform/lists/all';
import { readSlice, readAll } from '../../platform/lists/list.store';
import type { Slice, SliceOfItems } from '../../platform/lists/page';
import { openSteps, type Withdrawal, type WithdrawalStep } from './withdrawal';

interface WithdrawalDocument extends Omit<Withdrawal, 'id' | 'requestedAt'> {
  readonly _id: string;
  /** When it was asked for: lists go by it. */
  readonly createdAt: Date;
  /** Lists ask for it; nothing deletes a withdrawal. */
  readonly deletedAt: null;
}

/** The filter of an operator; absent or null: any. */
export interface WithdrawalFilter {
  readonly step?: WithdrawalStep | null;
  readonly accountId?: string | null;
}

/** As the index of those that are to be paid has it. */
const isApproved = { step: 'approved' } as const;

const schema = new Schema<WithdrawalDocument>(
  {
    _id: String,
    accountId: String,
    reference: String,
    amount: BigInt,
    address: String,
    step: String,
    createdAt: Date,
    tokenHash: String,
    expiresAt: Date,
    approvedAt: Date,
    endedAt: Date,
    reason: String,
    deletedAt: Date,
  } satisfies Record<keyof WithdrawalDocument, unknown>,
  { versionKey: false, collection: 'withdrawals' },
)
  .index({ accountId: 1, createdAt: 1, _id: 1 })
  .index({ step: 1, _id: 1 })
  .index({ approvedAt: 1, _id: 1 }, { partialFilterExpression: isApproved });

export function createWithdrawalStore(db: Connection) {
  const model = db.model('Withdrawal', schema);
  return {
    models: [model],

    async insert(
      { id, requestedAt, ...rest }: Withdrawal,
      session: DatabaseSession,
    ): Promise<void> {
      const document = { ...rest, _id: id, createdAt: requestedAt, deletedAt: null };
      await model.insertMany([document], { session });
    },

    async findById(id: string, session?: DatabaseSession): Promise<Withdrawal | null> {
      const found = await model
        .findById(id, null, session && { session })
        .read('primary')
        .lean<WithdrawalDocument>();
      return found && toWithdrawal(found);
    },

    /** How many of an account are open, and were asked for since a time. */
    async countOf(
      accountId: string,
      { since, session }: { readonly since: Date; readonly session: DatabaseSession },
    ): Promise<{ readonly open: number; readonly recent: number }> {
      const step = { $in: openSteps };
      const open = await model.countDocuments({ accountId, step }, { session });
      const recent = await model.countDocuments(
        { accountId, createdAt: { $gte: since } },
        { session },
      );
      return { open, recent };
    },

    /**
     * Changes one that is in one of some steps.
     *
     * @param params.tokenHash only with this token, before it expires
     * @returns null when there is none such.
     */
    async change(
      id: string,
      steps: readonly WithdrawalStep[],
      params: {
        readonly changes: Partial<Omit<Withdrawal, 'id' | 'requestedAt'>>;
        readonly tokenHash?: string;
        readonly accountId?: string;
        readonly session: DatabaseSession;
      },
    ): Promise<Withdrawal | null> {
      const { changes, tokenHash, accountId, session } = params;
      const changed = await model
        .findOneAndUpdate(
          {
            _id: id,
            step: { $in: steps },
            ...(tokenHash !== undefined && { tokenHash }),
            ...(accountId !== undefined && { accountId }),
          },
          { $set: changes },
          { returnDocument: 'after', session },
        )
        .lean<WithdrawalDocument>();
      return changed && toWithdrawal(changed);
    },

    /** Hands approved ones over to payments. @returns how many there were of them. */
    async markPrepared(ids: readonly string[], session: DatabaseSession): Promise<number> {
      if (ids.length === 0) return 0;
      const filter = { _id: { $in: ids }, ...isApproved };
      const update = { $set: { step: 'prepared' } } as const;
      return (await model.updateMany(filter, update, { session })).matchedCount;
    },

    /** Withdrawals to be paid, in the order of approval. @param after the last one of the page before; null: none */
    async listApproved(after: Withdrawal | null, limit: number): Promise<readonly Withdrawal[]> {
      const behind = after && {
        approvedAt: { $gte: after.approvedAt },
        $or: [{ approvedAt: { $gt: after.approvedAt } }, { _id: { $gt: after.id } }],
      };
      const found = await model
        .find({ ...isApproved, ...behind })
        .sort({ approvedAt: 1, _id: 1 })
        .limit(limit)
        .read('primary')
        .lean<WithdrawalDocument[]>();
      return found.map(toWithdrawal);
    },

    /** Lists the withdrawals among these ids that are to be paid. */
    async listApprovedOf(ids: readonly string[]): Promise<readonly Withdrawal[]> {
      const found = await model
        .find({ _id: { $in: ids }, ...isApproved }, null, inOneReply(ids.length))
        .lean<WithdrawalDocument[]>();
      return found.map(toWithdrawal);
    },

    /** In a step, behind an id, in the order of ids. */
    async listIn(
      step: WithdrawalStep,
      { afterId, limit }: { readonly afterId: string | null; readonly limit: number },
    ): Promise<readonly Withdrawal[]> {
      const found = await model
        .find({ step, ...(afterId !== null && { _id: { $gt: afterId } }) })
        .sort({ _id: 1 })
        .limit(limit)
        .read('primary')
        .lean<WithdrawalDocument[]>();
      return found.map(toWithdrawal);
    },

    /** Unit: 10^-11 coins; of those that are open. */
    async sumOpen(session: DatabaseSession): Promise<Amount> {
      const found = nativeCollection<WithdrawalDocument>(model).find(
        { step: { $in: [...openSteps] } },
        { projection: { amount: 1 }, session },
      );
      let sum = 0n;
      for await (const { amount } of found) sum += amount;
      return sum;
    },

    listOwned(accountId: string, slice: Slice): Promise<SliceOfItems<Withdrawal>> {
      return readSlice(model, { key: { accountId }, slice, toItem: toWithdrawal });
    },

    async listAll(filter: WithdrawalFilter, page: AllParams): Promise<readonly Withdrawal[]> {
      return (await readAll<WithdrawalDocument>(model, { filter }, page)).map(toWithdrawal);
    },
  };
}

function toWithdrawal({ _id, createdAt, deletedAt, ...rest }: WithdrawalDocument): Withdrawal {
  const { tokenHash, approvedAt, endedAt, reason } = rest;
  return {
    id: _id,
    ...rest,
    requestedAt: createdAt,
    tokenHash: tokenHash ?? null,
    approvedAt: approvedAt ?? null,
    endedAt: endedAt ?? null,
    reason: reason ?? null,
  };
}
