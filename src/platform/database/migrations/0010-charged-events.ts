import { dropIndex } from './drop-index';
import type { Migration } from './migration';

/** Drops the index of events by the entries that they name: one of all that is charged has taken its place. */
export const chargedEvents: Migration = {
  number: 10,
  name: 'charged-events',
  run: (db) => dropIndex(db.collection('events'), 'verdict.entryId_1'),
};
