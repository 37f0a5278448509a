import { dropIndex } from './drop-index';
import type { Migration } from './migration';

/** Drops indexes of events that nothing reads by any more: each costs at every event. */
export const unusedIndexes: Migration = {
  number: 7,
  name: 'unused-indexes',

  async run(db) {
    for (const name of ['settleAt_1', 'campaignId_1_occurredAt_1'])
      await dropIndex(db.collection('events'), name);
  },
};
