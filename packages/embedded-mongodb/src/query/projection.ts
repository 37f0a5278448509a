import {
  compileExpression,
  type Expression,
  type ExpressionOptions,
  isTruthy,
} from '../aggregate/expression';
import { isNumeric } from '../bson/types';
import type { Doc, Value } from '../bson/values';
import { locationError } from '../errors';
import { isOperators } from './operators';

type Leaf =
  | { readonly kind: 'include' | 'exclude' }
  | { readonly kind: 'compute'; readonly evaluate: Expression };

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
        throw locationError(31249, `Path collision at ${path}`);
      }
      const next = child ?? newTree();
      tree.children.set(name, next);
      tree = next;
    }
  }
}

/** `doc` projected by `tree`; fields that the tree does not name stay or go as `keepsOthers` says. */
function projectDoc(doc: Doc, tree: Tree, keepsOthers: boolean): Doc {
  const result: Doc = new Map();
  for (const [name, value] of doc) {
    const child = tree.children.get(name);
    const projected = child
      ? projectField(value, child, keepsOthers)
      : keepsOthers
        ? value
        : undefined;
    if (projected !== undefined) result.set(name, projected);
  }
  return result;
}

function projectField(value: Value, node: Node, keepsOthers: boolean): Value | undefined {
  switch (node.kind) {
    case 'include':
      return value;
    case 'exclude':
      return undefined;
    case 'compute':
      return keepsOthers ? value : undefined;
    case 'tree':
      return projectValue(value, node, keepsOthers);
  }
}

/**
 * Projects an array element by element. An element that is not a document stays in an exclusion; it also
 * stays where fields are computed, which then take its place.
 */
function projectValue(value: Value, tree: Tree, keepsOthers: boolean): Value | undefined {
  if (value instanceof Map) return projectDoc(value, tree, keepsOthers);
  if (Array.isArray(value)) {
    return value
      .map((element) => projectValue(element, tree, keepsOthers))
      .filter((element) => element !== undefined);
  }
  return keepsOthers || tree.hasComputed ? value : undefined;
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

function finish(tree: Tree, keepsOthers: boolean): (doc: Doc) => Doc {
  return (doc) => {
    const projected = projectDoc(doc, tree, keepsOthers);
    // Of a document `compute` makes a document.
    return tree.hasComputed ? (compute(projected, tree, doc) as Doc) : projected;
  };
}

type LeafOf = (value: Value) => Leaf | undefined;

/** Reads a specification into leaves by path; nested documents are paths spelled another way. */
function readSpec(
  spec: Doc,
  prefix: string,
  leafOf: LeafOf,
  options: ExpressionOptions,
): [string, Leaf][] {
  return [...spec].flatMap(([name, value]): [string, Leaf][] => {
    const path = prefix + name;
    const special = leafOf(value);
    if (special) return [[path, special]];
    const isExpression: boolean = isOperators(value);
    if (value instanceof Map && !isExpression) {
      if (value.size > 0) return readSpec(value, `${path}.`, leafOf, options);
      throw locationError(51270, `an empty sub-projection at ${path}`);
    }
    return [[path, { kind: 'compute', evaluate: compileExpression(value, options) }]];
  });
}

function flagLeaf(value: Value): Leaf | undefined {
  if (typeof value !== 'boolean' && !isNumeric(value)) return undefined;
  return { kind: isTruthy(value) ? 'include' : 'exclude' };
}

/** Says that fields that are not named stay; `_id` alone may differ from the others. */
function isExclusion(leaves: readonly (readonly [string, Leaf])[]): boolean {
  const includes = (leaf: Leaf): boolean => leaf.kind !== 'exclude';
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

function compileLeaves(leaves: readonly (readonly [string, Leaf])[]): (doc: Doc) => Doc {
  const tree = newTree();
  const keepsOthers = isExclusion(leaves);
  for (const [path, leaf] of leaves) {
    if (keepsOthers && leaf.kind === 'include') continue;
    insertLeaf(tree, path, leaf);
  }
  if (!keepsOthers && !tree.children.has('_id')) tree.children.set('_id', { kind: 'include' });
  return finish(tree, keepsOthers);
}

/**
 * Compiles the projection of a `find` or a `$project`: inclusion or exclusion, and expressions.
 *
 * @throws {MongoError} 31253 and 31254 for a mixture, 31249 and 31250 for paths that collide, 51272
 * when it is empty.
 */
export function compileProject(spec: Doc, options: ExpressionOptions): (doc: Doc) => Doc {
  if (spec.size === 0)
    throw locationError(51272, 'projection specification must have at least one field');
  return compileLeaves(readSpec(spec, '', flagLeaf, options));
}

/**
 * The paths of members that stay as they are, where a projection does nothing but leave the others out; null: it does
 * more, or leaves out what it names.
 */
export function keptMembers(spec: Doc): readonly string[] | null {
  const { _id: id, ...others } = Object.fromEntries(spec);
  const names = Object.keys(others);
  const isKept = (value: Value | undefined) =>
    value === undefined || flagLeaf(value)?.kind === 'include';
  if (names.some((name) => name.startsWith('_id.') || !isKept(others[name]))) return null;
  if (isKept(id)) return ['_id', ...names];
  return names.length > 0 && id !== undefined && flagLeaf(id) ? names : null;
}

/** Compiles `$addFields`: every field is kept, those named are computed. */
export function compileAddFields(spec: Doc, options: ExpressionOptions): (doc: Doc) => Doc {
  const tree = newTree();
  const isLiteral: LeafOf = (value) =>
    value instanceof Map && value.size > 0
      ? undefined
      : { kind: 'compute', evaluate: compileExpression(value, options) };
  for (const [path, leaf] of readSpec(spec, '', isLiteral, options)) insertLeaf(tree, path, leaf);
  return finish(tree, true);
}
