import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from '@jest/globals';
import { isLinkWhole, linksOf, listFiles, read } from './documents';

it('every link of a document leads somewhere', () => {
  const broken = listFiles('.', /\.md$/).flatMap((path) =>
    linksOf(path)
      .filter((target) => !isLinkWhole(path, target))
      .map((target) => `${path}: ${target}`),
  );
  expect(broken).toEqual([]);
});

it('every document of docs/ is reached from the README', () => {
  const reached = new Set(['README.md']);
  for (const path of reached)
    for (const target of linksOf(path)) {
      const [file = ''] = target.split('#');
      if (file.endsWith('.md')) reached.add(posix.join(posix.dirname(path), file));
    }
  expect(listFiles('docs', /\.md$/).filter((path) => !reached.has(path))).toEqual([]);
});

/** Files and folders that a document names as code, but for patterns such as `<noun>.ts`. */
it('every path that CONTRIBUTING.md names exists', () => {
  const named = [
    ...read('CONTRIBUTING.md').matchAll(
      /`((?:src|sidecar|panel|test|bench|deploy|docs|packages)\/[^`\s]*)`/g,
    ),
  ];
  const paths = named.map(([, path = '']) => path.replace(/\/[^/]*<.*$/, ''));
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

it('the README has less than 90 lines', () => {
  expect(read('README.md').split('\n').length).toBeLessThan(90);
});
