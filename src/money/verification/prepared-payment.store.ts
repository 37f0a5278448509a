import type { Connection } from 'mongoose';
import type { DatabaseSession } from '../../platform/database/transaction';

interface PaymentDocument {
  readonly _id: string;
  readonly accountId: string;
  readonly state: string;
  /** When it was prepared. */
  readonly createdAt: Date;
}

export type PreparedPaymentStore = ReturnType<typeof createPreparedPaymentStore>;

/** Payments as verifying again sees them: what is in one is not taken back any more. */
export function createPreparedPaymentStore(db: Connection) {
  const payments = db.collection<PaymentDocument>('payments');
  return {
    models: [],

    /** When the last payment of each account was prepared that was not returned; accounts without one are left out. */
    async listLatest(
      accountIds: readonly string[],
      session?: DatabaseSession,
    ): Promise<ReadonlyMap<string, Date>> {
      if (accountIds.length === 0) return new Map();
      const found = await payments
        .aggregate<{
          readonly _id: string;
          readonly preparedAt: Date;
        }>(
          [
            { $match: { accountId: { $in: [...accountIds] }, state: { $ne: 'returned' } } },
            { $group: { _id: '$accountId', preparedAt: { $max: '$createdAt' } } },
          ],
          session && { session },
        )
        .toArray();
      return new Map(found.map(({ _id, preparedAt }) => [_id, preparedAt]));
    },
  };
}
