import { mkdir, mkdtemp, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { syncFolder } from '../../sync-folder';
import { CommandError } from '../command';
import { systemErrorCode } from '../system-error';

/** @throws {CommandError} unless the folder is empty or not there yet */
export async function assertFree(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  });
  if (names.length > 0) throw notEmpty(folder);
}

/**
 * Fills a folder so that it is whole or not there at all: the work gets `<folder>.unfinished-<random>`, which becomes
 * the folder when all of it is on the disk, and is removed when the work fails.
 *
 * @throws {CommandError} when something stands in the folder's place by then
 */
export async function fillWhole<Result>(
  folder: string,
  work: (unfinished: string) => Promise<Result>,
): Promise<Result> {
  const target = resolve(folder);
  const parent = dirname(target);
  await mkdir(parent, { recursive: true });
  const unfinished = await mkdtemp(`${target}.unfinished-`);
  try {
    const result = await work(unfinished);
    await syncFolder(unfinished);
    await putInPlace(unfinished, target);
    await syncFolder(parent);
    return result;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** Removing an empty folder first is what every system allows; it fails when the folder is not empty. */
async function putInPlace(unfinished: string, target: string): Promise<void> {
  try {
    await rmdir(target).catch((error: unknown) => {
      if (systemErrorCode(error) !== 'ENOENT') throw error;
    });
    await rename(unfinished, target);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOTEMPTY' || code === 'EEXIST') throw notEmpty(target);
    if (code === 'EBUSY' || code === 'EXDEV')
      throw new CommandError(`${target} cannot be replaced: give a new folder inside it`, 1, {
        cause: error,
      });
    throw error;
  }
}

function notEmpty(folder: string): CommandError {
  return new CommandError(`${folder} is not empty: give a folder that is, or a new one`);
}
