import type { Connection } from 'mongoose';
import type { DatabaseSession } from '../../../platform/database/transaction';

interface PaymentDocument {
  readonly _id: string;
  readonly accountId: string;
  readonly state: string;
  /** Absent: earnings. */
  readonly kind?: string;
  /** The payment takes earnings of hours before this hour; null or absent: of any hour. */
  readonly earnedUntil?: Date | null;
  /** When it was prepared. */
  readonly createdAt: Date;
}

export type PreparedPaymentStore = ReturnType<typeof createPreparedPaymentStore>;

/** Payments as verifying again sees them: what is in one is not taken back any more. */
export function createPreparedPaymentStore(db: Connection) {
  const payments = db.collection<PaymentDocument>('payments');
  return {
    models: [],

    /**
     * When the last payment of each account was prepared that may be of what it has earned in an hour, and was not
     * returned; accounts without one are left out.
     */
    async listLatest(
      accountIds: readonly string[],
      hour: Date,
      session?: DatabaseSession,
    ): Promise<ReadonlyMap<string, Date>> {
      if (accountIds.length === 0) return new Map();
      const found = await payments
        .aggregate<{
          readonly _id: string;
          readonly preparedAt: Date;
        }>(
          [
            {
              $match: {
                accountId: { $in: [...accountIds] },
                state: { $ne: 'returned' },
                kind: { $ne: 'withdrawal' },
                $or: [{ earnedUntil: null }, { earnedUntil: { $gt: hour } }],
              },
            },
            { $group: { _id: '$accountId', preparedAt: { $max: '$createdAt' } } },
          ],
          session && { session },
        )
        .toArray();
      return new Map(found.map(({ _id, preparedAt }) => [_id, preparedAt]));
    },
  };
}
