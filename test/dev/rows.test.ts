import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { rowsOf, sectionOf } from '../docs/documents';
import { type Checkout, createCheckout } from './checkout';

/** Folders that the tasks edit; the rest of the repository is only read. */
const copied = ['docs', 'panel/graphql', 'schema.graphql', 'src', 'test'];
const linked = [
  ...[
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'bench',
    'jest.config.js',
    'node_modules',
    'package.json',
    'packages',
  ],
  ...['panel/tsconfig.json', 'sidecar', 'tsconfig.json'],
];
const printed = ['schema.graphql', 'panel/graphql/schema-types.d.ts'];

let checkout: Checkout;
afterEach(() => {
  checkout.remove();
});

const codesOf = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** A row of CONTRIBUTING.md, `<rule>` and the like filled in: files that it names, but for special cases, and its tests. */
function rowOf(task: string, words: Readonly<Record<string, string>> = {}) {
  const rows = rowsOf(sectionOf('CONTRIBUTING.md', 'Where does it go?'));
  const [, files = '', tests = ''] = rows.find(([cell]) => cell === task)!;
  const [usual = ''] = files.split('. ');
  const named = codesOf(usual).map((path) =>
    path.replace(/<(\w+)>/g, (_all, word: string) => words[word]!),
  );
  return {
    files: [...named, ...(usual.includes('printed') ? printed : [])],
    tests: codesOf(tests),
  };
}

/** Files of the copy that are not as they are here. */
function changedFiles(): readonly string[] {
  const filesBelow = (path: string): readonly string[] =>
    path.includes('.')
      ? [path]
      : readdirSync(join(checkout.folder, path), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => join(parentPath, name).slice(checkout.folder.length + 1));
  return copied
    .flatMap(filesBelow)
    .filter((path) => !existsSync(path) || readFileSync(path, 'utf8') !== checkout.read(path));
}

const node = (...args: readonly string[]) =>
  execFileSync(process.execPath, args, { cwd: checkout.folder, stdio: 'pipe' });

/** As `npm run schema` does, of the sources. */
function printSchema(): void {
  node('-r', './test/support/typescript-hook.js', 'src/api/graphql/print-schema.ts');
  node('node_modules/.bin/gql.tada', 'generate', 'output', '-c', 'panel/tsconfig.json');
}

/** The exit code of some tests, behind what they say when they fail. */
function runTests(paths: readonly string[]): readonly [string, number | null] {
  const { PATH, HOME } = process.env;
  const { stderr, status } = spawnSync(
    process.execPath,
    ['node_modules/jest/bin/jest.js', '--runInBand', '--silent', '--runTestsByPath', ...paths],
    { cwd: checkout.folder, encoding: 'utf8', env: { PATH, HOME } },
  );
  return [status === 0 ? '' : stderr, status];
}

it('a setting needs the files of its row, no other', () => {
  const { files, tests } = rowOf('a setting');
  checkout = createCheckout(copied, linked);
  const line = "  allowsIntrospection: setting('ADGATE_INTROSPECTION', ";
  checkout.edit('src/settings.ts', line, `  isTried: setting('ADGATE_TRIED', zeroOrOne),\n${line}`);
  expect(runTests(tests)[1]).toBe(1);
  const row = '| `ADGATE_INTROSPECTION` |';
  checkout.edit('docs/operating.md', row, `| \`ADGATE_TRIED\` | \`0\` | \`1\`: it is |\n${row}`);
  expect(changedFiles().toSorted()).toEqual(files.toSorted());
  expect(runTests(tests)).toEqual(['', 0]);
});

/** Its export is indented: it is the copy's, and none of this file. */
const wornOut = `import type { AtMostRule } from '../rule';

/** A creative that everybody has seen competes no more. */
  export const wornOut = {
  kind: 'atMost',
  nonBidReason: 'wornOut',
  statusCode: 599,
  terms: ({ impressions }) => impressions,
  ask: () => 1_000_000,
  explain: ({ impressions }) => \`shown \${impressions} times\`,
} as const satisfies AtMostRule;
`;

it('an eligibility rule needs the files of its row, no other', () => {
  const { files, tests } = rowOf('an eligibility rule', { rule: 'worn-out' });
  checkout = createCheckout(copied, linked);
  const rules = 'src/market/selection/rules';
  writeFileSync(join(checkout.folder, rules, 'worn-out.ts'), wornOut);
  const last = "import { vendor } from './vendor';\n";
  checkout.edit(`${rules}/index.ts`, last, `${last}import { wornOut } from './worn-out';\n`);
  checkout.edit(`${rules}/index.ts`, '  bidFloor,\n', '  bidFloor,\n  wornOut,\n');
  expect(runTests(tests)[1]).toBe(1);
  checkout.edit(
    'test/market/selection/populations.ts',
    '  bidFloor: {\n',
    `  wornOut: {
    candidate: (_dice, { campaignId, impressions }) => ({
      impressions: campaignId.endsWith('0') ? 2_000_000 : impressions,
    }),
  },
  bidFloor: {
`,
  );
  checkout.edit(
    'test/market/selection/rules/index.test.ts',
    "  ['that bids too little',",
    `  ['shown too often', { candidate: { impressions: 1_000_001 } }, 'wornOut', 'shown 1000001 times'],
  ['that bids too little',`,
  );
  printSchema();
  expect(changedFiles().toSorted()).toEqual(files.toSorted());
  expect(runTests(tests)).toEqual(['', 0]);
});
