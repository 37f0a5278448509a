import { arrayIndex, memberOf, topOf } from '../bson/paths';
import { typeName } from '../bson/types';
import type { Doc, Value } from '../bson/values';
import { badValue, failedToParse, mongoError } from '../errors';
import { compileFilter, type Filter, type Position } from '../query/filter';
import { assertPresent } from '../present';

/** How far beyond its end MongoDB lets an update grow an array. */
const maxPadding = 1_500_000;

/** One change of one field. */
export interface Change {
  /** The new value; undefined removes the field, the very same value changes nothing. */
  readonly apply: (old: Value | undefined) => Value | undefined;
  /** True where a missing path is made. */
  readonly creates: boolean;
}

/** Tells an operator the time, and where it stands. */
export interface UpdateContext {
  readonly now: Date;
  readonly path: string;
  readonly name: string;
}

export type UpdateOperator = (operand: Value, context: UpdateContext) => Change;

/**
 * Splits an update's path.
 *
 * @throws {MongoError} EmptyFieldName (56), DollarPrefixedFieldName (52), BadValue (2) for a `$` in the first position
 * and for two of them.
 */
export function splitPath(path: string): readonly string[] {
  const components = path.split('.');
  if (components.includes('')) {
    throw mongoError('EmptyFieldName', `the path '${path}' has an empty field name`);
  }
  if (isArrayStep(topOf(path))) {
    throw badValue(`'$' or an array filter in the first position of '${path}'`);
  }
  if (components.indexOf('$') !== components.lastIndexOf('$')) {
    throw badValue(`Too many positional (i.e. '$') elements found in path '${path}'`);
  }
  const wrong = components.find((name) => name.startsWith('$') && !isArrayStep(name));
  if (wrong !== undefined) {
    throw mongoError(
      'DollarPrefixedFieldName',
      `the field '${wrong}' in '${path}' begins with a dollar`,
    );
  }
  return components;
}

export function isArrayStep(component: string): boolean {
  return component === '$' || /^\$\[[^\]]*\]$/.test(component);
}

/** The filters of `arrayFilters` by their identifier. */
export function compileArrayFilters(
  filters: readonly Doc[],
  now: Date,
): ReadonlyMap<string, Filter> {
  const byName = new Map<string, Filter>();
  for (const filter of filters) {
    const names = [...new Set(identifiers(filter))];
    const [name] = names;
    if (name === undefined || names.length > 1) {
      throw failedToParse(
        `Expected a single top-level field name, found ${names.map((one) => `'${one}'`).join(' and ') || 'none'}`,
      );
    }
    if (!/^[a-z][a-zA-Z0-9]*$/.test(name)) {
      throw badValue(`an array filter must begin with a lowercase letter: '${name}'`);
    }
    if (byName.has(name)) {
      throw failedToParse(`multiple array filters for ${name}`);
    }
    byName.set(name, compileFilter(filter, { now, exprError: 'QueryFeatureNotAllowed' }));
  }
  return byName;
}

function identifiers(filter: Doc): string[] {
  return [...filter].flatMap(([name, value]) => {
    if (!name.startsWith('$')) return [topOf(name)];
    return Array.isArray(value)
      ? value.filter((part) => part instanceof Map).flatMap(identifiers)
      : [];
  });
}

export interface ExpandOptions {
  readonly position: Position;
  readonly filters: ReadonlyMap<string, Filter>;
}

/** The paths that `$`, `$[]` and `$[name]` stand for in a document. */
export function expandPath(
  doc: Doc,
  path: readonly string[],
  options: ExpandOptions,
): readonly (readonly string[])[] {
  const step = path.findIndex(isArrayStep);
  const arrayStep = path[step];
  if (arrayStep === undefined) return [path];
  const before = path.slice(0, step);
  const after = path.slice(step + 1);
  return indexes(doc, before, arrayStep, options).flatMap((index) =>
    expandPath(doc, [...before, String(index), ...after], options),
  );
}

function indexes(
  doc: Doc,
  path: readonly string[],
  step: string,
  options: ExpandOptions,
): number[] {
  if (step === '$') {
    if (options.position !== undefined) return [options.position];
    throw badValue('the positional operator did not find a match of the query');
  }
  const array = path.reduce<Value | undefined>(memberOf, doc);
  if (!Array.isArray(array)) {
    const where = path.join('.');
    throw badValue(
      array === undefined
        ? `the path '${where}' must exist for array updates`
        : `'${where}' is of the non-array type ${typeName(array)}`,
    );
  }
  const name = step.slice(2, -1);
  const filter = options.filters.get(name);
  if (name !== '' && !filter) {
    throw badValue(`no array filter for identifier '${name}' in '${path.join('.')}'`);
  }
  return array.flatMap((element, i) =>
    !filter || filter.matches(new Map([[name, element]])) ? [i] : [],
  );
}

/**
 * A document being changed: what changes is copied once, what does not is shared with the original.
 * `root` is the original itself as long as nothing changed.
 */
export class Draft {
  readonly #own = new Set<Value>();

  constructor(public root: Doc) {}

  /** @throws {MongoError} PathNotViable (28) when something on the way cannot hold the field. */
  change(path: readonly string[], change: Change): void {
    this.root = this.#at(this.root, path, 0, change) as Doc;
  }

  get(path: readonly string[]): Value | undefined {
    return path.reduce<Value | undefined>(memberOf, this.root);
  }

  #at(
    value: Value | undefined,
    path: readonly string[],
    depth: number,
    change: Change,
  ): Value | undefined {
    if (depth === path.length) return change.apply(value);
    if (value instanceof Map) return this.#inDoc(value, path, depth, change);
    if (Array.isArray(value)) return this.#inArray(value, path, depth, change);
    if (!change.creates) return value;
    if (value !== undefined) throw notViable(path, depth, value);
    const inner = this.#at(undefined, path, depth + 1, change);
    if (inner === undefined) return undefined;
    const made: Doc = new Map([[nameAt(path, depth), inner]]);
    this.#own.add(made);
    return made;
  }

  #inDoc(doc: Doc, path: readonly string[], depth: number, change: Change): Value {
    const name = nameAt(path, depth);
    const old = doc.get(name);
    const changed = this.#at(old, path, depth + 1, change);
    if (Object.is(changed, old)) return doc;
    const copy = this.#own.has(doc) ? doc : new Map(doc);
    this.#own.add(copy);
    if (changed === undefined) copy.delete(name);
    else copy.set(name, changed);
    return copy;
  }

  /** An element is never removed: what is unset becomes null, what is skipped is filled with null. */
  #inArray(array: Value[], path: readonly string[], depth: number, change: Change): Value {
    const index = arrayIndex(nameAt(path, depth));
    if (index < 0) {
      if (change.creates) throw notViable(path, depth, array);
      return array;
    }
    const old = array[index];
    const changed = this.#at(old, path, depth + 1, change);
    if (Object.is(changed, old)) return array;
    if (index - array.length > maxPadding) {
      throw badValue(`Attempting to backfill more than ${maxPadding} array elements`);
    }
    const copy = this.#own.has(array) ? array : [...array];
    this.#own.add(copy);
    while (copy.length < index) copy.push(null);
    copy[index] = changed ?? null;
    return copy;
  }
}

const nameAt = (path: readonly string[], depth: number): string =>
  assertPresent(path[depth], 'a path is followed to its end at most');

function notViable(path: readonly string[], depth: number, value: Value): Error {
  const where = path.slice(0, depth).join('.');
  return mongoError(
    'PathNotViable',
    `Cannot create field '${nameAt(path, depth)}' in ${where}: ${typeName(value)}`,
  );
}
