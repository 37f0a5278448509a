import type { Model } from 'mongoose';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { Account } from './account';
import type { AccountDocument } from './account-document';
import { isPerson } from './account-model.store';

/** A publisher has one or a few; every find looks through them. */
export const mostProvenAddresses = 20;

/** The addresses of accounts: those to pay at, and those that name them in finds. */
export function createAccountAddresses(
  accounts: Pick<Model<AccountDocument>, 'find' | 'findOne' | 'findOneAndUpdate'>,
  toAccount: (document: AccountDocument) => Account,
) {
  return {
    /** The account that finds name by an address. */
    async findByProvenAddress(address: string, session?: DatabaseSession): Promise<Account | null> {
      const found = await accounts
        .findOne({ provenAddresses: address }, null, session && { session })
        .lean<AccountDocument>();
      return found && toAccount(found);
    },

    /** The ids of accounts that are paid at any of these addresses. */
    async listPaidAt(payoutAddresses: readonly string[]): Promise<readonly string[]> {
      const found = await accounts
        .find({ payoutAddress: { $in: payoutAddresses } }, { _id: 1 })
        .lean<{ readonly _id: string }[]>();
      return found.map(({ _id }) => _id);
    },

    /**
     * Pays an account at an address from now on, unless its address is not the one before any more.
     *
     * @param params.from the one before; null: none
     * @param params.changedAt null: it is the first one
     * @returns null when there is no such account, or it has another address.
     */
    async setPayoutAddress(
      id: string,
      params: {
        readonly from: string | null;
        readonly to: string;
        readonly changedAt: Date | null;
      },
      session?: DatabaseSession,
    ): Promise<Account | null> {
      const { from, to, changedAt } = params;
      const changed = await accounts
        .findOneAndUpdate(
          { _id: id, ...isPerson, payoutAddress: from ?? { $exists: false } },
          {
            $set: {
              payoutAddress: to,
              ...(changedAt && { payoutAddressChangedAt: changedAt }),
            },
          },
          { returnDocument: 'after', ...(session && { session }) },
        )
        .lean<AccountDocument>();
      return changed && toAccount(changed);
    },

    /**
     * Marks an account without a log-in as taken over by another one; its proven addresses name nobody then.
     *
     * @returns whether it could be: it has no log-in, and nobody has taken it over.
     */
    async mergeInto(id: string, intoId: string, session: DatabaseSession): Promise<boolean> {
      const absent = { $exists: false };
      const changed = await accounts
        .findOneAndUpdate(
          { _id: id, ...isPerson, email: absent, passwordHash: absent, mergedIntoId: absent },
          { $set: { mergedIntoId: intoId }, $unset: { provenAddresses: 1 } },
          { session },
        )
        .lean<AccountDocument>();
      if (!changed) return false;
      await accounts.findOneAndUpdate(
        { _id: intoId },
        { $addToSet: { mergedIds: id } },
        { session },
      );
      return true;
    },

    /** Accounts that others have taken over, by these and by their own ids. @param after the last one before; null: none */
    async listMerged(
      after: Pick<Account, 'id' | 'mergedIntoId'> | null,
      limit: number,
    ): Promise<readonly Account[]> {
      const { id, mergedIntoId } = after ?? { id: '', mergedIntoId: null };
      const behind = [{ mergedIntoId: { $gt: mergedIntoId } }, { mergedIntoId, _id: { $gt: id } }];
      const found = await accounts
        .find(mergedIntoId === null ? { mergedIntoId: { $gt: '' } } : { $or: behind })
        .sort({ mergedIntoId: 1, _id: 1 })
        .limit(limit)
        .read('primary')
        .lean<AccountDocument[]>();
      return found.map(toAccount);
    },

    /**
     * Names an account by an address in finds.
     *
     * @returns null when there is no such account, or it has as many as it may.
     * @throws a duplicate-key error when it is that of another account.
     */
    async addProvenAddress(
      id: string,
      address: string,
      session?: DatabaseSession,
    ): Promise<Account | null> {
      const isFull = { [`provenAddresses.${mostProvenAddresses - 1}`]: { $exists: true } };
      const changed = await accounts
        .findOneAndUpdate(
          { _id: id, ...isPerson, $or: [{ provenAddresses: address }, { $nor: [isFull] }] },
          { $addToSet: { provenAddresses: address } },
          { returnDocument: 'after', ...(session && { session }) },
        )
        .lean<AccountDocument>();
      return changed && toAccount(changed);
    },
  };
}
