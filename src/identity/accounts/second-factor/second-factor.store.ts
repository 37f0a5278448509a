import type { Model } from 'mongoose';
import type { DatabaseSession } from '../../../platform/database/transaction';
import type { Account } from '../account';
import type { AccountDocument } from '../account-document';
import { isPerson } from '../account-model.store';
import type { PendingSecondFactor, SecondFactor } from './second-factor';

/** Second factors of accounts. Each code is taken by one conditional update: of two that come at once one is refused. */
export function createSecondFactors(
  accounts: Pick<Model<AccountDocument>, 'findOne' | 'findOneAndUpdate' | 'updateOne'>,
  toAccount: (document: AccountDocument) => Account,
) {
  async function change(
    filter: object,
    update: object,
    transaction?: DatabaseSession,
  ): Promise<Account | null> {
    const options = {
      returnDocument: 'after' as const,
      ...(transaction && { session: transaction }),
    };
    const changed = await accounts
      .findOneAndUpdate({ ...filter, ...isPerson }, update, options)
      .lean<AccountDocument>();
    return changed && toAccount(changed);
  }

  return {
    /** The secrets leave the store for looking at codes alone. Null members: there is none. */
    async findSecondFactor(id: string): Promise<{
      readonly factor: SecondFactor | null;
      readonly pending: PendingSecondFactor | null;
    }> {
      const found = await accounts
        .findOne({ _id: id, ...isPerson }, { secondFactor: 1, pendingSecondFactor: 1 })
        .lean<Pick<AccountDocument, 'secondFactor' | 'pendingSecondFactor'>>();
      return {
        factor: found?.secondFactor ?? null,
        pending: found?.pendingSecondFactor ?? null,
      };
    },

    /** @returns null for an account that has a second factor. */
    beginSecondFactor(id: string, pending: PendingSecondFactor): Promise<Account | null> {
      return change(
        { _id: id, secondFactor: { $exists: false } },
        { $set: { pendingSecondFactor: pending } },
      );
    },

    /** @returns null when another set-up was begun, or confirmed. */
    confirmSecondFactor(
      id: string,
      factor: SecondFactor,
      transaction?: DatabaseSession,
    ): Promise<Account | null> {
      return change(
        {
          _id: id,
          secondFactor: { $exists: false },
          'pendingSecondFactor.secret': factor.secret,
        },
        { $set: { secondFactor: factor }, $unset: { pendingSecondFactor: 1 } },
        transaction,
      );
    },

    /** @returns false when this code, or a later one, was taken already. */
    async takeCounter(id: string, secret: string, counter: number): Promise<boolean> {
      const { modifiedCount } = await accounts.updateOne(
        {
          _id: id,
          ...isPerson,
          'secondFactor.secret': secret,
          'secondFactor.lastCounter': { $lt: counter },
        },
        { $set: { 'secondFactor.lastCounter': counter } },
      );
      return modifiedCount === 1;
    },

    /** @returns false when there is no such code, or it was taken already. */
    async takeRecoveryCode(id: string, codeHash: string): Promise<boolean> {
      const { modifiedCount } = await accounts.updateOne(
        { _id: id, ...isPerson, 'secondFactor.recoveryHashes': codeHash },
        { $pull: { 'secondFactor.recoveryHashes': codeHash } },
      );
      return modifiedCount === 1;
    },

    /** @returns null for an account without a second factor. */
    setRecoveryCodes(id: string, recoveryHashes: readonly string[]): Promise<Account | null> {
      return change(
        { _id: id, secondFactor: { $exists: true } },
        { $set: { 'secondFactor.recoveryHashes': [...recoveryHashes] } },
      );
    },

    /**
     * @param resetAt when the operator did it; null: the owner did
     * @returns null for an account without a second factor.
     */
    removeSecondFactor(
      id: string,
      resetAt: Date | null,
      transaction?: DatabaseSession,
    ): Promise<Account | null> {
      return change(
        { _id: id, secondFactor: { $exists: true } },
        {
          $unset: { secondFactor: 1, pendingSecondFactor: 1 },
          ...(resetAt && { $set: { secondFactorResetAt: resetAt } }),
        },
        transaction,
      );
    },
  };
}
