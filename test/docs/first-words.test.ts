import { expect, it } from '@jest/globals';
import { listFiles, read } from './documents';

/** The first words of a riddle: the sentence behind them has no subject that a stranger knows. */
const riddle = '(?:What|Who|Whose|Whoever|Whether)\\b';
/** Begins of texts that explain something: a comment, a text of the code, a description of the schema. */
const comment = `\\/\\*\\*[\\s*]*${riddle}`;
const lineComment = `^ *// ${riddle}`;
const literal = `['"\`]${riddle}(?= )`;
const description = `"""\\s*${riddle}`;
const jsonDescription = `"description": "${riddle}`;

/** Lists the places of a text where one of the forms stands: `path:line`. */
function riddlesIn(path: string, text: string, forms: readonly string[]): readonly string[] {
  const found = text.matchAll(new RegExp(forms.join('|'), 'gm'));
  return [...found].map(({ index }) => `${path}:${text.slice(0, index).split('\n').length}`);
}

const sourcesBelow = (roots: readonly string[]): readonly string[] =>
  roots.flatMap((root) => listFiles(root, /\.(?:tsx?|js|mjs|css)$/));

/** Texts of these folders explain to callers. Texts of the panel are labels, and tests quote them. */
const explaining = sourcesBelow(['src', 'sidecar', 'packages']);
const others = sourcesBelow(['panel', 'tag', 'demo', 'dev', 'bench']);
const tests = sourcesBelow(['test']).filter((path) => path !== 'test/docs/first-words.test.ts');

it('finds each form of riddle', () => {
  const text = [
    '/** Whether it is. */',
    '/**\n * Whose it is.\n */',
    "description: 'What it is.'",
    '"""\nWho it is.\n"""',
    '"description": "Whoever it is."',
    '  // What it is.',
    '/** Says whether it is. */',
    "title: 'Whatever', name: 'Who'",
  ].join('\n');
  const forms = [comment, lineComment, literal, description, jsonDescription];
  expect(riddlesIn('x', text, forms)).toEqual(['x:1', 'x:2', 'x:5', 'x:6', 'x:9', 'x:10']);
});

it('lets none of them begin a comment, a text or a public description', () => {
  const found = [
    ...explaining.flatMap((path) => riddlesIn(path, read(path), [comment, lineComment, literal])),
    ...others.flatMap((path) => riddlesIn(path, read(path), [comment, lineComment])),
    ...tests.flatMap((path) => riddlesIn(path, read(path), [comment, lineComment])),
    ...riddlesIn('eslint.config.mjs', read('eslint.config.mjs'), [comment]),
    ...riddlesIn('schema.graphql', read('schema.graphql'), [description]),
    ...listFiles('docs', /\.json$/).flatMap((path) =>
      riddlesIn(path, read(path), [jsonDescription]),
    ),
  ];
  expect(found).toEqual([]);
});
