import type { StatementSync } from 'node:sqlite';
import { type Change, Oplog } from '../change-streams/oplog';
import { describeUpdate } from '../change-streams/update-description';
import type { Doc, Value } from '../bson/values';
import type { Key } from '../indexes/keys';
import { type LockHolder, Locks } from '../transactions/locks';
import { Catalog } from './catalog';
import { assertAlive, type Collection, type Index } from './collection';
import { type Folder, isConstraintError } from './folder';
import { GroupCommit } from './group-commit';
import { duplicateKey, indexKeys, isTouched } from './index-keys';
import { Rows } from './rows';
import { assertPresent } from '../present';

/** A document in both forms. */
export interface Stored {
  readonly doc: Doc;
  readonly bytes: Uint8Array;
}

/** The transaction that writes, when it commits; other writes have none. */
export interface Writer extends LockHolder {
  /** `lsid` and `txnNumber`, for change events. */
  readonly session: Doc;
}

/** A replacement of one row. */
export interface Replacement {
  readonly rid: number;
  readonly before: Doc;
  readonly after: Stored;
  readonly isWholeDocument: boolean;
}

/** Fails when the row is gone: it was read in an earlier turn, and a change of it must not be kept. */
function assertOne(changes: number | bigint, { ns }: Collection): void {
  if (changes !== 1) throw new Error(`a write to ${ns} met ${changes} rows instead of one`);
}

/** All that is stored, and every write to it, with its indexes and its place in the oplog. */
export class Store {
  readonly catalog: Catalog;
  readonly oplog: Oplog;
  readonly commit: GroupCommit;
  readonly locks = new Locks();
  readonly rows: Rows;
  /** Counts every write. */
  version = 0;
  /** The `version` that the last commit contained: what a snapshot opened now shows. */
  committedVersion = 0;
  /** By database: the `version` at which a collection of it was dropped last. */
  readonly droppedAt = new Map<string, number>();
  /** By row: the version of its last replacement or removal, for as long as a snapshot may be older. */
  readonly recentWrites = new Map<number, number>();
  /** Open snapshots; while there is one, `recentWrites` grows. */
  openSnapshots = 0;
  /** Called before each commit and after a failed one, for state that others keep in memory. */
  readonly beforeCommit: (() => void)[] = [];
  readonly afterFailure: (() => void)[] = [];
  readonly #insert: StatementSync;
  readonly #update: StatementSync;
  readonly #delete: StatementSync;
  readonly #insertUnique: StatementSync;
  readonly #deleteUnique: StatementSync;
  readonly #insertKey: StatementSync;
  readonly #deleteKey: StatementSync;

  constructor(
    readonly folder: Folder,
    readonly now: () => Date,
  ) {
    const db = folder.writer;
    this.catalog = new Catalog(db);
    this.oplog = new Oplog(db);
    this.rows = new Rows(db, () => this.version);
    this.#insert = db.prepare('INSERT INTO documents VALUES (?, ?)');
    this.#update = db.prepare('UPDATE documents SET bson = ? WHERE rid = ?');
    this.#delete = db.prepare('DELETE FROM documents WHERE rid = ?');
    this.#insertUnique = db.prepare('INSERT INTO unique_keys VALUES (?, ?)');
    this.#deleteUnique = db.prepare('DELETE FROM unique_keys WHERE k = ? AND rid = ?');
    this.#insertKey = db.prepare('INSERT OR IGNORE INTO keys VALUES (?, ?)');
    this.#deleteKey = db.prepare('DELETE FROM keys WHERE k = ? AND rid = ?');
    this.commit = new GroupCommit(db, {
      beforeCommit: () => {
        for (const write of this.beforeCommit) write();
        this.oplog.flush(this.now());
      },
      committed: () => {
        this.committedVersion = this.version;
        if (this.openSnapshots === 0) this.recentWrites.clear();
        this.oplog.publish();
      },
      failed: () => {
        this.version += 1;
        this.committedVersion = this.version;
        this.catalog.load();
        this.oplog.load();
        for (const recover of this.afterFailure) recover();
      },
    });
  }

  /** Notes a write to a row, or to a collection as a whole; returns the new version. */
  touch(rid?: number): number {
    this.version += 1;
    if (rid !== undefined) this.recentWrites.set(rid, this.version);
    return this.version;
  }

  /** A row number for the next document of a collection. */
  nextRid(collection: Collection): number {
    collection.lastRid += 1;
    return collection.lastRid;
  }

  /**
   * Inserts a document whose `_id` is present; of `doc` only the indexed fields are looked at.
   *
   * @throws {MongoError} DuplicateKey (11000), with nothing written
   * @throws {LockedError} when a transaction holds one of its unique keys
   */
  insert(collection: Collection, rid: number, { doc, bytes }: Stored, writer?: Writer): void {
    assertAlive(collection);
    this.commit.begin();
    this.#addKeys(collection, rid, { after: doc }, writer);
    // Not `run`, which would make an object for the number of changed rows.
    this.#insert.get(rid, bytes);
    this.#log(collection, { type: 'insert', document: bytes }, writer);
    if (collection.count !== undefined) collection.count += 1;
    // No snapshot has the row, so no transaction can have read it before this write.
    this.touch();
  }

  /** Replaces a document by one with the same `_id`; throws as `insert` does. */
  replace(collection: Collection, replacement: Replacement, writer?: Writer): void {
    const { rid, before, after, isWholeDocument } = replacement;
    assertAlive(collection);
    this.commit.begin();
    this.locks.assertRowFree(rid, writer);
    this.#addKeys(collection, rid, { before, after: after.doc }, writer);
    assertOne(this.#update.run(after.bytes, rid).changes, collection);
    if (this.oplog.isWatched(collection.db, collection.name)) {
      const details: Doc = new Map([['_id', idOf(before)]]);
      if (isWholeDocument) {
        this.#log(collection, { type: 'replace', details, document: after.bytes }, writer);
      } else {
        details.set('update', describeUpdate(before, after.doc));
        this.#log(collection, { type: 'update', details }, writer);
      }
    }
    this.touch(rid);
  }

  /** @throws {LockedError} when a transaction has written the row */
  remove(collection: Collection, rid: number, before: Doc, writer?: Writer): void {
    assertAlive(collection);
    this.commit.begin();
    this.locks.assertRowFree(rid, writer);
    for (const index of collection.indexes) {
      index.changedRows?.add(rid);
      for (const { bytes } of indexKeys(index, before)) this.removeKey(index, bytes, rid);
    }
    assertOne(this.#delete.run(rid).changes, collection);
    const details = new Map([['_id', idOf(before)]]);
    this.#log(collection, { type: 'delete', details }, writer);
    if (collection.count !== undefined) collection.count -= 1;
    this.touch(rid);
  }

  /** Logs a change of a whole collection or database. */
  logStructure(change: Change): void {
    this.commit.begin();
    if (this.oplog.isWatched(change.db, change.collection)) this.oplog.append(change);
    this.version += 1;
  }

  #log(
    { db, name }: Collection,
    change: Omit<Change, 'db' | 'collection'>,
    writer: Writer | undefined,
  ): void {
    if (!this.oplog.isWatched(db, name)) return;
    if (!writer) {
      this.oplog.append({ ...change, db, collection: name });
      return;
    }
    const details = new Map(change.details).set('session', writer.session);
    this.oplog.append({ ...change, db, collection: name, details });
  }

  /** Brings the indexes from `before` to `after`; on a duplicate takes back what it added. */
  #addKeys(
    collection: Collection,
    rid: number,
    { before, after }: { readonly before?: Doc; readonly after: Doc },
    writer: Writer | undefined,
  ): void {
    const added: [Index, Buffer][] = [];
    const outdated: [Index, Buffer][] = [];
    for (const index of collection.indexes) {
      if (before && !isTouched(index, before, after)) continue;
      if (before) index.changedRows?.add(rid);
      const old = before ? indexKeys(index, before) : [];
      const keys = indexKeys(index, after);
      for (const { bytes } of old) {
        if (!keys.some((key) => key.bytes.equals(bytes))) outdated.push([index, bytes]);
      }
      for (const key of keys) {
        if (old.some(({ bytes }) => bytes.equals(key.bytes))) continue;
        if (!this.#addKey(index, key, rid, writer)) {
          for (const [other, bytes] of added) this.removeKey(other, bytes, rid);
          this.locks.assertKeyFree(key.bytes, writer);
          throw duplicateKey(collection.ns, index, key.values);
        }
        added.push([index, key.bytes]);
      }
      if (keys.length > 1) this.markMultikey(index);
    }
    for (const [index, bytes] of outdated) this.removeKey(index, bytes, rid);
  }

  /** Returns false when the key is taken, by a row or by a transaction. */
  #addKey(index: Index, { bytes }: Key, rid: number, writer: Writer | undefined): boolean {
    if (!index.isUnique) {
      this.#insertKey.get(bytes, rid);
      return true;
    }
    return this.locks.isKeyFree(bytes, writer) && this.addUniqueKey(bytes, rid);
  }

  /** Returns false when another row has the key. */
  addUniqueKey(bytes: Buffer, rid: number): boolean {
    try {
      this.#insertUnique.get(bytes, rid);
      return true;
    } catch (error) {
      if (!isConstraintError(error)) throw error;
      return this.rows.ridOf(bytes) === rid;
    }
  }

  /** Adds a key that needs not be unique; it may be there already. */
  addPlainKey(bytes: Buffer, rid: number): void {
    this.#insertKey.run(bytes, rid);
  }

  removeKey(index: Index, bytes: Buffer, rid: number): void {
    (index.isUnique ? this.#deleteUnique : this.#deleteKey).run(bytes, rid);
  }

  markMultikey(index: Index): void {
    if (index.isMultikey) return;
    index.isMultikey = true;
    this.catalog.saveIndex(index);
  }
}

const idOf = (doc: Doc): Value => assertPresent(doc.get('_id'), 'a stored document has its _id');
