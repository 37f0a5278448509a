import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import {
  makeSharedFolder,
  openSharedFolder,
  removeSharedFolder,
} from '../../../src/platform/process/shared-folder';

let dataFolder = '';
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'data-'));
});
afterEach(() => {
  removeSharedFolder(dataFolder);
  rmSync(dataFolder, { recursive: true });
});

it('is one for a data folder, for its owner alone, and goes with all that is in it', () => {
  const folder = openSharedFolder(dataFolder);
  expect(openSharedFolder(dataFolder)).toBe(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  writeFileSync(join(folder, '1'), '');
  removeSharedFolder(dataFolder);
  expect(existsSync(folder)).toBe(false);
  expect([openSharedFolder(dataFolder), existsSync(folder)]).toEqual([folder, true]);
});

it('is made anew where it is gone, by its name, but never of a file that stands there', () => {
  const folder = openSharedFolder(dataFolder);
  rmSync(folder, { recursive: true });
  makeSharedFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
  expect(() => makeSharedFolder(folder)).toThrow('somebody else');
  expect(openSharedFolder(dataFolder)).not.toBe(folder);
  rmSync(folder);
});

it('goes when another one is made, once its data folder is gone', () => {
  const other = mkdtempSync(join(tmpdir(), 'data-'));
  const forsaken = openSharedFolder(other);
  const own = openSharedFolder(dataFolder);
  const third = mkdtempSync(join(tmpdir(), 'data-'));
  openSharedFolder(third);
  expect([existsSync(forsaken), existsSync(own)]).toEqual([true, true]);
  removeSharedFolder(third);
  for (const gone of [other, third]) rmSync(gone, { recursive: true });
  const last = mkdtempSync(join(tmpdir(), 'data-'));
  openSharedFolder(last);
  expect([existsSync(forsaken), existsSync(own)]).toEqual([false, true]);
  removeSharedFolder(last);
  rmSync(last, { recursive: true });
});

it('removes no folder that it has not made', () => {
  const other = mkdtempSync(join(tmpdir(), 'other-'));
  writeFileSync(join(dataFolder, 'shared-folder'), `${other}\n`);
  removeSharedFolder(dataFolder);
  expect(existsSync(other)).toBe(true);
  rmSync(other, { recursive: true });
});
