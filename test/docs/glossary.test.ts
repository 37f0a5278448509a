import { existsSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { rowsOf, sectionOf } from './documents';

describe.each(['Words of standards', 'Words of the house'])('docs/glossary.md, %s', (title) => {
  const rows = rowsOf(sectionOf('docs/glossary.md', title)).filter(([word]) => word !== 'word');

  it('is in the order of the alphabet', () => {
    const words = rows.map(([word = '']) => word);
    expect(words.length).toBeGreaterThan(10);
    expect(words).toEqual(words.toSorted((one, other) => (one < other ? -1 : 1)));
  });

  it('names files and folders that are there', () => {
    const paths = rows.flatMap(([, , where = '']) => where.match(/\bsrc\/[\w./-]+/g) ?? []);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });
});
