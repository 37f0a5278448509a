import { assertPresent } from '../present';
import type { Doc, Value } from './value';

const indexPattern = /^(?:0|[1-9]\d*)$/;

/** The first component of a dotted path. */
export function topOf(path: string): string {
  const dot = path.indexOf('.');
  return dot < 0 ? path : path.slice(0, dot);
}

/** The array position that a path component names, or -1. */
export function arrayIndex(component: string): number {
  return indexPattern.test(component) ? Number(component) : -1;
}

/** A document's field or, where `name` is a number, an array's element; undefined when it is missing. */
export function memberOf(value: Value | undefined, name: string): Value | undefined {
  if (value instanceof Map) return value.get(name);
  return Array.isArray(value) ? value[arrayIndex(name)] : undefined;
}

/** The value at a dotted path, step by step as `memberOf`: it does not look into arrays as `valuesAt` does. */
export function documentAt(doc: Doc, path: string): Value | undefined {
  return path.split('.').reduce<Value | undefined>(memberOf, doc);
}

/**
 * The values at a dotted path, as a query sees them: documents in arrays on the way are all followed, a
 * numeric component also names an element, an array at the end gives its elements. What lacks the path
 * gives nothing.
 */
export function elementsAt(doc: Doc, path: string): Value[] {
  const found: Value[] = [];
  gather(doc, path.split('.'), found);
  return found;
}

/** As `push`, which cannot take the elements of a long array as its arguments. */
function append<Item>(list: Item[], added: readonly Item[]): void {
  for (const item of added) list.push(item);
}

function gather(at: Value | undefined, path: readonly string[], found: Value[]): void {
  const [name, ...rest] = path;
  if (name === undefined) {
    if (Array.isArray(at)) append(found, at);
    else if (at !== undefined) found.push(at);
    return;
  }
  gather(memberOf(at, name), rest, found);
  if (!Array.isArray(at)) return;
  for (const element of at) if (element instanceof Map) gather(element, path, found);
}

/**
 * The keys of a document in an index on a dotted path, as MongoDB's multikey indexes have them: one
 * per element of the arrays on the way and at the end. A document in which nothing is at the path
 * gives no key at all (a sparse index leaves it out, any other files it under null); an array whose
 * elements lack the path gives null for each that does; an empty array at the end gives `undefined`,
 * which sorts below null. Not free of duplicates.
 */
export function valuesAt(doc: Doc, path: string): (Value | undefined)[] {
  const keys: (Value | undefined)[] = [];
  const isPresent = collect(doc, path.split('.'), 0, keys);
  return isPresent ? keys : [];
}

/** Appends the keys below `at`; returns whether any is more than the null of a missing field. */
function collect(
  at: Value | undefined,
  path: readonly string[],
  depth: number,
  keys: (Value | undefined)[],
): boolean {
  const name = path[depth];
  if (name === undefined) {
    if (!Array.isArray(at)) keys.push(at ?? null);
    else if (at.length === 0) keys.push(undefined);
    else append(keys, at);
    return at !== undefined;
  }
  if (at instanceof Map) return collect(at.get(name), path, depth + 1, keys);
  if (!Array.isArray(at) || at.length === 0) {
    keys.push(null);
    return false;
  }
  return collectElements(at, path, depth, keys);
}

/** Both readings of a numeric component count: the element of that position, and fields so named. */
function collectElements(
  array: readonly Value[],
  path: readonly string[],
  depth: number,
  keys: (Value | undefined)[],
): boolean {
  const name = assertPresent(path[depth], 'elements lie before the end of a path');
  const position = arrayIndex(name);
  let isPresent = false;
  if (position >= 0) isPresent = collect(array[position], path, depth + 1, keys);
  for (const element of array) {
    if (element instanceof Map && (position < 0 || element.has(name))) {
      isPresent = collect(element, path, depth, keys) || isPresent;
    } else if (position < 0) keys.push(null);
  }
  return isPresent;
}
