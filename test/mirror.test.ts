import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { expect, it } from '@jest/globals';

/** Rooms of the tests' own: what stands in them tests more than one folder, or helps others. */
const ownRooms = ['deploy', 'docs', 'e2e', 'force', 'money/simulation', 'support', 'vectors'];

const root = join(__dirname, '..');

const isWithin = (folder: string, rooms: readonly string[]) =>
  rooms.some((room) => folder === room || folder.startsWith(`${room}/`));

/** `panel/pages` tests `panel/pages`, `market/events` tests `src/market/events`. */
const counterpartOf = (folder: string) =>
  join(root, isWithin(folder, ['sidecar', 'panel', 'tag', 'dev']) ? folder : `src/${folder}`);

const foldersBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));

const folders = foldersBelow(__dirname);

it('every folder of tests stands where the folder does that it tests', () => {
  const tested = folders.filter((folder) => !isWithin(folder, ownRooms));
  expect(tested.filter((folder) => !existsSync(counterpartOf(folder)))).toEqual([]);
});

/** `verify-events.job.ts` and `verify-events.test.ts` are both of `verify-events`. */
const subjectOf = (file: string) => basename(file).replace(/\..*/, '');

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file));

it('every test that bears the name of a file below stands where the file does', () => {
  const foldersOf = Map.groupBy(
    ['src', 'sidecar', 'panel', 'tag', 'dev'].flatMap((wing) => filesBelow(join(root, wing))),
    subjectOf,
  );
  const isTooHigh = (test: string) => {
    const home = counterpartOf(dirname(test));
    const folders = (foldersOf.get(subjectOf(test)) ?? []).map(dirname);
    return !folders.includes(home) && folders.some((folder) => folder.startsWith(`${home}/`));
  };
  const tests = filesBelow(__dirname)
    .map((file) => relative(__dirname, file))
    .filter((file) => file.endsWith('.test.ts') && !isWithin(dirname(file), ownRooms));
  expect(tests.length).toBeGreaterThan(100);
  expect(tests.filter(isTooHigh)).toEqual([]);
});

it('every folder of tests of a package does, too', () => {
  const home = join(root, 'packages/embedded-mongodb');
  const tested = foldersBelow(join(home, 'test')).filter((folder) => folder !== 'support');
  expect(tested.filter((folder) => !existsSync(join(home, 'src', folder)))).toEqual([]);
});

it('every room of the tests’ own is there', () => {
  expect(ownRooms.filter((room) => !folders.includes(room))).toEqual([]);
});
