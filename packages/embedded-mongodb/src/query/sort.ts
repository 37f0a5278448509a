import { compareValues } from '../bson/compare';
import { toInteger } from '../bson/numbers';
import { valuesAt } from '../bson/paths';
import type { Doc, Value } from '../bson/values';
import { badValue, MongoError } from '../errors';
import { isOnArray, tuplesOf } from '../indexes/keys';

export interface SortKey {
  readonly path: string;
  readonly descending: boolean;
}

type SortValues = readonly (Value | undefined)[];

export interface Sort {
  readonly keys: readonly SortKey[];
  readonly compare: (a: Doc, b: Doc) => number;
  /** The values that a document sorts by, one a key; compute each once to sort many. */
  readonly valuesOf: (doc: Doc) => SortValues;
  readonly compareKeys: (a: SortValues, b: SortValues) => number;
}

/** An array sorts by its least element, or its greatest when descending; an empty one below null. */
function sortValue(doc: Doc, { path, descending }: SortKey): Value | undefined {
  const direct = path.includes('.') ? [] : (doc.get(path) ?? null);
  if (!Array.isArray(direct)) return direct;
  const values = valuesAt(doc, path);
  if (values.length === 0) return null;
  const sign = descending ? -1 : 1;
  return values.reduce((best, value) => (compareValues(value, best) * sign < 0 ? value : best));
}

/** @throws {MongoError} BadValue (2) where two paths lead into arrays that are not one another's */
function tuplesToSortBy(doc: Doc, keys: readonly SortKey[]): readonly SortValues[] {
  try {
    return tuplesOf(doc, keys);
  } catch (error) {
    if (!(error instanceof MongoError) || error.code !== 171) throw error;
    throw badValue('cannot sort with keys that are parallel arrays');
  }
}

function toKey([path, order]: readonly [string, Value]): SortKey {
  if (order instanceof Map) throw badValue('$meta sort is not supported');
  const direction = toInteger(order);
  if (direction !== 1 && direction !== -1) {
    throw badValue(`Illegal key in $sort specification: ${path}: must be 1 or -1`);
  }
  if (path === '') throw badValue('FieldPath cannot be constructed with empty string');
  if (path.startsWith('$')) throw badValue(`FieldPath field names may not start with '$': ${path}`);
  return { path, descending: direction < 0 };
}

/**
 * Compiles a sort specification. Missing sorts as null; documents that compare equal keep no
 * particular order unless the caller's sort is stable. Keys that lead into one array are taken element by element
 * together: the first of these tuples is the document's.
 *
 * @throws {MongoError} BadValue (2) for an order other than 1 and -1, for `$meta`, and of a document in which two keys
 * lead into different arrays.
 */
export function compileSort(spec: Doc): Sort {
  const keys = Array.from(spec, toKey);
  const compareKeys: Sort['compareKeys'] = (a, b) => {
    for (let i = 0; i < keys.length; i += 1) {
      const order = compareValues(a[i], b[i]);
      if (order !== 0) return keys[i]?.descending === true ? -order : order;
    }
    return 0;
  };
  const valuesOf: Sort['valuesOf'] = (doc) => {
    const hasOneArray =
      keys.length < 2 || keys.filter(({ path }) => isOnArray(doc, path)).length < 2;
    if (hasOneArray) return keys.map((key) => sortValue(doc, key));
    return tuplesToSortBy(doc, keys).reduce((a, b) => (compareKeys(b, a) < 0 ? b : a));
  };
  return { keys, valuesOf, compareKeys, compare: (a, b) => compareKeys(valuesOf(a), valuesOf(b)) };
}
