import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const filesOf = (folder: string, ending: RegExp) =>
  readdirSync(folder)
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name));
/** Public filter lists block hosts whose first names begin so. */
const blocked =
  /\b(?:https?:\/\/|@)(?:ads?|adserver|adserving|banners?)\d*\.[a-z]|\bads?\.example\b/;

it.each([...filesOf('docs', /\.md$/), ...filesOf('deploy', /./), 'README.md'])(
  '%s advises no name that filter lists block',
  (file) => {
    const lines = readFileSync(file, 'utf8').split('\n');
    expect(lines.filter((line) => blocked.test(line))).toEqual([]);
  },
);
