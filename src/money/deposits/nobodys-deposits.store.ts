import type { Model } from 'mongoose';
import type { Amount } from '../../amount';
import { nativeCollection } from '../../platform/database/native-collection';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { Deposit } from './deposit';
import { type DepositDocument, toDeposit } from './deposit-document';

/** Neither an account's nor a receipt of another server. */
export const isNobodys = { accountId: null, peer: null };
/** Of these one that no operator has said to be no receipt. */
const isUnseen = { ...isNobodys, isNoReceipt: { $ne: true } };

/** Deposits that name nobody: whose they become. */
export function nobodysDeposits(model: Model<DepositDocument>) {
  return {
    /** Makes one that is nobody's somebody's. @returns whether it was nobody's. */
    async assign(
      id: string,
      { accountId, bookedAt }: { readonly accountId: string; readonly bookedAt: Date },
      session: DatabaseSession,
    ): Promise<boolean> {
      const update = { $set: { accountId, createdAt: bookedAt } };
      const filter = { _id: id, ...isNobodys, reversedAt: null };
      return (await model.updateOne(filter, update, { session })).matchedCount === 1;
    },

    /** Makes one nobody's again. @returns whether it was this account's. */
    async unassign(
      { id, accountId, unassignments }: Deposit,
      { bookedAt }: Pick<Deposit, 'bookedAt'>,
      session: DatabaseSession,
    ): Promise<boolean> {
      const changes = { accountId: null, createdAt: bookedAt, unassignments: unassignments + 1 };
      const filter = { _id: id, accountId, reversedAt: null };
      const { matchedCount } = await model.updateOne(filter, { $set: changes }, { session });
      return matchedCount === 1;
    },

    /** Makes a receipt of one that is nobody's, and that no operator has looked at. @returns whether it was such a one. */
    async becomeReceipt({ id }: Deposit, peer: string, session: DatabaseSession): Promise<boolean> {
      const filter = { _id: id, ...isNobodys, isNoReceipt: { $ne: true }, reversedAt: null };
      const { matchedCount } = await model.updateOne(filter, { $set: { peer } }, { session });
      return matchedCount === 1;
    },

    /** Makes a deposit of nobody of a receipt, for good. @returns whether it was one. */
    async becomeNoReceipt({ id, peer }: Deposit, session: DatabaseSession): Promise<boolean> {
      if (peer === null) return false;
      const changes = { $set: { peer: null, isNoReceipt: true } };
      const filter = { _id: id, peer, reversedAt: null };
      return (await model.updateOne(filter, changes, { session })).matchedCount === 1;
    },

    /** Accounts on the ledger that such deposits came from since a time. */
    listSendersOfNobodys: (since: Date): Promise<readonly string[]> =>
      model.distinct('sender', { ...isUnseen, createdAt: { $gte: since } }),

    /** Those that were booked since a time, and that no operator has looked at, of some senders; the oldest first. */
    async listNobodys(
      since: Date,
      { senders, most }: { readonly senders: readonly string[]; readonly most: number },
    ): Promise<readonly Deposit[]> {
      const found = await model
        .find({ ...isUnseen, createdAt: { $gte: since }, sender: { $in: senders } })
        .sort({ createdAt: 1, _id: 1 })
        .limit(most)
        .lean<DepositDocument[]>();
      return found.map(toDeposit);
    },

    /** The sum of deposits without an owner, 10^-11 coins, and their number. */
    async sumUnassigned(
      session: DatabaseSession,
    ): Promise<{ readonly amount: Amount; readonly count: number }> {
      let amount = 0n;
      let count = 0;
      const options = { projection: { amount: 1 }, session };
      for await (const one of nativeCollection<DepositDocument>(model).find(
        { ...isNobodys, reversedAt: null },
        options,
      )) {
        amount += one.amount;
        count += 1;
      }
      return { amount, count };
    },
  };
}
