import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes the folder of everything that lasts, for its owner only.
 *
 * @throws the system's error when it cannot be made or written to.
 */
export function prepareDataFolder(folder: string): void {
  makeFolder(folder);
  accessSync(folder, constants.W_OK | constants.X_OK);
}

/** Level by level: Node's own recursion does not end in a file system that answers ENOENT to every attempt. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
