import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import ts from 'typescript';

/** A map, a set or an array that outlives the call which adds to it. */
export interface HeldCollection {
  /** Below `src`. */
  readonly file: string;
  readonly name: string;
}

const kinds: ReadonlySet<string> = new Set(['Map', 'Set', 'Array']);
const adding: ReadonlySet<string> = new Set(['set', 'add', 'push', 'unshift']);

/** Says that an expression makes a map, a set or an array. What a `WeakMap` has goes with its keys. */
function makesCollection(value: ts.Expression | undefined): boolean {
  if (!value) return false;
  if (ts.isAsExpression(value) || ts.isParenthesizedExpression(value))
    return makesCollection(value.expression);
  if (ts.isNewExpression(value)) return kinds.has(value.expression.getText());
  return ts.isArrayLiteralExpression(value) && value.elements.length === 0;
}

const isReadOnly = (type: ts.TypeNode | undefined): boolean =>
  /^(?:readonly |Readonly)/.test(type?.getText() ?? '');

/** The text of what a node adds to; null: it adds to nothing. */
function addedTo(node: ts.Node): string | null {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { name, expression } = node.expression;
    return adding.has(name.text) ? expression.getText() : null;
  }
  const isAssigned =
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
    node.operatorToken.kind <= ts.SyntaxKind.LastAssignment;
  if (!isAssigned || !ts.isElementAccessExpression(node.left)) return null;
  return node.left.expression.getText();
}

function someBelow(node: ts.Node, test: (node: ts.Node) => boolean): boolean {
  return (
    test(node) || ts.forEachChild(node, (child) => someBelow(child, test) || undefined) === true
  );
}

/** The function that a node stands in, or the file. */
function homeOf(node: ts.Node): ts.Node {
  let home = node.parent;
  while (!ts.isFunctionLike(home) && !ts.isSourceFile(home)) home = home.parent;
  return home;
}

/** Says that a node stands in a function which may be called later: no argument of a call that the home makes. */
function isCalledLater(node: ts.Node, home: ts.Node): boolean {
  for (let outer = homeOf(node); outer !== home && !ts.isSourceFile(outer); outer = homeOf(outer)) {
    const isArgument =
      ts.isCallExpression(outer.parent) && outer.parent.arguments.some((one) => one === outer);
    if (!isArgument) return true;
  }
  return false;
}

/** A variable that functions add to after its own function has ended, or one of the module. */
function isHeldVariable(node: ts.VariableDeclaration): boolean {
  if (!makesCollection(node.initializer) || isReadOnly(node.type)) return false;
  const home = homeOf(node);
  const name = node.name.getText();
  return someBelow(
    home,
    (one) => addedTo(one) === name && (ts.isSourceFile(home) || isCalledLater(one, home)),
  );
}

/** A class's member that is made as a collection, in its declaration or by an assignment. */
function heldMemberOf(node: ts.Node): string | null {
  if (ts.isPropertyDeclaration(node))
    return makesCollection(node.initializer) && !isReadOnly(node.type) ? node.name.getText() : null;
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken)
    return null;
  const { left, right } = node;
  const isMember =
    ts.isPropertyAccessExpression(left) && left.expression.kind === ts.SyntaxKind.ThisKeyword;
  if (!isMember || !makesCollection(right)) return null;
  const isAdded = someBelow(node.getSourceFile(), (one) => addedTo(one) === left.getText());
  return isAdded ? left.name.text : null;
}

/** Finds the collections that a text holds in variables and in members of classes, in their order. */
export function namesOfHeld(text: string): readonly string[] {
  const source = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);
  const names = new Set<string>();
  const look = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node)) {
      if (isHeldVariable(node)) names.add(node.name.getText());
    } else {
      const member = heldMemberOf(node);
      if (member !== null) names.add(member.replace('#', ''));
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return [...names];
}

export const heldIn = (file: string): readonly HeldCollection[] =>
  namesOfHeld(readFileSync(file, 'utf8')).map((name) => ({ file: relative('src', file), name }));

/** Arguments of each `new LRUCache` of a text. */
export function cachesIn(text: string): readonly string[] {
  const source = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && node.expression.getText() === 'LRUCache')
      found.push(node.arguments?.map((one) => one.getText()).join() ?? '');
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}
