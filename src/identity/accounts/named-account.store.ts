import type { Model } from 'mongoose';
import type { Account } from './account';
import type { AccountDocument } from './account-document';
import { isPerson } from './account-model.store';

/** Accounts as finds name them: one that was about to be removed stays when a find needs it. */
export function createNamedAccounts(
  accounts: Pick<Model<AccountDocument>, 'findOne' | 'findOneAndUpdate'>,
  toAccount: (document: AccountDocument) => Account,
  now: () => Date,
) {
  return {
    /** Finds the account of a find by its id or a proven address, and keeps it. */
    async findNeeded(name: string): Promise<Account | null> {
      const isNamed = name.includes(':') ? { provenAddresses: name } : { _id: name, ...isPerson };
      const found = await accounts.findOne(isNamed).lean<AccountDocument>();
      if (!found?.removeAt) return found && toAccount(found);
      const kept = await accounts
        .findOneAndUpdate(
          { _id: found._id, removeAt: { $exists: true } },
          { $unset: { removeAt: 1 }, $set: { foundAt: now() } },
          { returnDocument: 'after' },
        )
        .lean<AccountDocument>();
      const last = kept ?? (await accounts.findOne(isNamed).lean<AccountDocument>());
      return last && toAccount(last);
    },

    /** Finds an account that is not about to be removed. */
    async findStaying(id: string): Promise<Account | null> {
      const isStaying = { _id: id, ...isPerson, removeAt: { $exists: false } };
      const found = await accounts.findOne(isStaying).lean<AccountDocument>();
      return found && toAccount(found);
    },
  };
}
