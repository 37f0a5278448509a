import { expect, it } from '@jest/globals';
import { codeOf, filesBelow, resolve, sources } from './support/imports';

interface Export {
  readonly name: string;
  /** A function or a constant, no type and no class. */
  readonly isValue: boolean;
}

/** An overload is the same name again. */
function exportsOf(file: string): readonly Export[] {
  const declared =
    /^export\s+(?:declare\s+|abstract\s+|async\s+)*(const|let|function\*?|class|interface|type|enum)\s+(\w+)/gm;
  const found = [...codeOf(file).matchAll(declared)].map(([, kind = '', name = '']) => ({
    name,
    isValue: /^(?:const|let|function)/.test(kind),
  }));
  return [...new Map(found.map((one) => [one.name, one])).values()];
}

/** The same for `rules`, `rules/index` and `rules/index.ts`. */
const moduleOf = (path: string): string => path.replace(/\.tsx?$/, '').replace(/\/index$/, '');

/** Lists a file's imports of others of ours: their modules, each with a name. */
function importedNames(file: string): readonly string[] {
  const lists = codeOf(file).matchAll(
    /(?:import|export|const)\s+(?:type\s+)?(?:\w+,\s*)?\{([^}]*)\}\s+(?:from\s+|=\s+(?:await\s+import|require)\()'(\.[^']+)'/g,
  );
  return [...lists].flatMap(([, names = '', path = '']) =>
    (names.match(/(?<!\bas\s+)\b\w+/g) ?? []).map(
      (name) => `${moduleOf(resolve(file, path))} ${name}`,
    ),
  );
}

/** The same of modules that a file takes whole: `import * as input`, of which it uses `input.price`. */
function namesOfWholeModules(file: string): readonly string[] {
  const code = codeOf(file);
  const wholes = code.matchAll(/^import \* as (\w+) from '(\.[^']+)'/gm);
  return [...wholes].flatMap(([, whole = '', path = '']) =>
    [...code.matchAll(new RegExp(`\\b${whole}\\.(\\w+)`, 'g'))].map(
      ([, name = '']) => `${moduleOf(resolve(file, path))} ${name}`,
    ),
  );
}

/** The same of modules that a file loads when they are needed: each word of the file may name an export of theirs. */
function namesOfLoadedModules(file: string): readonly string[] {
  const code = codeOf(file);
  const loaded = [...code.matchAll(/\bimport\('(\.[^']+)'\)/g)];
  if (loaded.length === 0) return [];
  const words = new Set(code.match(/\b\w+/g));
  return loaded.flatMap(([, path = '']) =>
    [...words].map((word) => `${moduleOf(resolve(file, path))} ${word}`),
  );
}

const wordCount = (text: string, word: string): number =>
  text.split(new RegExp(`\\b${word}\\b`)).length - 1;

const files = [
  ...sources,
  ...filesBelow(['packages/embedded-mongodb/test', 'packages/embedded-mongodb/bench']),
  ...filesBelow(['bench', 'test', 'docs']),
  // The parts of `tag/` are loaded by their names, and the types of `demo/` are named in comments of its scripts.
  ...filesBelow(['panel']),
];

it('exports each name of src once', () => {
  const names = sources
    .filter((file) => file.startsWith('src/'))
    .flatMap((file) => exportsOf(file).map(({ name }) => ({ name, file })));
  const twice = [...Map.groupBy(names, ({ name }) => name)].filter(([, { length }]) => length > 1);
  expect(twice.map(([name, found]) => [name, ...found.map(({ file }) => file)])).toEqual([]);
});

it('has no file that nothing loads', () => {
  const loaded = new Set(
    sources.flatMap((file) =>
      [...codeOf(file).matchAll(/(?:'|__dirname, ')(\.{0,2}[\w./-]+)'/g)].map(([, path = '']) =>
        moduleOf(resolve(file, path.replace(/\.js$/, ''))),
      ),
    ),
  );
  const programs = /(^|\/)(main|print-schema)\.ts$/;
  const idle = sources.filter((file) => !loaded.has(moduleOf(file)) && !programs.test(file));
  expect(idle).toEqual([]);
});

it('exports nothing that nobody uses', () => {
  const imported = new Set([
    ...files.flatMap(importedNames),
    ...files.flatMap(namesOfWholeModules),
    ...files.flatMap(namesOfLoadedModules),
  ]);
  const unused = files.flatMap((file) =>
    exportsOf(file)
      .filter(({ name }) => !imported.has(`${moduleOf(file)} ${name}`))
      // Classes of the schema are found by their decorators, and a signature may have its type's name with it.
      .filter(({ name, isValue }) =>
        isValue ? !name.endsWith('Enum') : wordCount(codeOf(file), name) === 1,
      )
      .map(({ name }) => `${file}: ${name}`),
  );
  expect(unused).toEqual([]);
});
