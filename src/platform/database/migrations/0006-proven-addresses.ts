import { dropIndex } from './drop-index';
import type { Migration } from './migration';

interface StoredAccount {
  readonly _id: string;
  readonly payoutAddress: string;
  readonly provenAddresses?: readonly string[];
}

/** Accounts in memory, and in one statement, at a time. */
const batchSize = 1000;
/** Of publishers whom finds have made: nobody else could be given an address before, and who can log in may set any. */
const isOld = {
  payoutAddress: { $type: 'string' },
  email: { $exists: false },
  provenAddresses: { $exists: false },
} as const;

/**
 * Finds named the publishers that they made by the address to pay at: that is a proven one from now on, too, and one to
 * pay at need not be unique any more.
 */
export const provenAddresses: Migration = {
  number: 6,
  name: 'proven-addresses',

  async run(db) {
    const accounts = db.collection<StoredAccount>('accounts');
    let last = '';
    for (;;) {
      const batch = await accounts
        .find({ _id: { $gt: last }, ...isOld }, { projection: { payoutAddress: 1 } })
        .sort({ _id: 1 })
        .limit(batchSize)
        .toArray();
      const newest = batch.at(-1);
      if (!newest) break;
      await accounts.bulkWrite(
        batch.map(({ _id, payoutAddress }) => ({
          updateOne: {
            filter: { _id, ...isOld },
            update: { $set: { provenAddresses: [payoutAddress] } },
          },
        })),
        { ordered: false, writeConcern: { w: 'majority' } },
      );
      last = newest._id;
    }
    await dropIndex(accounts, 'payoutAddress_1');
  },
};
