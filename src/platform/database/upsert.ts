import { mongo } from 'mongoose';
import { isDuplicateKey } from '../../validation';
import { assertPresent } from '../../present';

/**
 * Runs an upsert of one `_id` again where another one was faster to insert: some servers do so themselves, others
 * answer with a duplicate key. The next try finds the document.
 *
 * @param upsert changes nothing when it fails
 * @throws a duplicate-key error when the document is there but does not fit the filter.
 */
export async function upsertRacing<Result>(upsert: () => Promise<Result>): Promise<Result> {
  try {
    return await upsert();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return upsert();
  }
}

interface BulkModel<Operation> {
  bulkWrite(
    operations: Operation[],
    options: { readonly ordered: false },
  ): Promise<Pick<mongo.BulkWriteResult, 'upsertedIds'>>;
}

/**
 * Upserts documents by their `_id` in one write, and once more those that others were faster to insert.
 *
 * @returns the positions of those that were inserted.
 */
export async function bulkUpsertRacing<Operation>(
  model: BulkModel<Operation>,
  operations: readonly Operation[],
): Promise<ReadonlySet<number>> {
  const { upsertedIds, refused } = await bulkWrite(model, operations);
  const inserted = new Set(Object.keys(upsertedIds).map(Number));
  if (refused.length === 0) return inserted;
  const again = await model
    .bulkWrite(
      refused.map((at) => assertPresent(operations[at], 'only what was sent is refused')),
      { ordered: false },
    )
    .catch((error: unknown) => {
      if (error instanceof Error && refused.length < operations.length) partlyDone.add(error);
      throw error;
    });
  for (const at of Object.keys(again.upsertedIds))
    inserted.add(assertPresent(refused[Number(at)], 'only what was sent is inserted'));
  return inserted;
}

/** Errors of second tries: the first one had done what is not tried again. */
const partlyDone = new WeakSet<Error>();

/** Says that a write of many documents has failed for some of them alone: done again it would do the others twice. */
export const isPartlyDone = (error: unknown): boolean =>
  error instanceof Error &&
  (partlyDone.has(error) ||
    (error instanceof mongo.MongoBulkWriteError &&
      error.result.matchedCount + error.result.upsertedCount > 0));

/** @throws when anything but duplicate keys went wrong. */
async function bulkWrite<Operation>(model: BulkModel<Operation>, operations: readonly Operation[]) {
  try {
    const { upsertedIds } = await model.bulkWrite([...operations], { ordered: false });
    return { upsertedIds, refused: [] };
  } catch (error) {
    if (!(error instanceof mongo.MongoBulkWriteError)) throw error;
    const errors = [error.writeErrors].flat();
    const isOnlyRaces = errors.length > 0 && errors.every(isDuplicateKey);
    if (!isOnlyRaces || error.result.getWriteConcernError()) throw error;
    return {
      upsertedIds: error.result.upsertedIds,
      refused: errors.map(({ index }) => index),
    };
  }
}
