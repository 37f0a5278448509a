import { decodeDocument, type Doc } from '../bson/values';
import { mongoError } from '../errors';
import { type Collection, type Index, ridRange } from '../storage/catalog';
import type { Row } from '../storage/rows';
import { duplicateKey, indexKeys, type Store } from '../storage/store';

/** What lets others run between pieces of a long build. */
export interface Pauses {
  isDue(): boolean;
  rest(): Promise<void>;
}

/**
 * Makes an index over what a collection has. While it is built writes keep it up to date; it is read
 * once it is complete. A build that fails or is cut short by the end of the process leaves nothing.
 *
 * @throws {MongoError} DuplicateKey (11000)
 */
export async function buildIndex(
  store: Store,
  target: { readonly collection: Collection; readonly spec: Doc },
  pauses: Pauses,
): Promise<void> {
  const { collection, spec } = target;
  store.commit.begin();
  const index = store.catalog.createIndex(collection, spec, { isReady: false });
  try {
    const { low, high } = ridRange(collection);
    for (const row of store.rows.between(low, high)) {
      addRow(store, { collection, index }, row);
      if (pauses.isDue()) await pauses.rest();
      if (index.isDropped || collection.isDropped) {
        throw mongoError('IndexBuildAborted', `the building of index ${index.name} was aborted`);
      }
    }
  } catch (error) {
    store.commit.begin();
    if (!index.isDropped && !collection.isDropped) store.catalog.dropIndex(collection, index);
    throw error;
  }
  store.commit.begin();
  index.isReady = true;
  store.catalog.saveIndex(index);
  collection.changedAt = store.touch();
}

function addRow(
  store: Store,
  { collection, index }: { readonly collection: Collection; readonly index: Index },
  { rid, bytes }: Row,
): void {
  store.commit.begin();
  const keys = indexKeys(index, decodeDocument(bytes));
  for (const key of keys) {
    if (!index.isUnique) store.addPlainKey(key.bytes, rid);
    else if (!store.addUniqueKey(key.bytes, rid)) {
      throw duplicateKey(collection.ns, index, key.values);
    }
  }
  if (keys.length > 1) store.markMultikey(index);
}
