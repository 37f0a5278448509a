import { mongo } from 'mongoose';
import { isDuplicateKey } from '../../validation';

/**
 * The writes of a bulk that came too late: each was an upsert of one version of a document, which is inserted where the document has
 * another version, and refused by its id.
 *
 * @throws what is anything but that.
 */
export function positionsOfLate(error: unknown): ReadonlySet<number> {
  if (!(error instanceof mongo.MongoBulkWriteError)) throw error;
  const errors = [error.writeErrors].flat();
  const isOnlyLate = errors.length > 0 && errors.every(isDuplicateKey);
  if (!isOnlyLate || error.result.getWriteConcernError()) throw error;
  return new Set(errors.map(({ index }) => index));
}
