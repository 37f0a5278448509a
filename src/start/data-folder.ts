import { accessSync, constants, mkdirSync } from 'node:fs';

/**
 * Makes the folder of everything that lasts, for its owner only.
 *
 * @throws the system's error when it cannot be made or written to.
 */
export function prepareDataFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  accessSync(folder, constants.W_OK | constants.X_OK);
}
