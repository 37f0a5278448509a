import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { decodeDocument, type Doc, encodeDocument } from '../bson/values';
import { mongoError } from '../errors';
import { bytesOf } from './columns';
import {
  assertNamespace,
  type Collection,
  idIndexSpec,
  type Index,
  ridRange,
  ridsPerCollection,
  toIndex,
} from './collection';

/**
 * The collections and indexes of the file, kept in memory and written through. Changes belong to
 * the writer's open transaction: after a failed commit `load` reads them again.
 */
export class Catalog {
  readonly #db: DatabaseSync;
  readonly #databases = new Map<string, Map<string, Collection>>();

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.load();
  }

  /** Reads the file again. Objects of collections and indexes that it still has stay valid. */
  load(): void {
    const before = new Map<number, Collection>();
    for (const inDb of this.#databases.values()) {
      for (const collection of inDb.values()) before.set(collection.id, collection);
    }
    this.#databases.clear();
    const collections = new Map<number, Collection>();
    for (const row of this.#db.prepare('SELECT id, db, name, uuid FROM collections').all()) {
      const [id, db, name] = [Number(row['id']), String(row['db']), String(row['name'])];
      const same = before.get(id);
      const isKept = same?.db === db && same.name === name;
      const collection = isKept ? this.#keep(same) : this.#read(id, db, name, bytesOf(row, 'uuid'));
      if (isKept) before.delete(id);
      collections.set(id, collection);
    }
    this.#loadIndexes(collections);
    for (const collection of before.values()) collection.isDropped = true;
  }

  /** Counts again; row numbers go on, since open transactions have some. */
  #keep(collection: Collection): Collection {
    const inDb = this.#databases.get(collection.db) ?? new Map<string, Collection>();
    this.#databases.set(collection.db, inDb);
    inDb.set(collection.name, collection);
    collection.count = undefined;
    return collection;
  }

  #read(id: number, db: string, name: string, uuid: Uint8Array): Collection {
    const rest = { uuid: Buffer.from(uuid), changedAt: 0 };
    const collection = this.#add(id, db, name, rest);
    const { low, high } = ridRange(collection);
    const last = this.#db.prepare(
      'SELECT max(rid) AS rid FROM documents WHERE rid BETWEEN ? AND ?',
    );
    collection.lastRid = Number(last.get(low, high - 1)?.['rid'] ?? low);
    return collection;
  }

  #loadIndexes(collections: ReadonlyMap<number, Collection>): void {
    const before = new Map<number, Index>();
    for (const { indexes } of collections.values()) {
      for (const index of indexes.splice(0)) before.set(index.id, index);
    }
    for (const collection of collections.values()) collection.fields = undefined;
    for (const row of this.#db.prepare('SELECT * FROM indexes ORDER BY id').all()) {
      const id = Number(row['id']);
      const loaded = toIndex(id, decodeDocument(bytesOf(row, 'spec')), {
        isMultikey: row['multikey'] === 1,
        isReady: row['ready'] === 1,
      });
      const { spec, expireAfterSeconds, isMultikey, isReady } = loaded;
      const same = before.get(id);
      const index = same
        ? Object.assign(same, { spec, expireAfterSeconds, isMultikey, isReady })
        : loaded;
      before.delete(id);
      collections.get(Number(row['collection']))?.indexes.push(index);
    }
    for (const index of before.values()) index.isDropped = true;
  }

  #add(
    id: number,
    db: string,
    name: string,
    rest: Pick<Collection, 'uuid' | 'changedAt'>,
  ): Collection {
    const inDb = this.#databases.get(db) ?? new Map<string, Collection>();
    this.#databases.set(db, inDb);
    const lastRid = id * ridsPerCollection;
    const collection: Collection = {
      id,
      db,
      name,
      ns: `${db}.${name}`,
      indexes: [],
      fields: undefined,
      count: undefined,
      isDropped: false,
      lastRid,
      ...rest,
    };
    inDb.set(name, collection);
    return collection;
  }

  /** Drops the indexes that were still being built when the process ended. */
  dropUnfinishedIndexes(): void {
    for (const db of this.databases()) {
      for (const collection of this.collections(db)) {
        const unfinished = collection.indexes.filter(({ isReady }) => !isReady);
        for (const index of unfinished) this.dropIndex(collection, index);
      }
    }
  }

  /** Names of the databases with a collection, sorted. */
  databases(): string[] {
    return [...this.#databases.keys()].sort();
  }

  /** A database's collections, sorted by name. */
  collections(db: string): Collection[] {
    const collections = [...(this.#databases.get(db)?.values() ?? [])];
    return collections.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  find(db: string, name: string): Collection | undefined {
    return this.#databases.get(db)?.get(name);
  }

  /** @throws {MongoError} NamespaceNotFound (26) */
  get(db: string, name: string): Collection {
    const collection = this.find(db, name);
    if (!collection) throw mongoError('NamespaceNotFound', `ns not found: ${db}.${name}`);
    return collection;
  }

  /** Makes a collection with its `_id_` index. */
  create(db: string, name: string, changedAt: number): Collection {
    assertNamespace(db, name);
    const uuid = Buffer.from(randomUUID().replaceAll('-', ''), 'hex');
    const insert = this.#db.prepare('INSERT INTO collections (db, name, uuid) VALUES (?, ?, ?)');
    const id = Number(insert.run(db, name, uuid).lastInsertRowid);
    const collection = this.#add(id, db, name, { uuid, changedAt });
    collection.count = 0;
    this.createIndex(collection, idIndexSpec, { isReady: true });
    return collection;
  }

  /** Takes a collection out; its rows become garbage, which `collectGarbage` deletes in small pieces. */
  drop(collection: Collection): void {
    this.#db.prepare('DELETE FROM collections WHERE id = ?').run(collection.id);
    this.#db.prepare("INSERT INTO garbage VALUES ('collection', ?)").run(collection.id);
    for (const index of [...collection.indexes]) this.dropIndex(collection, index);
    collection.isDropped = true;
    const inDb = this.#databases.get(collection.db);
    inDb?.delete(collection.name);
    if (inDb?.size === 0) this.#databases.delete(collection.db);
  }

  createIndex(
    collection: Collection,
    spec: Doc,
    { isReady }: { readonly isReady: boolean },
  ): Index {
    const insert = this.#db.prepare(
      'INSERT INTO indexes (collection, spec, multikey, ready) VALUES (?, ?, 0, ?)',
    );
    const { lastInsertRowid } = insert.run(collection.id, encodeDocument(spec), Number(isReady));
    const index = toIndex(Number(lastInsertRowid), spec, { isMultikey: false, isReady });
    collection.indexes.push(index);
    collection.fields = undefined;
    return index;
  }

  /** Writes the index's `spec`, `isMultikey` and `isReady` after a change. */
  saveIndex(index: Index): void {
    this.#db
      .prepare('UPDATE indexes SET spec = ?, multikey = ?, ready = ? WHERE id = ?')
      .run(encodeDocument(index.spec), Number(index.isMultikey), Number(index.isReady), index.id);
  }

  dropIndex(collection: Collection, index: Index): void {
    this.#db.prepare('DELETE FROM indexes WHERE id = ?').run(index.id);
    this.#db.prepare("INSERT INTO garbage VALUES ('index', ?)").run(index.id);
    index.isDropped = true;
    collection.indexes.splice(collection.indexes.indexOf(index), 1);
    collection.fields = undefined;
  }

  /** @returns how many documents a collection has; counted once, then kept */
  count(collection: Collection): number {
    if (collection.count === undefined) {
      const { low, high } = ridRange(collection);
      const count = this.#db.prepare(
        'SELECT count(*) AS n FROM documents WHERE rid > ? AND rid < ?',
      );
      collection.count = Number(count.get(low, high)?.['n']);
    }
    return collection.count;
  }
}
