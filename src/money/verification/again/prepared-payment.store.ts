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
  /** The hours of sites that it leaves; absent: none. */
  readonly heldHours?: readonly string[];
  /** When it was prepared. */
  readonly createdAt: Date;
}

/** The last payment of an account that has left the same hours. */
export interface LatestOfAccount {
  readonly accountId: string;
  /** By `heldKeyOf`. */
  readonly heldHours: readonly string[];
  readonly preparedAt: Date;
}

export type PreparedPaymentStore = ReturnType<typeof createPreparedPaymentStore>;

/** Payments as verifying again sees them: what is in one is not taken back any more. */
export function createPreparedPaymentStore(db: Connection) {
  const payments = db.collection<PaymentDocument>('payments');
  return {
    models: [],

    /**
     * When the last payments of accounts were prepared that may be of what they have earned in an hour, and were not
     * returned: by what was under review then.
     */
    async listLatest(
      accountIds: readonly string[],
      hour: Date,
      session?: DatabaseSession,
    ): Promise<readonly LatestOfAccount[]> {
      if (accountIds.length === 0) return [];
      const found = await payments
        .aggregate<{
          readonly _id: { readonly accountId: string; readonly heldHours?: readonly string[] };
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
            {
              $group: {
                _id: { accountId: '$accountId', heldHours: '$heldHours' },
                preparedAt: { $max: '$createdAt' },
              },
            },
          ],
          session && { session },
        )
        .toArray();
      return found.map(({ _id: { accountId, heldHours = [] }, preparedAt }) => ({
        ...{ accountId, heldHours, preparedAt },
      }));
    },
  };
}
