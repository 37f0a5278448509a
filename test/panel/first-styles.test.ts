import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { firstFiles, listCode } from './first-code';

/** The classes that a sheet and our own sheets in it draw. */
function listClasses(sheet: string): ReadonlySet<string> {
  const own = readFileSync(`panel/styles/${sheet}`, 'utf8').matchAll(
    /@import '\.\/([\w-]+\.css)'/g,
  );
  return new Set(
    [...own].flatMap(([, name]) =>
      [
        ...readFileSync(`panel/styles/${name}`, 'utf8')
          .replace(/\{[^{}]*\}/g, '')
          .matchAll(/\.([a-z][\w-]*)/g),
      ].map(([, one]) => one ?? ''),
    ),
  );
}

it.each(firstFiles)('has all that the code of %s is drawn with', (start) => {
  const first = listClasses('index.css');
  const later = listClasses('later.css');
  const code = [...listCode(start)]
    .map((path) => readFileSync(path, 'utf8'))
    // Dialogs load the other styles with their code.
    .filter((text) => !text.includes("import './styles/later.css'"));
  const used = code.flatMap((text) =>
    [...text.matchAll(/className="([^"]+)"/g)].flatMap(([, names]) => names?.split(' ') ?? []),
  );
  expect(used.filter((one) => first.has(one)).length).toBeGreaterThan(10);
  expect(used.filter((one) => later.has(one) && !first.has(one))).toEqual([]);
});
