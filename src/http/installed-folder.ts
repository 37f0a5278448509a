import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A folder of this installation, beside its package.json; null where it is not, or lacks the file.
 *
 * @param from where the caller lies, compiled or as a source: this folder and those above it are looked through
 */
export function findInstalledFolder(from: string, folder: string, file: string): string | null {
  const path = join(from, folder);
  if (existsSync(join(path, file))) return path;
  return dirname(from) === from ? null : findInstalledFolder(dirname(from), folder, file);
}
