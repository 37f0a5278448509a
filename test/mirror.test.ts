import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
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

it('every folder of tests of a package does, too', () => {
  const home = join(root, 'packages/embedded-mongodb');
  const tested = foldersBelow(join(home, 'test')).filter((folder) => folder !== 'support');
  expect(tested.filter((folder) => !existsSync(join(home, 'src', folder)))).toEqual([]);
});

it('every room of the tests’ own is there', () => {
  expect(ownRooms.filter((room) => !folders.includes(room))).toEqual([]);
});
