import { decodeDocument, type Doc, stringMember } from '../bson/values';
import { mongoError } from '../errors';
import { Sorter } from '../query/sorter';
import { type Collection, fieldsOf, type Index, ridRange } from '../storage/collection';
import type { Row } from '../storage/rows';
import { duplicateKey, indexKeys } from '../storage/index-keys';
import type { Store } from '../storage/store';
import { assertPresent } from '../present';

/** Lets others run between pieces of a long build. */
export interface Pauses {
  isDue(): boolean;
  rest(): Promise<void>;
}

const builds = new WeakMap<Index, Promise<void>>();

/** Waits until the build of an index has ended; returns at once where none runs. @throws {MongoError} as `buildIndex` */
export async function whenBuilt(index: Index): Promise<void> {
  await builds.get(index);
}

/**
 * Makes an index over the documents of a collection. Writes keep the index up to date while it is built; searches
 * use it once it is complete. A build that fails, or that the end of the process cuts short, leaves nothing.
 *
 * @throws {MongoError} DuplicateKey (11000), IndexBuildAborted (276) when the index or the collection is dropped
 */
export async function buildIndex(
  store: Store,
  target: { readonly collection: Collection; readonly spec: Doc },
  pauses: Pauses,
): Promise<void> {
  const { collection, spec } = target;
  if (collection.isDropped) throw aborted(stringMember(spec, 'name'));
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

/** A key of the index and its row. */
interface Entry {
  readonly key: Buffer;
  readonly rid: number;
}

/** Bytes that are sorted at once. Sorted keys share pages; each scattered key would write a page of its own. */
const maxRunBytes = 64 << 20;
/** Bytes of an entry beside those of its key. */
const entryBytes = 150;

/** Fills an index in turns, and makes it ready. */
class Filling {
  readonly #failures: number;
  /** Rows that a writer has replaced or removed since they were read. */
  readonly #changed = new Set<number>();
  readonly #fields: ReadonlySet<string>;

  constructor(
    readonly store: Store,
    readonly target: Target,
    readonly pauses: Pauses,
  ) {
    this.#failures = store.commit.failures;
    this.#fields = new Set(fieldsOf(target.index));
    target.index.changedRows = this.#changed;
  }

  async run(): Promise<void> {
    const { store, target } = this;
    let sorter = this.#newSorter();
    let size = 0;
    const { low, high } = ridRange(target.collection);
    for (const row of store.rows.between(low, high)) {
      for (const key of this.#keysOf(row)) {
        sorter.add({ key, rid: row.rid });
        size += key.length + entryBytes;
      }
      if (this.pauses.isDue()) await this.#giveWay();
      if (size < maxRunBytes) continue;
      await this.#addAll(sorter);
      sorter = this.#newSorter();
      size = 0;
    }
    await this.#addAll(sorter);
    for (const rid of this.#changed) {
      const bytes = store.rows.read(rid);
      if (bytes) for (const key of this.#keysOf({ rid, bytes })) this.#add({ key, rid });
      if (this.pauses.isDue()) await this.#giveWay();
    }
  }

  #newSorter(): Sorter<Entry> {
    return new Sorter(
      (a, b) => Buffer.compare(a.key, b.key),
      Infinity,
      () => this.pauses.isDue(),
    );
  }

  #keysOf({ bytes }: Row): readonly Buffer[] {
    const { store, target } = this;
    const doc = decodeDocument(bytes, this.#fields);
    const keys = indexKeys(target.index, doc).map((key) => key.bytes);
    if (keys.length > 1) {
      store.commit.begin();
      store.markMultikey(target.index);
    }
    return keys;
  }

  async #addAll(sorter: Sorter<Entry>): Promise<void> {
    const sorting = sorter.settle();
    let step = sorting.next();
    for (; !step.done; step = sorting.next()) await this.#giveWay();
    for (const entry of step.value) {
      if (!this.#changed.has(entry.rid)) this.#add(entry);
      if (this.pauses.isDue()) await this.#giveWay();
    }
  }

  #add({ key, rid }: Entry): void {
    const { store, target } = this;
    store.commit.begin();
    if (!target.index.isUnique) store.addPlainKey(key, rid);
    else if (!store.addUniqueKey(key, rid)) throw this.#duplicate({ key, rid });
  }

  #duplicate({ key, rid }: Entry): Error {
    const { index, collection } = this.target;
    const row = assertPresent(this.store.rows.read(rid), 'a key that is added is of a stored row');
    const keys = indexKeys(index, decodeDocument(row));
    const own = keys.find(({ bytes }) => bytes.equals(key));
    const { values } = assertPresent(own, 'the key is one of its document');
    return duplicateKey(collection.ns, index, values);
  }

  /** Lets others run; then makes sure that no write was lost and nothing was dropped, which happens in other turns only. */
  async #giveWay(): Promise<void> {
    await this.pauses.rest();
    this.store.commit.assertKept(this.#failures);
    const { collection, index } = this.target;
    if (index.isDropped || collection.isDropped) throw aborted(index.name);
  }
}

async function fillIndex(store: Store, target: Target, pauses: Pauses): Promise<void> {
  const { collection, index } = target;
  try {
    await new Filling(store, target, pauses).run();
    store.commit.begin();
    index.isReady = true;
    store.catalog.saveIndex(index);
    collection.changedAt = store.touch();
    await store.commit.durable();
  } catch (error) {
    await store.commit.settled();
    store.commit.begin();
    if (!index.isDropped && !collection.isDropped) store.catalog.dropIndex(collection, index);
    // Before the error is told: with one of the disk, nothing of its turn is kept.
    await store.commit.durable();
    throw error;
  } finally {
    index.changedRows = undefined;
  }
}
