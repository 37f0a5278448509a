import { dropIndex } from './drop-index';
import type { Migration } from './migration';

/** Drops the index of other servers' events: one of those alone that are paid for has taken its place. */
export const earnedByPeers: Migration = {
  number: 14,
  name: 'earned-by-peers',
  run: (db) => dropIndex(db.collection('events'), 'of other servers'),
};
