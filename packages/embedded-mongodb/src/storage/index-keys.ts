import { inspect } from 'node:util';
import { type Doc, documentMember, type Value } from '../bson/values';
import { mongoError, type MongoError } from '../errors';
import { type Key, keysOf } from '../indexes/keys';
import type { Index } from './collection';
import { topOf } from '../bson/paths';

/** @see MongoDB's error 11000, with the members that drivers and mongoose look for */
export function duplicateKey(ns: string, index: Index, values: Key['values']): MongoError {
  const keyValue: Doc = new Map();
  index.parts.forEach(({ path }, i) => keyValue.set(path, values[i] ?? null));
  const shown = Array.from(keyValue, ([path, value]) => `${path}: ${showValue(value)}`).join(', ');
  return mongoError(
    'DuplicateKey',
    `E11000 duplicate key error collection: ${ns} index: ${index.name} dup key: { ${shown} }`,
    { keyPattern: documentMember(index.spec, 'key'), keyValue },
  );
}

function showValue(value: Value): string {
  return typeof value === 'string'
    ? JSON.stringify(value)
    : inspect(value, { breakLength: Infinity });
}

/** The keys of a document in an index; none where a sparse or partial index leaves it out. */
export function indexKeys(index: Index, doc: Doc): readonly Key[] {
  if (index.partial && !index.partial.filter.matches(doc)) return [];
  const { keys, isPresent } = keysOf(index.prefix, index.parts, doc);
  return index.isSparse && !isPresent ? [] : keys;
}

/** Says that an update may have changed the document's keys in the index: unchanged values stay the same object. */
export function isTouched(index: Index, before: Doc, after: Doc): boolean {
  if (index.partial) return true;
  return index.parts.some(({ path }) => {
    const name = topOf(path);
    return before.get(name) !== after.get(name);
  });
}
