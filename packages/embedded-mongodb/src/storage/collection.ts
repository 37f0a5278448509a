import { type Doc, documentMember, stringMember, toDoc, type Value } from '../bson/values';
import { mongoError } from '../errors';
import type { KeyPart } from '../indexes/keys';
import { compileFilter, type Filter } from '../query/filter';
import { topOf } from '../bson/paths';

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
  /** The index's number: every key begins with it. */
  readonly prefix: Buffer;
  /** Never goes back to false: a scan must then expect a row more than once. */
  isMultikey: boolean;
  /** False while it is built: written to, not yet read. */
  isReady: boolean;
  isDropped: boolean;
  /** While it is built: rows that were replaced or removed since the building began. */
  changedRows: Set<number> | undefined;
}

export interface Collection {
  /** Its rows are numbered from `id * ridsPerCollection`; never used again. */
  readonly id: number;
  readonly db: string;
  readonly name: string;
  readonly ns: string;
  readonly uuid: Buffer;
  readonly indexes: Index[];
  /** The last answer of `indexedFields`; undefined after a change of the indexes. */
  fields: ReadonlySet<string> | undefined;
  /** Number of documents; undefined until someone asks. */
  count: number | undefined;
  lastRid: number;
  /** Change number of the last change of the collection or its indexes. */
  changedAt: number;
  /** The collection is gone, or the catalog has a newer object for it: do not use this one any more. */
  isDropped: boolean;
}

/** Four thousand million documents in each of two million collections fit in a safe integer. */
export const ridsPerCollection = 2 ** 32;

/** Every row of a collection is strictly between these. */
export function ridRange(collection: Pick<Collection, 'id'>): {
  readonly low: number;
  readonly high: number;
} {
  const low = collection.id * ridsPerCollection;
  return { low, high: low + ridsPerCollection };
}

/** The first bytes of all keys of an index. */
export function keyPrefix(indexId: number): Buffer {
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32BE(indexId);
  return prefix;
}

export const idIndexSpec: Doc = toDoc({ v: 2, key: toDoc({ _id: 1 }), name: '_id_' });

/** Reads a checked index specification. */
export function toIndex(
  id: number,
  spec: Doc,
  state: { readonly isMultikey: boolean; readonly isReady: boolean },
): Index {
  const expression = spec.get('partialFilterExpression');
  const seconds = spec.get('expireAfterSeconds');
  const name = stringMember(spec, 'name');
  return {
    id,
    name,
    spec,
    prefix: keyPrefix(id),
    parts: Array.from(documentMember(spec, 'key'), ([path, direction]) => ({
      path,
      isDescending: Number(direction) < 0,
    })),
    isUnique: spec.get('unique') === true || name === '_id_',
    isSparse: spec.get('sparse') === true,
    partial: expression instanceof Map ? compilePartial(expression) : undefined,
    expireAfterSeconds: seconds === undefined ? undefined : Number(seconds),
    isDropped: false,
    changedRows: undefined,
    ...state,
  };
}

/** The top-level fields that the indexes of a collection use: all that must be decoded of a document to be inserted. */
export function indexedFields(collection: Collection): ReadonlySet<string> {
  collection.fields ??= new Set(collection.indexes.flatMap(fieldsOf));
  return collection.fields;
}

/** The top-level fields that an index uses. */
export const fieldsOf = ({ parts, partial }: Index): readonly string[] =>
  [...parts.map(({ path }) => path), ...(partial?.paths ?? [])].map((path) => topOf(path));

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
