import {
  compileExpression,
  type Expression,
  type ExpressionOptions,
  isTruthy,
} from '../aggregate/expression';
import { toInteger } from '../bson/numbers';
import { isNumeric } from '../bson/types';
import type { Doc, Value } from '../bson/values';
import { locationError, mongoError } from '../errors';
import { compileFilter, type Filter, matchedPositions, type Positions } from './filter';
import { isOperators } from './operators';

/** Changes one value of an inclusion; undefined leaves the field out. */
type Change = (value: Value, positions: Positions) => Value | undefined;

type Leaf =
  | { readonly kind: 'include' | 'exclude' }
  | { readonly kind: 'compute'; readonly evaluate: Expression }
  | { readonly kind: 'change'; readonly change: Change; readonly isInclusion: boolean };

type Node = Leaf | Tree;

/** The fields below one path, each a leaf or a tree of its own. */
interface Tree {
  readonly kind: 'tree';
  readonly children: Map<string, Node>;
  hasComputed: boolean;
}

const newTree = (): Tree => ({ kind: 'tree', children: new Map(), hasComputed: false });

function insertLeaf(root: Tree, path: string, leaf: Leaf): void {
  const components = path.split('.');
  if (components.includes(''))
    throw locationError(15998, 'FieldPath field names may not be empty strings.');
  let tree = root;
  for (const [depth, name] of components.entries()) {
    if (name.startsWith('$'))
      throw locationError(16410, `FieldPath field names may not start with '$': '${path}'`);
    if (leaf.kind === 'compute') tree.hasComputed = true;
    const child = tree.children.get(name);
    if (depth === components.length - 1) {
      if (child) throw locationError(31250, `Path collision at ${path}`);
      tree.children.set(name, leaf);
    } else {
      if (child && child.kind !== 'tree') {
        throw locationError(
          31249,
          `Path collision at ${path} remaining portion ${components.slice(depth + 1).join('.')}`,
        );
      }
      const next = child ?? newTree();
      tree.children.set(name, next);
      tree = next;
    }
  }
}

/** `doc` projected by `tree`; fields that the tree does not name stay or go as `keepsOthers` says. */
function projectDoc(doc: Doc, tree: Tree, keepsOthers: boolean, positions: Positions): Doc {
  const result: Doc = new Map();
  for (const [name, value] of doc) {
    const child = tree.children.get(name);
    const projected = child
      ? projectField(value, child, keepsOthers, positions)
      : keepsOthers
        ? value
        : undefined;
    if (projected !== undefined) result.set(name, projected);
  }
  return result;
}

function projectField(
  value: Value,
  node: Node,
  keepsOthers: boolean,
  positions: Positions,
): Value | undefined {
  switch (node.kind) {
    case 'include':
      return value;
    case 'exclude':
      return undefined;
    case 'compute':
      return keepsOthers ? value : undefined;
    case 'change':
      return node.change(value, positions);
    case 'tree':
      return projectValue(value, node, keepsOthers, positions);
  }
}

/** An array is projected element by element; what is no document stays only in an exclusion. */
function projectValue(
  value: Value,
  tree: Tree,
  keepsOthers: boolean,
  positions: Positions,
): Value | undefined {
  if (value instanceof Map) return projectDoc(value, tree, keepsOthers, positions);
  if (Array.isArray(value)) {
    return value
      .map((element) => projectValue(element, tree, keepsOthers, positions))
      .filter((element) => element !== undefined);
  }
  return keepsOthers ? value : undefined;
}

/** Writes the computed fields into a projected document; what stands in their way is replaced. */
function compute(into: Value | undefined, tree: Tree, source: Doc): Value {
  if (Array.isArray(into)) return into.map((element) => compute(element, tree, source));
  const result: Doc = new Map(into instanceof Map ? into : []);
  for (const [name, child] of tree.children) {
    if (child.kind === 'compute') {
      const value = child.evaluate(source);
      if (value === undefined) result.delete(name);
      else result.set(name, value);
    } else if (child.kind === 'tree' && child.hasComputed) {
      result.set(name, compute(result.get(name), child, source));
    }
  }
  return result;
}

function finish(tree: Tree, keepsOthers: boolean, filter?: Filter): (doc: Doc) => Doc {
  return (doc) => {
    const positions = filter && matchedPositions(filter, doc);
    const projected = projectDoc(doc, tree, keepsOthers, positions);
    return tree.hasComputed ? (compute(projected, tree, doc) as Doc) : projected;
  };
}

function slice(operand: Value): Change {
  const [first, second] = (Array.isArray(operand) ? operand : [operand]).map(toInteger);
  const isPair = Array.isArray(operand);
  if (
    first === undefined ||
    (isPair && (operand.length !== 2 || second === undefined || second <= 0))
  ) {
    throw locationError(
      28667,
      '$slice needs a number, or an array of a number and a positive number',
    );
  }
  return (value) => {
    if (!Array.isArray(value)) return value;
    if (!isPair) return first < 0 ? value.slice(first) : value.slice(0, first);
    const start = first < 0 ? Math.max(value.length + first, 0) : first;
    return value.slice(start, start + second!);
  };
}

function elementMatch(operand: Value, options: ExpressionOptions): Change {
  if (!(operand instanceof Map)) throw mongoError('BadValue', '$elemMatch should be an object');
  const filter = compileFilter(new Map([['v', new Map([['$elemMatch', operand]])]]), options);
  return (value) => {
    const position = matchedPositions(filter, new Map([['v', value]]));
    return position === undefined ? undefined : [(value as Value[])[position]!];
  };
}

const positional: Change = (value, position) => {
  if (!Array.isArray(value)) return value;
  const element = position === undefined ? undefined : value[position];
  if (element !== undefined) return [element];
  throw locationError(
    51246,
    "positional operator '.$' couldn't find a matching element in the array",
  );
};

/** What only `find` has; undefined for what an aggregation understands too. */
function findLeaf(
  path: string,
  value: Value,
  options: ExpressionOptions,
): readonly [string, Leaf] | undefined {
  if (path.endsWith('.$'))
    return [path.slice(0, -2), { kind: 'change', change: positional, isInclusion: true }];
  if (!(value instanceof Map) || value.size !== 1) return undefined;
  const elemMatch = value.get('$elemMatch');
  if (elemMatch !== undefined) {
    return [path, { kind: 'change', change: elementMatch(elemMatch, options), isInclusion: true }];
  }
  const operand = value.get('$slice');
  const isOfFind = Array.isArray(operand) ? isNumeric(operand[0]) : operand !== undefined;
  return isOfFind
    ? [path, { kind: 'change', change: slice(operand!), isInclusion: false }]
    : undefined;
}

type LeafOf = (path: string, value: Value) => readonly [string, Leaf] | undefined;

/** Reads a specification into leaves by path; nested documents are paths spelled another way. */
function readSpec(
  spec: Doc,
  prefix: string,
  leafOf: LeafOf,
  options: ExpressionOptions,
): [string, Leaf][] {
  return [...spec].flatMap(([name, value]): [string, Leaf][] => {
    const path = prefix + name;
    const special = leafOf(path, value);
    if (special) return [[special[0], special[1]]];
    const isExpression: boolean = isOperators(value);
    if (value instanceof Map && !isExpression) {
      if (value.size > 0) return readSpec(value, `${path}.`, leafOf, options);
      throw locationError(
        51270,
        `An empty sub-projection is not a valid value. Found empty object at path ${path}`,
      );
    }
    return [[path, { kind: 'compute', evaluate: compileExpression(value, options) }]];
  });
}

function flagLeaf(path: string, value: Value): readonly [string, Leaf] | undefined {
  if (typeof value !== 'boolean' && !isNumeric(value)) return undefined;
  return [path, { kind: isTruthy(value) ? 'include' : 'exclude' }];
}

/** Whether the fields not named stay; `_id` alone may differ from the others. */
function isExclusion(leaves: readonly (readonly [string, Leaf])[]): boolean {
  const includes = (leaf: Leaf): boolean =>
    leaf.kind === 'include' ||
    leaf.kind === 'compute' ||
    (leaf.kind === 'change' && leaf.isInclusion);
  const others = leaves.filter(([path]) => path !== '_id');
  const inclusion = others.find(([, leaf]) => includes(leaf));
  const exclusion = others.find(([, leaf]) => leaf.kind === 'exclude');
  if (inclusion && exclusion) {
    const isComputed = inclusion[1].kind !== 'include';
    if (isComputed)
      throw locationError(31252, 'Cannot use an expression in an exclusion projection');
    throw leaves.indexOf(inclusion) < leaves.indexOf(exclusion)
      ? locationError(31254, `Cannot do exclusion on field ${exclusion[0]} in inclusion projection`)
      : locationError(
          31253,
          `Cannot do inclusion on field ${inclusion[0]} in exclusion projection`,
        );
  }
  if (inclusion ?? exclusion) return exclusion !== undefined;
  return !leaves.some(([path, leaf]) => path === '_id' && includes(leaf));
}

function compileLeaves(
  leaves: readonly (readonly [string, Leaf])[],
  filter?: Filter,
): (doc: Doc) => Doc {
  const tree = newTree();
  const keepsOthers = isExclusion(leaves);
  for (const [path, leaf] of leaves) {
    if (keepsOthers && leaf.kind === 'include') continue;
    insertLeaf(tree, path, leaf);
  }
  if (!keepsOthers && !tree.children.has('_id')) tree.children.set('_id', { kind: 'include' });
  return finish(tree, keepsOthers, filter);
}

/**
 * Compiles the projection of a `find`: inclusion or exclusion, expressions, `$slice`, `$elemMatch` and
 * the positional `.$`, for which the filter of the query is needed.
 *
 * @throws {MongoError} 31253 and 31254 for a mixture, 31249 and 31250 for paths that collide, 51246
 * (when used) for a `.$` without a matched element.
 */
export function compileProjection(
  spec: Doc,
  filterForPositional: Filter | undefined,
  options: ExpressionOptions,
): (doc: Doc) => Doc {
  if (spec.size === 0) return (doc) => doc;
  const isPositional = [...spec.keys()].some((path) => path.endsWith('.$'));
  const leafOf: LeafOf = (path, value) => findLeaf(path, value, options) ?? flagLeaf(path, value);
  const leaves = readSpec(spec, '', leafOf, options);
  return compileLeaves(leaves, isPositional ? filterForPositional : undefined);
}

/** Compiles `$project`. @throws {MongoError} as `compileProjection`; 51272 when empty. */
export function compileProject(spec: Doc, options: ExpressionOptions): (doc: Doc) => Doc {
  if (spec.size === 0)
    throw locationError(51272, 'projection specification must have at least one field');
  return compileLeaves(readSpec(spec, '', flagLeaf, options));
}

/** Compiles `$addFields`: every field is kept, those named are computed. */
export function compileAddFields(spec: Doc, options: ExpressionOptions): (doc: Doc) => Doc {
  const tree = newTree();
  const isLiteral: LeafOf = (path, value) =>
    value instanceof Map && value.size > 0
      ? undefined
      : [path, { kind: 'compute', evaluate: compileExpression(value, options) }];
  for (const [path, leaf] of readSpec(spec, '', isLiteral, options)) insertLeaf(tree, path, leaf);
  return finish(tree, true);
}
