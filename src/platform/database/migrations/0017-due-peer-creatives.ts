import { dropIndex } from './drop-index';
import type { Migration } from './migration';

/** Drops two indexes of other servers' creatives: one of what is listed by when it is due has taken their place. */
export const duePeerCreatives: Migration = {
  number: 17,
  name: 'due-peer-creatives',

  async run(db) {
    for (const name of ['peer_1_deletedAt_1', 'peer_1_nextCheckAt_1'])
      await dropIndex(db.collection('peerCreatives'), name);
  },
};
