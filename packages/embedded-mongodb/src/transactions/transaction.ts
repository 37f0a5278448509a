import type { Doc } from '../bson/values';
import { mongoError, writeConflict } from '../errors';
import type { Key } from '../indexes/keys';
import type { Plan } from '../indexes/planner';
import type { Collection, Index } from '../storage/collection';
import type { Row, Rows } from '../storage/rows';
import { duplicateKey, indexKeys, isTouched } from '../storage/index-keys';
import { type Replacement, type Store, type Stored, type Writer } from '../storage/store';
import { countPlan, type PlanRows, runPlan, type View } from '../storage/view';
import type { Snapshot, Snapshots } from './snapshots';

interface Write {
  readonly collection: Collection;
  readonly rid: number;
  /** The document of the snapshot; undefined if the transaction inserted it. */
  readonly before: Doc | undefined;
  /** Undefined once removed. */
  readonly after: Stored | undefined;
  readonly isWholeDocument: boolean;
}

/**
 * An open transaction: reads see the snapshot of its start under its own writes, which are kept in
 * memory, with their rows and unique keys locked, and applied by `commit`.
 *
 * Writes throw WriteConflict (112, TransientTransactionError) when a row or a key was written since
 * the snapshot or is locked by another transaction.
 */
export class Transaction implements View, Writer {
  readonly ended: Promise<void>;
  /** Collections it has read or written: none may be dropped or indexed meanwhile. */
  readonly uses = new Set<number>();
  readonly #store: Store;
  readonly #snapshots: Snapshots;
  readonly #snapshot: Snapshot;
  readonly #snapshotVersion: number;
  readonly #writes = new Map<number, Write>();
  /** The same by the number of their collection. */
  readonly #writesOf = new Map<number, Map<number, Write>>();
  readonly #created = new Set<number>();
  /** By unique key: the row that has it here, or null once it was given up. */
  readonly #keys = new Map<string, number | null>();
  readonly #planRows: PlanRows;
  #version = 0;
  #end: () => void = () => undefined;

  constructor(
    store: Store,
    snapshots: Snapshots,
    readonly session: Doc,
  ) {
    this.#store = store;
    this.#snapshots = snapshots;
    this.#snapshot = snapshots.open();
    this.#snapshotVersion = store.committedVersion;
    const { rows } = this.#snapshot;
    this.#planRows = {
      byUniqueKey: (key) => this.#pointRows().byUniqueKey(key),
      byKeys: (scan) => rows.byKeys(scan),
      between: (low, high) => rows.between(low, high),
    };
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  /** Takes note of a collection that did not exist before this transaction's own insert. */
  created(collection: Collection): void {
    this.#created.add(collection.id);
  }

  /** @throws {MongoError} SnapshotUnavailable (246) for what was made or indexed after the start */
  #isInSnapshot(collection: Collection): boolean {
    this.uses.add(collection.id);
    if (this.#created.has(collection.id)) return false;
    if (collection.changedAt <= this.#snapshotVersion) return true;
    const message = `collection ${collection.ns} has changed since the transaction's snapshot`;
    const error = mongoError('SnapshotUnavailable', message);
    error.errorLabels = ['TransientTransactionError'];
    throw error;
  }

  *candidates(collection: Collection, plan: Plan): Iterable<Row> {
    /** The reader of a cursor may change what was shown: that does not come again. */
    const shown = new Set<number>();
    if (this.#isInSnapshot(collection)) {
      for (const row of runPlan(this.#planRows, collection, plan)) {
        if (this.#writes.has(row.rid)) continue;
        shown.add(row.rid);
        yield row;
      }
    }
    for (const { rid, after } of [...(this.#writesOf.get(collection.id)?.values() ?? [])]) {
      if (after && !shown.has(rid)) yield { rid, bytes: after.bytes, isOwn: true };
    }
  }

  byUniqueKey(collection: Collection, key: Buffer): Row | undefined {
    const isVisible = this.#isInSnapshot(collection);
    const owner = this.#keys.get(key.toString('latin1'));
    if (owner === null) return undefined;
    const found = isVisible && owner === undefined ? this.#pointRows().byUniqueKey(key) : undefined;
    const rid = owner ?? found?.rid;
    if (rid === undefined) return undefined;
    const write = this.#writes.get(rid);
    if (!write) return found;
    return write.after && { rid, bytes: write.after.bytes };
  }

  countByKeys(collection: Collection, plan: Plan): Iterable<number> | undefined {
    const isVisible = this.#isInSnapshot(collection);
    if (this.#writesOf.has(collection.id)) return undefined;
    return isVisible ? countPlan(this.#snapshot.rows, plan) : [];
  }

  /**
   * Where single rows are looked up. As long as nobody has written since the start, the writer's connection shows the same
   * as the snapshot's, and has the pages in its memory: the other one forgets them with every commit. What is being
   * written may have failed half-way.
   */
  #pointRows(): Rows {
    const { commit, rows, version } = this.#store;
    if (commit.isOpen || version !== this.#snapshotVersion) return this.#snapshot.rows;
    commit.beginReads();
    return rows;
  }

  keepsOrder(collection: Collection): boolean {
    return !this.#writesOf.has(collection.id);
  }

  read(collection: Collection, rid: number): Uint8Array | undefined {
    const write = this.#writes.get(rid);
    if (write) return write.after?.bytes;
    return this.#isInSnapshot(collection) ? this.#pointRows().read(rid) : undefined;
  }

  version(): number {
    return this.#version;
  }

  insert(collection: Collection, after: Stored): void {
    const rid = this.#store.nextRid(collection);
    this.#claimKeys(collection, rid, undefined, after.doc);
    this.#write({ collection, rid, before: undefined, after, isWholeDocument: false });
  }

  replace(collection: Collection, { rid, before, after, isWholeDocument }: Replacement): void {
    this.#lockRow(rid);
    this.#claimKeys(collection, rid, before, after.doc);
    this.#write({ collection, rid, before, after, isWholeDocument });
  }

  remove(collection: Collection, rid: number, before: Doc): void {
    this.#lockRow(rid);
    for (const { key } of keysIn(uniqueIndexes(collection), before)) {
      this.#keys.set(key.bytes.toString('latin1'), null);
    }
    this.#write({ collection, rid, before, after: undefined, isWholeDocument: false });
  }

  /** Merges several writes to a row into one: from the row in the snapshot to the last state. */
  #write(write: Write): void {
    this.#version += 1;
    const { before, isWholeDocument } = this.#writes.get(write.rid) ?? write;
    const isWhole = isWholeDocument || write.isWholeDocument;
    const merged = { ...write, before, isWholeDocument: isWhole };
    this.#writes.set(write.rid, merged);
    const ofCollection = this.#writesOf.get(write.collection.id) ?? new Map<number, Write>();
    this.#writesOf.set(write.collection.id, ofCollection.set(write.rid, merged));
  }

  #lockRow(rid: number): void {
    if (this.#writes.has(rid)) return;
    const { locks, recentWrites } = this.#store;
    const holder = locks.rowHolder(rid);
    const isOutdated = (recentWrites.get(rid) ?? 0) > this.#snapshotVersion;
    if (isOutdated || (holder && holder !== this)) {
      throw writeConflict('the document was written by another operation');
    }
    locks.lockRow(rid, this);
  }

  #claimKeys(collection: Collection, rid: number, before: Doc | undefined, after: Doc): void {
    const isVisible = this.#isInSnapshot(collection);
    const changed = uniqueIndexes(collection, before, after);
    const old = new Set<string>();
    for (const { key } of before ? keysIn(changed, before) : []) {
      old.add(key.bytes.toString('latin1'));
    }
    const claimed = keysIn(changed, after).filter(
      ({ key }) => !old.delete(key.bytes.toString('latin1')),
    );
    for (const { index, key } of claimed) this.#assertFree(collection, index, key, isVisible);
    for (const { key } of claimed) {
      this.#store.locks.lockKey(key.bytes, this);
      this.#keys.set(key.bytes.toString('latin1'), rid);
    }
    for (const name of old) this.#keys.set(name, null);
  }

  #assertFree(collection: Collection, index: Index, key: Key, isVisible: boolean): void {
    const owner = this.#keys.get(key.bytes.toString('latin1'));
    if (owner === null) return;
    const found = this.#pointRows();
    if (owner !== undefined || (isVisible && found.ridOf(key.bytes) !== undefined)) {
      throw duplicateKey(collection.ns, index, key.values);
    }
    const { rows } = this.#store;
    const isTaken = (found !== rows || !isVisible) && rows.ridOf(key.bytes) !== undefined;
    if (isTaken || !this.#store.locks.isKeyFree(key.bytes, this)) {
      throw writeConflict(`a unique key of ${collection.ns} was taken by another operation`);
    }
  }

  /** True where there is something to commit. */
  get hasWrites(): boolean {
    return this.#writes.size > 0;
  }

  /** Applies every write within one commit, and ends. */
  commit(): void {
    const writes = [...this.#writes.values()];
    try {
      if (writes.length > 0) this.#store.commit.begin();
      for (const write of writes) this.#giveUpKeys(write);
      for (const write of writes) this.#apply(write);
    } catch (error) {
      this.#store.commit.fail(error);
      throw error;
    } finally {
      this.abort();
    }
  }

  /** Old unique keys go first, so that two documents may exchange theirs, or one take that of a removed one. */
  #giveUpKeys({ collection, rid, before, after }: Write): void {
    if (!before) return;
    const changed = uniqueIndexes(collection, before, after?.doc);
    const kept = after ? keysIn(changed, after.doc) : [];
    for (const { index, key } of keysIn(changed, before)) {
      const isKept = kept.some((other) => other.key.bytes.equals(key.bytes));
      if (!isKept) this.#store.removeKey(index, key.bytes, rid);
    }
  }

  #apply({ collection, rid, before, after, isWholeDocument }: Write): void {
    if (before && after) {
      this.#store.replace(collection, { rid, before, after, isWholeDocument }, this);
    } else if (before) this.#store.remove(collection, rid, before, this);
    else if (after) this.#store.insert(collection, rid, after, this);
  }

  /** Forgets everything and releases locks and snapshot. */
  abort(): void {
    this.#writes.clear();
    this.#writesOf.clear();
    this.#store.locks.release(this);
    this.#snapshots.release(this.#snapshot);
    this.#end();
  }
}

/** The unique indexes; of a changed document those whose keys may have changed. */
function uniqueIndexes({ indexes }: Collection, before?: Doc, after?: Doc): readonly Index[] {
  return indexes.filter(
    (index) => index.isUnique && (!before || !after || isTouched(index, before, after)),
  );
}

function keysIn(indexes: readonly Index[], doc: Doc): { index: Index; key: Key }[] {
  return indexes.flatMap((index) => indexKeys(index, doc).map((key) => ({ index, key })));
}
