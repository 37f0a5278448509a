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

const builds = new WeakMap<Index, Promise<void>>();

/** Waits for the end of an index's building, if it is being built. @throws {MongoError} as `buildIndex` */
export async function whenBuilt(index: Index): Promise<void> {
  await builds.get(index);
}

/**
 * Makes an index over what a collection has. While it is built writes keep it up to date; it is read
 * once it is complete. A build that fails or is cut short by the end of the process leaves nothing.
 *
 * @throws {MongoError} DuplicateKey (11000), IndexBuildAborted (276) when it or the collection is dropped
 */
export async function buildIndex(
  store: Store,
  target: { readonly collection: Collection; readonly spec: Doc },
  pauses: Pauses,
): Promise<void> {
  const { collection, spec } = target;
  if (collection.isDropped) throw aborted(spec.get('name') as string);
  store.commit.begin();
  const index = store.catalog.createIndex(collection, spec, { isReady: false });
  const building = fillIndex(store, { collection, index }, pauses);
  builds.set(index, building);
  await building;
}

function aborted(name: string): Error {
  return mongoError('IndexBuildAborted', `the building of index ${name} was aborted`);
}

interface Target {
  readonly collection: Collection;
  readonly index: Index;
}

async function fillIndex(store: Store, target: Target, pauses: Pauses): Promise<void> {
  const { collection, index } = target;
  const { failures } = store.commit;
  try {
    const { low, high } = ridRange(collection);
    for (const row of store.rows.between(low, high)) {
      addRow(store, target, row);
      if (pauses.isDue()) await pauses.rest();
      store.commit.assertKept(failures);
      if (index.isDropped || collection.isDropped) throw aborted(index.name);
    }
  } catch (error) {
    await store.commit.settled();
    store.commit.begin();
    if (!index.isDropped && !collection.isDropped) store.catalog.dropIndex(collection, index);
    throw error;
  }
  store.commit.begin();
  index.isReady = true;
  store.catalog.saveIndex(index);
  collection.changedAt = store.touch();
}

function addRow(store: Store, { collection, index }: Target, { rid, bytes }: Row): void {
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
