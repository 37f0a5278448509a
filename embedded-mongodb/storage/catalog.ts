import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { decodeDocument, type Doc, encodeDocument, toDoc, type Value } from '../bson/values';
import { mongoError } from '../errors';
import type { KeyPart } from '../indexes/keys';
import { compileFilter, type Filter } from '../query/filter';

/** A `partialFilterExpression`, whole and by its top-level members. */
export interface PartialExpression {
  readonly filter: Filter;
  /** The paths that it looks at, at any depth. */
  readonly paths: readonly string[];
  readonly clauses: readonly {
    readonly path: string;
    readonly condition: Value;
    readonly filter: Filter;
  }[];
}

function compilePartial(expression: Doc): PartialExpression {
  const compile = (filter: Doc) => compileFilter(filter, { now: new Date(0) });
  const clauses = Array.from(expression, ([path, condition]) => ({
    path,
    condition,
    filter: compile(new Map([[path, condition]])),
  }));
  return { filter: compile(expression), paths: pathsOf(expression), clauses };
}

function pathsOf(expression: Doc): string[] {
  return [...expression].flatMap(([name, value]) => {
    if (!name.startsWith('$')) return [name];
    return Array.isArray(value)
      ? value.flatMap((part) => (part instanceof Map ? pathsOf(part) : []))
      : [];
  });
}

/** An index of a collection, in memory; made from its row by `toIndex`. */
export interface Index {
  readonly id: number;
  readonly name: string;
  /** As `listIndexes` answers it: v, key, name and options. */
  spec: Doc;
  readonly parts: readonly KeyPart[];
  readonly isUnique: boolean;
  readonly isSparse: boolean;
  readonly partial: PartialExpression | undefined;
  expireAfterSeconds: number | undefined;
  /** What every key begins with: the index's number. */
  readonly prefix: Buffer;
  /** Never goes back to false: a scan must then expect a row more than once. */
  isMultikey: boolean;
  /** False while it is built: written to, not yet read. */
  isReady: boolean;
  isDropped: boolean;
}

export interface Collection {
  /** Its rows are numbered from `id * ridsPerCollection`; never used again. */
  readonly id: number;
  readonly db: string;
  readonly name: string;
  readonly ns: string;
  readonly uuid: Buffer;
  readonly indexes: Index[];
  /** What `indexedFields` found; undefined after a change of the indexes. */
  fields: ReadonlySet<string> | undefined;
  /** Number of documents; undefined until someone asks. */
  count: number | undefined;
  lastRid: number;
  /** Change number of the last change of the collection or its indexes. */
  changedAt: number;
  /** It is gone, or the catalog has a newer object for it: whoever still holds this one must stop. */
  isDropped: boolean;
}

/** Four thousand million documents in each of two million collections fit in a safe integer. */
export const ridsPerCollection = 2 ** 32;

/** Every row of a collection is strictly between these. */
export function ridRange(collection: Collection): { readonly low: number; readonly high: number } {
  const low = collection.id * ridsPerCollection;
  return { low, high: low + ridsPerCollection };
}

export const idIndexSpec: Doc = toDoc({ v: 2, key: toDoc({ _id: 1 }), name: '_id_' });

/** Reads a checked index specification. */
function toIndex(
  id: number,
  spec: Doc,
  state: { readonly isMultikey: boolean; readonly isReady: boolean },
): Index {
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32BE(id);
  const expression = spec.get('partialFilterExpression');
  const seconds = spec.get('expireAfterSeconds');
  const name = spec.get('name') as string;
  return {
    id,
    name,
    spec,
    prefix,
    parts: Array.from(spec.get('key') as Doc, ([path, direction]) => ({
      path,
      isDescending: Number(direction) < 0,
    })),
    isUnique: spec.get('unique') === true || name === '_id_',
    isSparse: spec.get('sparse') === true,
    partial: expression instanceof Map ? compilePartial(expression) : undefined,
    expireAfterSeconds: seconds === undefined ? undefined : Number(seconds),
    isDropped: false,
    ...state,
  };
}

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

  /** What is held of a collection or index that the file still has stays valid. */
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
      const collection = isKept ? this.#keep(same) : this.#read(id, db, name, row['uuid']);
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

  #read(id: number, db: string, name: string, uuid: unknown): Collection {
    const rest = { uuid: Buffer.from(uuid as Uint8Array), changedAt: 0 };
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
      const loaded = toIndex(id, decodeDocument(row['spec'] as Uint8Array), {
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

  /** Takes out the indexes whose building the end of a process has cut short. */
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

  /** Takes a collection out; its rows become garbage, which `collectGarbage` deletes piecemeal. */
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

/** The top-level fields that a collection's indexes look at: of a document to be inserted, all that counts. */
export function indexedFields(collection: Collection): ReadonlySet<string> {
  collection.fields ??= new Set(
    collection.indexes.flatMap(({ parts, partial }) =>
      [...parts.map(({ path }) => path), ...(partial?.paths ?? [])].map(
        (path) => path.split('.', 1)[0]!,
      ),
    ),
  );
  return collection.fields;
}

/** @throws {MongoError} QueryPlanKilled (175) when the collection was dropped meanwhile */
export function assertAlive(collection: Collection): void {
  if (!collection.isDropped) return;
  throw mongoError('QueryPlanKilled', `collection ${collection.ns} was dropped or renamed`);
}

/** @throws {MongoError} InvalidNamespace (73) */
export function assertNamespace(db: string, name: string): void {
  const isDbValid = /^[^/\\. "$\0]{1,63}$/.test(db);
  const isNameValid = name !== '' && !name.startsWith('.') && !/[$\0]/.test(name);
  if (isDbValid && isNameValid && Buffer.byteLength(`${db}.${name}`) <= 255) return;
  throw mongoError('InvalidNamespace', `Invalid namespace specified '${db}.${name}'`);
}
