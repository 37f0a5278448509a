import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import ts from 'typescript';
import { sources } from './support/imports';

const mostLines = 80;

/**
 * A store is one maker that returns the questions to its collection: each question is short and stands alone, and only the model is
 * shared.
 */
const isStore = (file: string): boolean => file.endsWith('.store.ts');

function longFunctionsIn(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8');
  if (text.split('\n').length <= mostLines) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    const lines = lineAt(node.getEnd()) - lineAt(node.getStart()) + 1;
    if (lines <= mostLines) return;
    if (ts.isFunctionLike(node)) {
      const named = ts.isVariableDeclaration(node.parent) ? node.parent.name : node.name;
      found.push(`${file}: ${named?.getText() ?? `line ${lineAt(node.getStart()) + 1}`}`);
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

it('lets no function but the makers of stores have more than 80 lines', () => {
  const found = sources.filter((file) => !isStore(file)).flatMap(longFunctionsIn);
  expect(found).toEqual([]);
});
