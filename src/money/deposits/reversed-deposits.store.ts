import type { Model } from 'mongoose';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { Deposit } from './deposit';
import { type DepositDocument, toDeposit } from './deposit-document';

/** As the index of those that were taken back has it. */
export const isReversed = { reversedAt: { $gt: new Date(0) } };
/** They may still come again: no other id of the ledger has their transaction, and no other transaction their number. */
const isMissing = { ...isReversed, successorId: null, endedAt: null };

/** Deposits whose block was replaced: they are taken back, and come again. */
export function reversedDeposits(model: Model<DepositDocument>) {
  return {
    /** Takes one back. @returns whether it was as it is given. */
    async reverse({ id, accountId, peer, reversals }: Deposit, at: Date, session: DatabaseSession) {
      const changes = { reversedAt: at, reversals: reversals + 1, proof: null };
      const filter = { _id: id, accountId, peer, reversedAt: null };
      return (await model.updateOne(filter, { $set: changes }, { session })).matchedCount === 1;
    },

    /** Lets one have come back that was taken back. @returns whether it was. */
    async restore(
      { id, bookedAt, proof, messageId }: Pick<Deposit, 'id' | 'bookedAt' | 'proof' | 'messageId'>,
      session: DatabaseSession,
    ): Promise<boolean> {
      const waited = { reversedAt: null, successorId: null, endedAt: null, endedById: null };
      const changes = { ...waited, createdAt: bookedAt, proof, messageId };
      const filter = { _id: id, ...isReversed };
      return (await model.updateOne(filter, { $set: changes }, { session })).matchedCount === 1;
    },

    /**
     * Ends the waiting of deposits that were taken back, and whose transaction has come again as this deposit, under
     * another id.
     *
     * @returns the last of them; null: there is none.
     */
    async succeed(
      { id, ledgerAddress, sender, messageId }: Deposit,
      session: DatabaseSession,
    ): Promise<Deposit | null> {
      if (messageId === null) return null;
      const former = { ...isReversed, ledgerAddress, sender, messageId, _id: { $ne: id } };
      const found = await model
        .findOne(former, null, { session })
        .sort({ reversedAt: -1 })
        .lean<DepositDocument>();
      if (!found) return null;
      await model.updateMany(former, { $set: { successorId: id } }, { session });
      return toDeposit(found);
    },

    /** Ends the waiting for one that was taken back. @returns whether it waited. */
    async end(
      { id, endedAt, endedById }: Pick<Deposit, 'id' | 'endedAt' | 'endedById'>,
      session: DatabaseSession,
    ): Promise<boolean> {
      const update = { $set: { endedAt, endedById } };
      return (
        (await model.updateOne({ _id: id, ...isMissing }, update, { session })).matchedCount === 1
      );
    },

    /** Lists the deposits to an account that were taken back and have not come again, the oldest reversal first. */
    async listReversed(ledgerAddress: string, limit: number): Promise<readonly Deposit[]> {
      const found = await model
        .find({ ...isMissing, ledgerAddress })
        .sort({ reversedAt: 1 })
        .limit(limit)
        .lean<DepositDocument[]>();
      return found.map(toDeposit);
    },

    /**
     * Lists the accounts among these that have a deposit which was taken back: those where one may still come again, and those where
     * one cannot, or has come as another transfer of its number.
     *
     * @param session default: none
     */
    async listReversedOwners(
      accountIds: readonly string[],
      session?: DatabaseSession,
    ): Promise<{ readonly missing: ReadonlySet<string>; readonly gone: ReadonlySet<string> }> {
      const found =
        accountIds.length === 0
          ? []
          : await model
              .find({ accountId: { $in: accountIds }, ...isReversed }, null, session && { session })
              .lean<(DepositDocument & { readonly accountId: string })[]>();
      const [missing, gone] = [new Set<string>(), new Set<string>()];
      for (const { accountId, successorId, endedAt } of found)
        (successorId == null && endedAt == null ? missing : gone).add(accountId);
      return { missing, gone };
    },

    /**
     * Lists deposits that the ledger has shown since a time, and whose sender's number this deposit has, too, under another id. An account
     * has one transaction of a number: the blocks of the others were replaced.
     */
    async listTwins(
      { id, ledgerAddress, sender, messageId }: Deposit,
      since: Date,
    ): Promise<readonly Deposit[]> {
      if (messageId === null) return [];
      const twins = { ledgerAddress, sender, messageId, _id: { $ne: id } };
      const found = await model
        .find({ 'proof.shownAt': { $gte: since }, ...twins })
        .read('primary')
        .lean<DepositDocument[]>();
      return found.map(toDeposit);
    },
  };
}
