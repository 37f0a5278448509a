import type { Doc, Value } from './value';

const indexPattern = /^(?:0|[1-9]\d*)$/;

/** The array position that a path component names, or -1. */
export function arrayIndex(component: string): number {
  return indexPattern.test(component) ? Number(component) : -1;
}

/**
 * The value at a dotted path, or undefined when it is missing. A numeric component names an array's
 * element; other components do not look into arrays (`valuesAt` does).
 */
export function documentAt(doc: Doc, path: string): Value | undefined {
  let at: Value | undefined = doc;
  for (const component of path.split('.')) {
    if (at instanceof Map) at = at.get(component);
    else if (Array.isArray(at)) at = at[arrayIndex(component)];
    else return undefined;
  }
  return at;
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
  if (depth === path.length) {
    if (!Array.isArray(at)) keys.push(at ?? null);
    else if (at.length === 0) keys.push(undefined);
    else keys.push(...at);
    return at !== undefined;
  }
  if (at instanceof Map) return collect(at.get(path[depth]!), path, depth + 1, keys);
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
  const position = arrayIndex(path[depth]!);
  let isPresent = false;
  if (position >= 0) isPresent = collect(array[position], path, depth + 1, keys);
  for (const element of array) {
    if (element instanceof Map && (position < 0 || element.has(path[depth]!))) {
      isPresent = collect(element, path, depth, keys) || isPresent;
    } else if (position < 0) keys.push(null);
  }
  return isPresent;
}
