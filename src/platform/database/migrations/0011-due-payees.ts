import { dropIndex } from './drop-index';
import type { Migration } from './migration';

/** Drops the index of payees by how long they have had earnings: they are paid by how long these are due. */
export const duePayees: Migration = {
  number: 11,
  name: 'due-payees',
  run: (db) => dropIndex(db.collection('payees'), 'unpaidSince_1__id_1'),
};
