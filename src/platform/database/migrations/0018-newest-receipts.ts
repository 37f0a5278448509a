import { dropIndex } from './drop-index';
import type { Migration } from './migration';

/** Drops two indexes of other servers' receipts: those of the newest receipts have taken their place. */
export const newestReceipts: Migration = {
  number: 18,
  name: 'newest-receipts',

  async run(db) {
    for (const name of ['peer_1_receivedAt_-1', 'state_1'])
      await dropIndex(db.collection('peerReceipts'), name);
  },
};
