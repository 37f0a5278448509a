import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { listFiles } from './docs/documents';

/** Where a text asserts types: the lines of its `as X`, but for `as const`. */
function castsIn(text: string): readonly { readonly line: number; readonly hasReason: boolean }[] {
  const file = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);
  const lines = text.split('\n');
  const found: { line: number; hasReason: boolean }[] = [];
  const visit = (node: ts.Node) => {
    // `as unknown as X` is one cast.
    const isOne = ts.isAsExpression(node) && !ts.isAsExpression(node.parent);
    if (isOne && node.type.getText(file) !== 'const') {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      const above = lines.slice(Math.max(0, line - 3), line);
      found.push({ line: line + 1, hasReason: above.some((one) => /^\s*(\/\/|\/?\*)/.test(one)) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

describe.each([
  { folder: 'src', most: 24 },
  // Types are made of tables there, once for all resources.
  { folder: 'src/platform/resources', most: 9 },
  { folder: 'packages/embedded-mongodb/src', most: 12 },
  { folder: 'sidecar', most: 10 },
  { folder: 'tag', most: 23 },
])('casts in $folder', ({ folder, most }) => {
  const casts = listFiles(folder, /\.ts$/)
    .filter((path) => folder !== 'src' || !path.startsWith('src/platform/resources/'))
    .flatMap((path) => castsIn(readFileSync(path, 'utf8')).map((cast) => ({ ...cast, path })));

  it(`are ${most} at most`, () => {
    expect(casts.length).toBeLessThanOrEqual(most);
  });

  it('have their reason in a comment above', () => {
    const bare = casts.filter(({ hasReason }) => !hasReason);
    expect(bare.map(({ path, line }) => `${path}:${line}`)).toEqual([]);
  });
});

describe('a cast', () => {
  it.each([
    ['const a = b as C;', [{ line: 1, hasReason: false }]],
    ['// Ours.\nconst a = b as unknown as C;', [{ line: 2, hasReason: true }]],
    ['const a = [1] as const;', []],
    ["import { a as b } from 'c';", []],
  ])('is told from the rest: %j', (text, expected) => {
    expect(castsIn(text)).toEqual(expected);
  });
});
