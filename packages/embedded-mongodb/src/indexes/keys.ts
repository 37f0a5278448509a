import { arrayIndex, topOf } from '../bson/paths';
import { type Doc, documentAt, encodeIndexKey, type Value, valuesAt } from '../bson/values';
import { locationError } from '../errors';

/** One field of an index. */
export interface KeyPart {
  readonly path: string;
  readonly isDescending: boolean;
}

export interface Key {
  /** The whole key, prefix included. */
  readonly bytes: Buffer;
  /** The values of the index's fields; undefined stands for an empty array. */
  readonly values: readonly (Value | undefined)[];
}

/** The keys that an index holds of one document. */
export interface DocumentKeys {
  /** Without duplicates. */
  readonly keys: readonly Key[];
  /** True where an array was on the way: one row may then have several keys. */
  readonly isMultikey: boolean;
  /** True where any of the index's fields is present. A sparse index leaves out a document without any. */
  readonly isPresent: boolean;
}

type Part = Value | undefined;

/** The path up to the first array on it, the array itself included; undefined without one. */
function arrayPrefix(doc: Doc, path: string): string | undefined {
  let at: Part = doc;
  const parts = path.split('.');
  for (let i = 0; ; i += 1) {
    if (Array.isArray(at)) return parts.slice(0, i).join('.');
    const name = parts[i];
    if (!(at instanceof Map) || name === undefined) return undefined;
    at = at.get(name);
  }
}

/** Says that the path leads to an array, or through one. */
export function isOnArray(doc: Doc, path: string): boolean {
  if (!path.includes('.')) return Array.isArray(doc.get(path));
  return arrayPrefix(doc, path) !== undefined;
}

function withValueAt(doc: Doc, path: readonly string[], value: Value): Doc {
  const [name = '', ...rest] = path;
  const inner = doc.get(name);
  const isLast = rest.length === 0 || !(inner instanceof Map);
  return new Map(doc).set(name, isLast ? value : withValueAt(inner, rest, value));
}

function cartesian(columns: readonly (readonly Part[])[]): Part[][] {
  let tuples: Part[][] = [[]];
  for (const column of columns) {
    tuples = tuples.flatMap((tuple) => column.map((part) => [...tuple, part]));
  }
  return tuples;
}

/**
 * The keys of several paths: those that meet in one array are taken element by element together.
 *
 * @throws {MongoError} 171 CannotIndexParallelArrays
 */
export function tuplesOf(doc: Doc, parts: readonly Pick<KeyPart, 'path'>[]): Part[][] {
  const prefixes = new Set<string>();
  let arrays = 0;
  for (const { path } of parts) {
    const prefix = arrayPrefix(doc, path);
    if (prefix === undefined) continue;
    prefixes.add(prefix);
    arrays += 1;
  }
  const [prefix, other] = prefixes;
  if (other !== undefined) {
    throw locationError(171, `cannot index parallel arrays [${other}] [${prefix}]`);
  }
  const array = arrays > 1 && prefix !== undefined ? documentAt(doc, prefix) : undefined;
  // A position says something of the array as a whole, which a single element cannot stand for.
  const hasPosition = parts.some(({ path }) => isPositionIn(prefix, path));
  if (prefix === undefined || !Array.isArray(array) || array.length < 2 || hasPosition) {
    return cartesian(parts.map(({ path }) => orNull(valuesAt(doc, path))));
  }
  const path = prefix.split('.');
  const last = path.at(-1) ?? '';
  return array.flatMap((element) => {
    const isInner = Array.isArray(element) || arrayIndex(last) >= 0;
    return tuplesOf(withValueAt(doc, path, isInner ? [element] : element), parts);
  });
}

function isPositionIn(prefix: string | undefined, path: string): boolean {
  if (prefix === undefined || !path.startsWith(`${prefix}.`)) return false;
  return arrayIndex(topOf(path.slice(prefix.length + 1))) >= 0;
}

const orNull = (values: Part[]): Part[] => (values.length === 0 ? [null] : values);

function isAnyPresent(doc: Doc, parts: readonly KeyPart[]): boolean {
  return parts.some(({ path }) => valuesAt(doc, path).length > 0);
}

/** The one key where every field is at the top and no array; undefined elsewhere. */
function singleKey(prefix: Buffer, parts: readonly KeyPart[], doc: Doc): DocumentKeys | undefined {
  const values: Value[] = [];
  let isPresent = false;
  for (const { path } of parts) {
    if (path.includes('.')) return undefined;
    const value = doc.get(path);
    if (Array.isArray(value)) return undefined;
    if (value !== undefined) isPresent = true;
    values.push(value ?? null);
  }
  const keys = [{ bytes: encodeIndexKey(prefix, parts, values), values }];
  return { keys, isMultikey: false, isPresent };
}

/** The keys of a document in an index whose rows all begin with `prefix`. */
export function keysOf(prefix: Buffer, parts: readonly KeyPart[], doc: Doc): DocumentKeys {
  const single = singleKey(prefix, parts, doc);
  if (single) return single;
  const [first] = parts;
  const tuples =
    first && parts.length === 1
      ? orNull(valuesAt(doc, first.path)).map((part) => [part])
      : tuplesOf(doc, parts);
  const keys = new Map<string, Key>();
  for (const values of tuples) {
    const bytes = encodeIndexKey(prefix, parts, values);
    keys.set(tuples.length === 1 ? '' : bytes.toString('latin1'), { bytes, values });
  }
  return {
    keys: [...keys.values()],
    isMultikey: parts.some(({ path }) => isOnArray(doc, path)),
    isPresent: isAnyPresent(doc, parts),
  };
}
