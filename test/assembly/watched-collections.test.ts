import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Schema } from 'mongoose';
import ts from 'typescript';
import { watchedCollections } from '../../src/assembly/watched-collections';
import { startApp } from '../support/app';
import { codeOf, filesBelow } from '../support/imports';

describe('collections that gateways watch', () => {
  const schemas = new Map<string, Schema>();
  beforeAll(async () => {
    const { ctx } = await startApp();
    for (const model of Object.values(ctx.accounts.models[0]!.db.models))
      schemas.set(model.collection.name, model.schema);
  });

  it.each(watchedCollections)('finds what changed in %s by an index of updatedAt', (name) => {
    const schema = schemas.get(name)!;
    const indexes = schema
      .indexes()
      .filter(([fields, { sparse, partialFilterExpression: part }]) => {
        return Object.keys(fields)[0] === 'updatedAt' && !sparse && !part;
      });
    expect(schema.path('updatedAt').instance).toBe('Date');
    expect(indexes).toHaveLength(1);
  });
});

/** Writes that need not name `updatedAt`. */
const excepted = [
  // Those that call it give it the time.
  'src/market/network-lists/network-list.store.ts: put',
  // No gateway has taken up when unused supply is looked at again.
  'src/supply/sites/found-supply.store.ts: postpone',
];

/** Stores of watched collections whose documents mongoose does not date. */
const datedByHand = [
  'src/peers/import/imported-item.store.ts',
  ...filesBelow(['src']).filter((file) => {
    const code = codeOf(file);
    return (
      file.endsWith('.store.ts') &&
      !/timestamps: (?:true|\{)/.test(code) &&
      watchedCollections.some((name) => code.includes(`'${name}'`))
    );
  }),
];

const isWrite = (node: ts.Node): boolean =>
  ts.isCallExpression(node) &&
  /(?:^bulkUpsertRacing|\.(?:(?:update|replace|insert)(?:One|Many)|findOneAnd\w+|bulkWrite|create))$/.test(
    node.expression.getText(),
  );

/** The name of a function that has one; null: it has none, or is no function. */
function nameOf(node: ts.Node): string | null {
  if (ts.isMethodDeclaration(node) || ts.isFunctionDeclaration(node))
    return node.name?.getText() ?? null;
  const isNamed = ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node);
  return isNamed && node.initializer && ts.isArrowFunction(node.initializer)
    ? node.name.getText()
    : null;
}

/** The functions of a store that write without a word of `updatedAt`. */
function undatedWritesIn(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const look = (node: ts.Node, within: { readonly name: string; readonly text: string }): void => {
    if (isWrite(node) && !/\bupdatedAt\b/.test(within.text)) found.push(`${file}: ${within.name}`);
    const name = nameOf(node);
    const inner = name === null ? within : { name, text: node.getText() };
    ts.forEachChild(node, (child) => {
      look(child, inner);
    });
  };
  look(source, { name: 'the file', text: '' });
  return found;
}

it('dates every write that mongoose does not date', () => {
  expect(datedByHand.length).toBeGreaterThan(10);
  expect(datedByHand.flatMap(undatedWritesIn)).toEqual(excepted);
});
