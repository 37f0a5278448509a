import { compileTransforms } from '../aggregate/transforms';
import { isIdentical } from '../bson/compare';
import { arrayIndex } from '../bson/paths';
import { typeName } from '../bson/types';
import type { Doc, Value } from '../bson/values';
import { badValue, failedToParse, mongoError } from '../errors';
import type { Position } from '../query/filter';
import { updateOperators } from './operators';
import {
  type Change,
  compileArrayFilters,
  Draft,
  expandPath,
  isArrayStep,
  splitPath,
} from './paths';

export interface UpdateOptions {
  readonly now: Date;
  readonly arrayFilters?: readonly Doc[] | undefined;
  /** The document is about to be inserted by an upsert: `$setOnInsert` counts. */
  readonly isUpsertInsert?: boolean | undefined;
  /** The command's variables, for a pipeline. */
  readonly let?: Doc | undefined;
}

/** The new document; the very same one when nothing changed. */
export type Update = (doc: Doc, position?: Position) => Doc;

interface Modification {
  readonly path: readonly string[];
  readonly change: Change;
  /** Where `$rename` takes the value from. */
  readonly from?: readonly string[];
  /** A `$setOnInsert` when nothing is inserted: it may conflict, and does nothing. */
  readonly isIdle?: boolean;
}

export function isReplacement(update: Doc | readonly Doc[]): update is Doc {
  return update instanceof Map && update.keys().next().value?.startsWith('$') !== true;
}

function rename(from: string, operand: Value): Modification[] {
  if (typeof operand !== 'string') {
    throw badValue(`the 'to' field of $rename must be a string, not ${typeName(operand)}`);
  }
  const [source, target] = [splitPath(from), splitPath(operand)];
  if ([...source, ...target].some(isArrayStep)) {
    throw badValue(`$rename takes no positions: ${from}, ${operand}`);
  }
  if (from === operand) {
    throw badValue(`the fields of $rename must differ: ${from}`);
  }
  return [
    { path: source, change: { creates: false, apply: () => undefined } },
    { path: target, from: source, change: { creates: true, apply: (old) => old } },
  ];
}

function readModifications(update: Doc, options: UpdateOptions): Modification[] {
  const all: Modification[] = [];
  for (const [name, fields] of update) {
    const operator = updateOperators.get(name);
    if (!operator && name !== '$rename') {
      throw failedToParse(`Unknown modifier: ${name}`);
    }
    if (!(fields instanceof Map)) {
      throw failedToParse(`Modifiers operate on fields, not on ${typeName(fields)}`);
    }
    for (const [path, operand] of fields) {
      if (!operator) all.push(...rename(path, operand));
      else {
        const change = operator(operand, { now: options.now, path, name });
        const isIdle = name === '$setOnInsert' && options.isUpsertInsert !== true;
        all.push({ path: splitPath(path), change, isIdle });
      }
    }
  }
  return all.sort(byPath);
}

/** MongoDB's order, which decides that of new fields: by name, array positions by number. */
function byPath({ path: a }: Modification, { path: b }: Modification): number {
  const at = a.findIndex((component, i) => component !== b[i]);
  const [left, right] = [a[at], b[at]];
  if (left === undefined || right === undefined) return a.length - b.length;
  const [i, j] = [arrayIndex(left), arrayIndex(right)];
  return i >= 0 && j >= 0 ? i - j : left < right ? -1 : 1;
}

/** @throws {MongoError} ConflictingUpdateOperators (40) when one path is, or is inside of, another. */
function refuseConflicts(paths: readonly (readonly string[])[]): void {
  const seen = new Set<string>();
  const inner = new Set<string>();
  for (const path of paths) {
    const prefixes = path.map((_component, i) => path.slice(0, i + 1).join('.'));
    const whole = path.join('.');
    const conflict = inner.has(whole) ? whole : prefixes.find((prefix) => seen.has(prefix));
    if (conflict !== undefined) {
      throw mongoError(
        'ConflictingUpdateOperators',
        `'${whole}' would create a conflict at '${conflict}'`,
      );
    }
    seen.add(whole);
    for (const prefix of prefixes.slice(0, -1)) inner.add(prefix);
  }
}

/** A modifier may give back an equal value, which is then no change. */
function settled({ creates, apply }: Change): Change {
  return {
    creates,
    apply: (old) => {
      const changed = apply(old);
      return isIdentical(old, changed) ? old : changed;
    },
  };
}

function compileModifications(update: Doc, options: UpdateOptions): Update {
  const modifications = readModifications(update, options);
  refuseConflicts(modifications.map(({ path }) => path));
  const filters = compileArrayFilters(options.arrayFilters ?? [], options.now);
  const active = modifications.filter(({ isIdle }) => isIdle !== true);
  const isDynamic = modifications.some(({ path }) => path.some(isArrayStep));
  const used = new Set(modifications.flatMap(({ path }) => path));
  for (const name of filters.keys()) {
    if (!used.has(`$[${name}]`)) {
      throw failedToParse(`the array filter for '${name}' was not used`);
    }
  }
  return (doc, position) => {
    const draft = new Draft(doc);
    const changes = active.flatMap((modification) =>
      expandPath(doc, modification.path, { position, filters }).map((path) => ({
        ...modification,
        path,
      })),
    );
    if (isDynamic) refuseConflicts(changes.map(({ path }) => path));
    for (const { path, from, change } of changes) {
      draft.change(path, settled(from ? renamed(doc, { from, path }, change) : change));
    }
    return draft.root;
  };
}

/** The value comes from the document as it was; nothing is renamed inside of an array, or into one. */
function renamed(
  doc: Doc,
  { from, path }: { readonly from: readonly string[]; readonly path: readonly string[] },
  unchanged: Change,
): Change {
  const value = followed(doc, from);
  if (value === undefined) return { ...unchanged, creates: false };
  followed(doc, path);
  return { creates: true, apply: () => value };
}

/** @throws {MongoError} BadValue (2) for an array on the way; the end may be one */
function followed(doc: Doc, path: readonly string[]): Value | undefined {
  let value: Value | undefined = doc;
  for (const name of path) {
    if (Array.isArray(value)) {
      throw badValue(`'${path.join('.')}' has an array in its path`);
    }
    value = value instanceof Map ? value.get(name) : undefined;
  }
  return value;
}

function compileReplacement(replacement: Doc): Update {
  const wrong = [...replacement.keys()].find((name) => name.startsWith('$'));
  if (wrong !== undefined) {
    throw mongoError(
      'DollarPrefixedFieldName',
      `the field '${wrong}' of a replacement begins with a dollar`,
    );
  }
  return (doc) => keepingId(doc, replacement);
}

/** A replacement keeps the `_id` of the document, unless it has one. */
function keepingId(doc: Doc, replacement: Doc): Doc {
  const id = doc.get('_id');
  if (id === undefined || replacement.has('_id')) return replacement;
  return new Map(replacement).set('_id', id);
}

/** Puts `_id` first, as every document is stored. */
function withIdFirst(doc: Doc): Doc {
  const id = doc.get('_id');
  if (id === undefined || doc.keys().next().value === '_id') return doc;
  return new Map([['_id', id], ...doc]);
}

function compileAny(update: Doc | readonly Doc[], options: UpdateOptions): Update {
  if (!(update instanceof Map)) {
    if (options.arrayFilters) {
      throw failedToParse('Cannot specify arrayFilters and a pipeline update');
    }
    const transform = compileTransforms(update, options);
    return (doc) => keepingId(doc, transform(doc));
  }
  return isReplacement(update) ? compileReplacement(update) : compileModifications(update, options);
}

/**
 * Compiles an update: operators, a replacement document or an aggregation pipeline.
 *
 * The compiled update throws what depends on the document: PathNotViable (28), ImmutableField (66)
 * when `_id` would change, TypeMismatch (14), BadValue (2) when an int64 overflows.
 *
 * @throws {MongoError} FailedToParse (9) for an unknown operator, ConflictingUpdateOperators (40),
 * EmptyFieldName (56), DollarPrefixedFieldName (52), BadValue (2) for malformed operands.
 */
export function compileUpdate(update: Doc | readonly Doc[], options: UpdateOptions): Update {
  const apply = compileAny(update, options);
  return (doc, position) => {
    const result = withIdFirst(apply(doc, position));
    const id = doc.get('_id');
    if (result === doc || id === undefined || isIdentical(id, result.get('_id'))) {
      return isIdentical(doc, result) ? doc : result;
    }
    throw mongoError('ImmutableField', "an update must not modify the immutable field '_id'");
  };
}
